// Error responses (nodes/FinanceData/README.md, Errors).

import { HttpError } from '../kit/httpError';

// The specification defines only the type CONNECTION_ERROR. These types and codes are invented.
const TYPES: Readonly<Record<number, readonly [type: string, code: string]>> = {
	400: ['INVALID_REQUEST', 'VALIDATION_FAILED'],
	401: ['AUTHENTICATION_ERROR', 'UNAUTHORIZED'],
	404: ['INVALID_REQUEST', 'NOT_SUPPORTED'],
	410: ['INVALID_REQUEST', 'NOT_FOUND'],
	429: ['RATE_LIMIT_ERROR', 'RATE_LIMITED'],
	500: ['INTERNAL_ERROR', 'INTERNAL'],
};

export function failureBody(status: number, message: string): Record<string, unknown> {
	const [type, code] = TYPES[status] ?? TYPES[500]!;
	return { error_type: type, error_code: code, error_message: message };
}

export const apiError = (status: number, message: string): HttpError =>
	new HttpError(status, failureBody(status, message));

/** The specification does not show the status of connection errors. 400 is a guess. */
export const connectionError = (code: string, message: string): HttpError =>
	new HttpError(400, { error_type: 'CONNECTION_ERROR', error_code: code, error_message: message });
