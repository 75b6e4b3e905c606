// Error codes as answers. The specification names NOT_FOUND; the rest is from the public facts.

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

export type RefusalCode = keyof typeof STATUS;

export const refusalCodes = Object.keys(STATUS) as RefusalCode[];

export const isRefusalCode = (code: string): code is RefusalCode => code in STATUS;

export const failureBody = (code: RefusalCode, message: string): Record<string, unknown> => ({
	error_code: code,
	message,
});

export const refusal = (code: RefusalCode, message = `This is ${code}.`): HttpError =>
	new HttpError(STATUS[code], failureBody(code, message));

/** The first code of a status. */
export const codeOf = (status: number): RefusalCode =>
	refusalCodes.find((code) => STATUS[code] === status) ??
	(status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR');
