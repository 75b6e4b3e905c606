// Error responses (nodes/FinanceData/README.md, Errors).

import { HttpError } from '../kit/httpError';

const CONNECTION_CODES = [
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

// The specification defines only the type CONNECTION_ERROR. These types and codes are invented.
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

export const apiError = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));
export const badRequest = (message: string): HttpError => apiError(400, message);

/** The specification does not show the status of connection errors. 400 is a guess. */
export const connectionError = (
	code: string,
	message = 'The connection has a problem.',
): HttpError =>
	new HttpError(400, { error_type: 'CONNECTION_ERROR', error_code: code, error_message: message });

/**
 * Body of a response that reports an error of the customer's platform.
 * @param status the status of this response, such as 450, not the status that the platform returned
 */
export function platformErrorBody(status: number, message: string): ErrorBody {
	return {
		error_type: 'PLATFORM_ERROR',
		error_code: 'PLATFORM_REFUSED',
		error_message: `Error from the platform (${status}).`,
		error_metadata: {
			source: 'platform',
			human_readable: message,
			platform: { headers: { 'x-request-id': 'local' } },
		},
	};
}

/** The error for a fault code, which is an error status or the code of a connection error. */
export function errorForCode(code: string): HttpError | undefined {
	if (/^45[012]$|^550$/.test(code))
		return new HttpError(
			Number(code),
			platformErrorBody(Number(code), 'Simulated platform error.'),
		);
	if (TYPES[Number(code)]) return apiError(Number(code), 'Simulated fault.');
	return (CONNECTION_CODES as readonly string[]).includes(code) ? connectionError(code) : undefined;
}
