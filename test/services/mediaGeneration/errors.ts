// Error responses (nodes/MediaGeneration/README.md, Errors).

import { HttpError } from '../kit/httpError';

// The specification shows neither the status of unknown_model nor the code of a 401.
const ERRORS = {
	validation_failed: [400, 'The request is invalid.'],
	invalid_query: [400, 'The query is invalid.'],
	unknown_model: [400, 'Unknown model.'],
	unauthorized: [401, 'The credential is missing or invalid.'],
	insufficient_credits: [
		402,
		'The balance is too low. POST /api/v2/checkout returns a link to buy credits.',
	],
	not_found: [404, 'Not found.'],
	generation_failed: [502, 'The job could not be started. Nothing was charged.'],
} as const;

/** @param details additional fields of some codes, such as balance, cost or id */
export function apiError(
	code: keyof typeof ERRORS,
	text?: string,
	details: Record<string, unknown> = {},
): HttpError {
	const [status, defaultText] = ERRORS[code];
	return new HttpError(status, { error: text ?? defaultText, code, ...details });
}

/** Body of an error response that no route produced. The specification has no codes for 429 and 5xx. */
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
