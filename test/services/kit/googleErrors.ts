// Answers other than 2xx as services of the gRPC family write them (public facts of task lists, conversions and migration: errors).

import { Refusal } from './httpError';

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

/** The body of an error. `errors` may be several, each with where it lies. */
export function rpcBody(
	code: number,
	message: string,
	errors: ReadonlyArray<Record<string, unknown>> = [{}],
	status = STATUS[code] ?? 'UNKNOWN',
): Record<string, unknown> {
	return {
		error: {
			code,
			message,
			status,
			errors: errors.map((one) => ({
				domain: 'global',
				reason: REASON[code] ?? 'unknown',
				message,
				...one,
			})),
		},
	};
}

export const rpcRefusal = (
	code: number,
	message: string,
	more: Record<string, unknown> = {},
): Refusal => new Refusal(code, rpcBody(code, message, [more]));
