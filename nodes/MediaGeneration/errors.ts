/** Error codes of the specification (part A, Errors): what happened, what to do, and whether the same request may go again. */
import type { IDataObject } from 'n8n-workflow';
import type { KnownError, ServiceErrorInfo } from '../engine/describe';

const said = ({ text }: IDataObject): string => (text ? ` The service says: ${String(text)}` : '');

export const errors: Record<string, KnownError> = {
	validation_failed: {
		message: ({ text }) => `The request does not fit the model${text ? `: ${String(text)}` : ''}`,
		hint: 'Remove fields that this model does not take and fill in the required ones. The operation Model: Get lists them',
		retry: 'never',
	},
	prompt_rejected: {
		message: 'The moderation of the service refused the prompt',
		hint: 'Revise the prompt; the same one will be refused again',
		retry: 'never',
	},
	invalid_billing: {
		message: 'The service does not take this country or currency',
		hint: 'Use an ISO 3166-1 alpha-2 country code and an ISO 4217 currency code. Payments may be unavailable in the country',
		retry: 'never',
	},
	invalid_query: {
		message: 'The service does not know a value of the filters',
		hint: 'Check status, model and type',
		retry: 'never',
	},
	insufficient_credits: {
		message: ({ balance, cost }) =>
			`There are not enough credits: the balance is ${amount(balance)}, the request costs ${amount(cost)}`,
		hint: 'Buy credits with the operation Checkout: Create, whose link a person opens and pays, then run this again',
		retry: 'never',
	},
	not_found: {
		message: 'The service has no such record',
		hint: 'Check the id. A record of another account is answered in the same way',
		retry: 'never',
	},
	unknown_model: {
		message: 'The service does not know this model',
		hint: 'Choose a model from the list',
		retry: 'never',
	},
	idempotency_in_progress: {
		message: 'An earlier request with this idempotency key is still being submitted',
		hint: 'Wait a moment and run this again: it will answer with the job of the first request and charge nothing more',
		retry: 'safe',
		attempts: 8,
	},
	idempotency_key_reused: {
		message: 'This idempotency key was used before, with a different request',
		hint: 'Give every request a key of its own, or leave the option empty: the node then makes one for each item',
		retry: 'never',
	},
	generation_failed: {
		message: ({ id }) =>
			`The job ${id ? `${String(id)} ` : ''}could not be started; nothing was charged`,
		hint: (facts) => `Read the job with Generation: Get to see the reason.${said(facts)}`,
		retry: 'never',
	},
	checkout_failed: {
		message: 'The payment provider did not answer',
		hint: 'Try again in a moment',
		retry: 'safe',
	},
	billing_unavailable: {
		message: 'Buying credits is switched off at the moment',
		hint: 'Try again later',
		retry: 'never',
	},
	moderation_unavailable: {
		message: 'The moderation is unavailable at the moment',
		hint: 'Nothing was charged. Try again in a moment',
		retry: 'safe',
	},
	enhance_unavailable: {
		message: 'The prompt enhancement is unavailable at the moment',
		hint: 'Nothing was charged. Try again in a moment',
		retry: 'safe',
	},
};

const amount = (credits: unknown): string =>
	credits === undefined ? 'not shown' : `${String(credits)} credits`;

/** Facts of an error body: `error` (text), `code`, and balance, cost and id where they are present. */
export function readError(body: unknown): ServiceErrorInfo {
	if (typeof body !== 'object' || body === null) return {};
	const { error, code, balance, cost, id } = body as IDataObject;
	return {
		...(typeof code === 'string' ? { code } : {}),
		...(typeof error === 'string' ? { text: error.slice(0, 500) } : {}),
		facts: Object.fromEntries(
			Object.entries({ balance, cost, id }).filter(([, value]) => value !== undefined),
		) as IDataObject,
	};
}
