// Error responses (nodes/MediaGeneration/README.md, Errors).

import { HttpError } from '../kit/httpError';

const ERRORS = {
	validation_failed: [400, 'The request is invalid.'],
	prompt_rejected: [
		400,
		'Moderation rejected this prompt. Revise it: retrying the same prompt fails again.',
	],
	invalid_billing: [400, 'This country or currency is not supported.'],
	invalid_query: [400, 'The query is invalid.'],
	// The specification does not show the status of unknown_model. 400 is a guess.
	unknown_model: [400, 'Unknown model.'],
	// The specification does not show the code of a 401. The code unauthorized is a guess.
	unauthorized: [401, 'The credential is missing or invalid.'],
	insufficient_credits: [
		402,
		'The balance is too low. POST /api/v2/checkout returns a link to buy credits.',
	],
	not_found: [404, 'Not found.'],
	idempotency_in_progress: [
		409,
		'The first request with this idempotency_key is still in progress.',
	],
	idempotency_key_reused: [422, 'This idempotency_key was used for a different request.'],
	generation_failed: [502, 'The job could not be started. Nothing was charged.'],
	checkout_failed: [502, 'The payment provider did not respond. Try again.'],
	billing_unavailable: [503, 'Buying credits is disabled.'],
	moderation_unavailable: [503, 'Moderation is temporarily unavailable. You can safely retry.'],
	enhance_unavailable: [503, 'Enhancement is temporarily unavailable. You can safely retry.'],
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const isErrorCode = (code: string): code is ErrorCode => code in ERRORS;

/** @param details additional fields of some codes, such as balance, cost or id */
export function apiError(
	code: ErrorCode,
	text?: string,
	details: Record<string, unknown> = {},
): HttpError {
	const [status, defaultText] = ERRORS[code];
	return new HttpError(status, { error: text ?? defaultText, code, ...details });
}

/**
 * Body of an error response that no route produced, such as 404 for an unknown path or a simulated
 * fault. The specification has no codes for 429 and 5xx.
 */
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
