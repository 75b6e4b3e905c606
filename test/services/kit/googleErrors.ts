// Error responses of the Google-style services (public documentation of task lists and
// conversions).

import { HttpError } from './httpError';

const STATUS: Record<number, string> = {
	400: 'INVALID_ARGUMENT',
	401: 'UNAUTHENTICATED',
	403: 'PERMISSION_DENIED',
	404: 'NOT_FOUND',
	409: 'ABORTED',
	429: 'RESOURCE_EXHAUSTED',
	500: 'INTERNAL',
	503: 'UNAVAILABLE',
};

const REASON: Record<number, string> = {
	400: 'invalid',
	401: 'authError',
	403: 'forbidden',
	404: 'notFound',
	409: 'conflict',
	429: 'rateLimitExceeded',
	500: 'backendError',
	503: 'backendError',
};

/** @param errors overrides for each entry of `error.errors`, such as its location */
export const googleErrorBody = (
	code: number,
	message: string,
	errors: ReadonlyArray<Record<string, unknown>> = [{}],
): Record<string, unknown> => ({
	error: {
		code,
		message,
		status: /already exists/.test(message) ? 'ALREADY_EXISTS' : (STATUS[code] ?? 'UNKNOWN'),
		errors: errors.map((overrides) => ({
			domain: 'global',
			reason: REASON[code] ?? 'unknown',
			message,
			...overrides,
		})),
	},
});

export const googleError = (
	code: number,
	message: string,
	overrides: Record<string, unknown> = {},
): HttpError => new HttpError(code, googleErrorBody(code, message, [overrides]));
