// The error table of the specification (part A, Errors) as answers.

import { HttpError } from '../kit/httpError';

const ERRORS = {
	validation_failed: [400, 'The request is not valid.'],
	prompt_rejected: [
		400,
		'Moderation refused this prompt. Revise it; sending it again unchanged will not help.',
	],
	invalid_billing: [400, 'This country or currency cannot be billed.'],
	invalid_query: [400, 'The query is not valid.'],
	// The specification names unknown_model without a status; 400 is this service's choice.
	unknown_model: [400, 'There is no such model.'],
	// A 401 is specified without a code; this one is this service's choice.
	unauthorized: [401, 'The credential is missing or not valid.'],
	insufficient_credits: [
		402,
		'The balance does not cover this. POST /api/v2/checkout gives a link to buy credits.',
	],
	not_found: [404, 'There is no such record.'],
	idempotency_in_progress: [
		409,
		'The first request under this idempotency_key is still being submitted.',
	],
	idempotency_key_reused: [422, 'This idempotency_key was used for a different request.'],
	generation_failed: [502, 'The job could not be started. Nothing was charged.'],
	checkout_failed: [502, 'The payment provider did not answer. Try again.'],
	billing_unavailable: [503, 'Buying credits is switched off.'],
	moderation_unavailable: [503, 'Moderation is not available now. Trying again is safe.'],
	enhance_unavailable: [503, 'Enhancement is not available now. Trying again is safe.'],
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => code in ERRORS;

/** An Error answer: text, code, and the further fields that some codes carry (balance, cost, id). */
export function apiError(
	code: ErrorCode,
	text?: string,
	more: Record<string, unknown> = {},
): HttpError {
	const [status, standard] = ERRORS[code];
	return new HttpError(status, { error: text ?? standard, code, ...more });
}

/** Body of an answer that no route gave. The codes for 429 and 5xx are not in the specification. */
export function failureBody(status: number, message: string): Record<string, unknown> {
	const codes: Record<number, string> = {
		404: 'not_found',
		429: 'rate_limited',
		503: 'unavailable',
	};
	return {
		error: message,
		code: codes[status] ?? (status < 500 ? 'validation_failed' : 'internal_error'),
	};
}
