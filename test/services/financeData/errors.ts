// The error table of the specification (part B, Errors) as answers.

import { HttpError } from '../kit/httpError';

export const CONNECTION_CODES = [
	'PRODUCT_NOT_READY',
	'PRODUCT_NOT_ALLOWED',
	'INVALID_CREDENTIALS',
	'LINK_ERROR',
	'ENDFORM_NOT_AVAILABLE',
	'CONNECTION_DISABLED',
	'NEEDS_UPDATE',
	'NO_CREDENTIALS',
	'PENDING',
	'IS_DUPLICATE',
	'ENDPOINT_NOT_SUPPORTED_FOR_YOUR_ORGANIZATION',
	'ENTITY_NOT_READY',
] as const;

export interface ErrorBody extends Record<string, unknown> {
	error_type: string;
	error_code: string;
	error_message: string;
	error_metadata?: Record<string, unknown>;
}

// Types and codes other than CONNECTION_ERROR are not shown; these are this service's choice.
const TYPES: Readonly<Record<number, readonly [type: string, code: string]>> = {
	400: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
	401: ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
	404: ['INVALID_REQUEST', 'NOT_SUPPORTED'],
	409: ['IDEMPOTENCY_ERROR', 'KEY_REUSED'],
	410: ['INVALID_REQUEST', 'NOT_FOUND'],
	429: ['RATE_LIMIT_ERROR', 'RATE_LIMITED'],
	500: ['INTERNAL_ERROR', 'INTERNAL'],
};

export function failureBody(status: number, message: string): ErrorBody {
	const [type, code] = TYPES[status] ?? TYPES[500]!;
	return { error_type: type, error_code: code, error_message: message };
}

export const refusal = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));
export const badRequest = (message: string): HttpError => refusal(400, message);

/** The status of a connection's errors is not shown; 400 is this service's choice. */
export const connectionError = (
	code: string,
	message = 'The connection is not as it should be.',
): HttpError =>
	new HttpError(400, { error_type: 'CONNECTION_ERROR', error_code: code, error_message: message });

/** What the platform answered, under the service's own status for it. */
export function platformBody(status: number, words: string): ErrorBody {
	return {
		error_type: 'PLATFORM_ERROR',
		error_code: 'PLATFORM_REFUSED',
		error_message: `Error from the platform (${status}).`,
		error_metadata: {
			source: 'platform',
			human_readable: words,
			platform: { headers: { 'x-request-id': 'local' } },
		},
	};
}

/** The answer for a fault that names a code of the service: a status, or a code of a connection. */
export function refuse(code: string): HttpError | undefined {
	if (/^45[012]$|^550$/.test(code))
		return new HttpError(Number(code), platformBody(Number(code), 'The platform says no.'));
	if (TYPES[Number(code)]) return refusal(Number(code), 'A fault that was switched on.');
	return (CONNECTION_CODES as readonly string[]).includes(code) ? connectionError(code) : undefined;
}
