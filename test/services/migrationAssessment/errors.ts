// Error responses: {error: {code, message, status}}.
import { HttpError } from '../kit/httpError';

const STATUS = {
	INVALID_ARGUMENT: 400,
	FAILED_PRECONDITION: 400,
	UNAUTHENTICATED: 401,
	PERMISSION_DENIED: 403,
	NOT_FOUND: 404,
	ALREADY_EXISTS: 409,
	ABORTED: 409,
	RESOURCE_EXHAUSTED: 429,
	INTERNAL: 500,
	UNAVAILABLE: 503,
} as const;
const QUOTA_REASONS: readonly string[] = [
	'rateLimitExceeded',
	'userRateLimitExceeded',
	'quotaExceeded',
];

export type ErrorCode = keyof typeof STATUS;

export const apiError = (code: ErrorCode, message: string): HttpError =>
	new HttpError(STATUS[code], { error: { code: STATUS[code], message, status: code } });

/** The error for a fault code, which is a status or a quota reason. */
export function errorForCode(code: string): HttpError | undefined {
	if (code in STATUS) return apiError(code as ErrorCode, `Simulated error: ${code}.`);
	if (!QUOTA_REASONS.includes(code)) return undefined;
	return new HttpError(403, {
		error: {
			code: 403,
			message: `Simulated error: ${code}.`,
			status: 'PERMISSION_DENIED',
			errors: [{ domain: 'usageLimits', reason: code }],
		},
	});
}

export function failureBody(status: number, message: string): Record<string, unknown> {
	const code =
		Object.entries(STATUS).find(([, candidate]) => candidate === status)?.[0] ??
		(status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
	return { error: { code: status, message, status: code } };
}
