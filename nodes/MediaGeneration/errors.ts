/**
 * Error codes of the service (README.md, Errors): messages, hints, and which errors are
 * retried.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type KnownError,
	notFound,
	type ReceivedResponse,
	type Classification,
	toText,
} from '../engine/describe';

export const errors: Record<string, KnownError> = {
	validation_failed: {
		message: ({ text }) => `The request is not valid${text ? `: ${toText(text)}` : ''}`,
		hint: 'Check the values in the node. Model: Get lists the fields that a model supports',
		action: 'fail',
	},
	prompt_rejected: {
		message: 'Content moderation rejected the prompt',
		hint: 'Revise the prompt. The same prompt will be rejected again',
		action: 'fail',
	},
	invalid_billing: {
		message: 'The country or currency is invalid or not supported',
		hint: 'Use an ISO 3166-1 alpha-2 country code and an ISO 4217 currency code. Payments may be unavailable in the country',
		action: 'fail',
	},
	invalid_query: {
		message: 'A filter has an invalid value',
		hint: 'Check Status, Model ID and Type in Filters',
		action: 'fail',
	},
	insufficient_credits: {
		message: ({ balance, cost }) =>
			`Not enough credits (balance: ${orUnknown(balance)}, cost of the request: ${orUnknown(cost)})`,
		hint: 'Use Checkout: Create to get a payment link for more credits, then retry',
		action: 'fail',
	},
	not_found: notFound('Records of other accounts are also reported as not found'),
	unknown_model: {
		message: ({ record }) =>
			record ? `${record} not found` : 'The service has no model with this ID',
		hint: 'Choose a model from the list',
		action: 'fail',
	},
	idempotency_in_progress: {
		message: 'An earlier request with this idempotency key is still being submitted',
		hint: 'Wait a moment and retry. The service returns the job of the first request and charges nothing more',
		action: 'retry',
		minWaitMs: 5_000,
	},
	idempotency_key_reused: {
		message: 'This idempotency key was already used for a different request',
		hint: 'Use a different key for each request, or leave Idempotency Key empty. The node then generates a key for each item',
		action: 'fail',
	},
	generation_failed: {
		message: ({ id }) =>
			`The job ${id ? `${toText(id)} ` : ''}could not be started; nothing was charged`,
		hint: 'Read the job with Generation: Get to see the reason',
		action: 'fail',
	},
	checkout_failed: {
		message: 'The payment provider did not respond',
		hint: 'Try again in a moment',
		action: 'retry',
	},
	billing_unavailable: {
		message: 'Buying credits is currently disabled',
		hint: 'Try again later',
		action: 'fail',
	},
	moderation_unavailable: {
		message: 'Content moderation is currently unavailable',
		hint: 'Nothing was charged. Try again in a moment',
		action: 'retry',
	},
	enhance_unavailable: {
		message: 'Prompt enhancement is currently unavailable',
		hint: 'Nothing was charged. Try again in a moment',
		action: 'retry',
	},
};

export const orUnknown = (credits: unknown): string => toText(credits) || 'unknown';

/**
 * Reads an error body: `code`, `error` (the message), and `balance`, `cost` and `id` if present.
 */
export function classify({ body }: Pick<ReceivedResponse, 'body'>): Classification {
	if (typeof body !== 'object' || body === null) return {};
	const { error, code, balance, cost, id } = body as IDataObject;
	return {
		...(typeof code === 'string' ? { code } : {}),
		...(typeof error === 'string' ? { text: error } : {}),
		facts: Object.fromEntries(
			Object.entries({ balance, cost, id }).filter(([, value]) => value !== undefined),
		),
	};
}
