// Error responses of the Google-style services (public documentation of task lists and
// conversions).

import { HttpError } from './httpError';

/** Status and reason by code. */
const KINDS: Readonly<Record<number, readonly [status: string, reason: string]>> = {
	400: ['INVALID_ARGUMENT', 'invalid'],
	401: ['UNAUTHENTICATED', 'authError'],
	403: ['PERMISSION_DENIED', 'forbidden'],
	404: ['NOT_FOUND', 'notFound'],
	409: ['ABORTED', 'conflict'],
	429: ['RESOURCE_EXHAUSTED', 'rateLimitExceeded'],
	500: ['INTERNAL', 'backendError'],
	503: ['UNAVAILABLE', 'backendError'],
};

/** @param errors overrides for each entry of `error.errors`, such as its location */
export function googleErrorBody(
	code: number,
	message: string,
	errors: ReadonlyArray<Record<string, unknown>> = [{}],
): Record<string, unknown> {
	const [kind, reason] = KINDS[code] ?? ['UNKNOWN', 'unknown'];
	const status = /already exists/.test(message) ? 'ALREADY_EXISTS' : kind;
	const shared = { domain: 'global', reason, message };
	return {
		error: { code, message, status, errors: errors.map((one) => ({ ...shared, ...one })) },
	};
}

export const googleError = (
	code: number,
	message: string,
	overrides: Record<string, unknown> = {},
): HttpError => new HttpError(code, googleErrorBody(code, message, [overrides]));
