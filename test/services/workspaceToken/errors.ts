// Error codes and their responses. NOT_FOUND is from the specification, the other codes are from
// the public documentation.

import { HttpError } from '../kit/httpError';

const STATUS = {
	BAD_REQUEST: 400,
	INVALID_PARAMETER_VALUE: 400,
	INVALID_STATE: 400,
	UNAUTHENTICATED: 401,
	PERMISSION_DENIED: 403,
	NOT_FOUND: 404,
	RESOURCE_DOES_NOT_EXIST: 404,
	ABORTED: 409,
	ALREADY_EXISTS: 409,
	RESOURCE_ALREADY_EXISTS: 409,
	RESOURCE_CONFLICT: 409,
	RESOURCE_EXHAUSTED: 429,
	REQUEST_LIMIT_EXCEEDED: 429,
	INTERNAL_ERROR: 500,
	UNKNOWN: 500,
	DATA_LOSS: 500,
	NOT_IMPLEMENTED: 501,
	TEMPORARILY_UNAVAILABLE: 503,
	DEADLINE_EXCEEDED: 504,
} as const;

export type ErrorCode = keyof typeof STATUS;

export const errorCodes = Object.keys(STATUS) as ErrorCode[];

export const isErrorCode = (code: string): code is ErrorCode => code in STATUS;

const errorBody = (code: ErrorCode, message: string): Record<string, unknown> => ({
	error_code: code,
	message,
});

export const apiError = (code: ErrorCode, message = `Simulated error: ${code}.`): HttpError =>
	new HttpError(STATUS[code], errorBody(code, message));

/**
 * Body of an error response that no route produced. The error code is the first one that has this
 * status.
 */
export function failureBody(status: number, message: string): Record<string, unknown> {
	const code = errorCodes.find((candidate) => STATUS[candidate] === status);
	return errorBody(code ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR'), message);
}
