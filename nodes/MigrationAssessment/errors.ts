/** Errors of the service (the specification shows none; reference, errors): what happened, what to do, whether the same request may go again. */
import type { KnownError, ServiceErrorInfo } from '../engine/describe';

export const errors: Record<string, KnownError> = {
	INVALID_ARGUMENT: {
		message: 'The service does not accept a value',
		hint: 'Check the values of this item, above all ids, filters and JSON fields',
		retry: 'never',
	},
	FAILED_PRECONDITION: {
		message: 'The record is not in a state that allows this',
		hint: 'Read the record: it may still be in use, have children, or lack a step that comes before. Delete has the option Force where children may go as well',
		retry: 'never',
	},
	UNAUTHENTICATED: {
		message: 'The service does not accept the credential',
		hint: 'A plain token ends after about an hour: give a new one, or log in with OAuth2 or a service account, which n8n renews',
	},
	PERMISSION_DENIED: {
		message: 'The credential may not do this',
		hint: 'Check that the account has a role for migration assessment in this project, that the project is spelled right, and that the service is switched on there',
		retry: 'never',
	},
	NOT_FOUND: {
		message: 'The service has no such record',
		hint: 'Check project, location and id. A record lies in one location only',
		retry: 'never',
	},
	ALREADY_EXISTS: {
		message: 'There is a record with this id already',
		hint: 'Choose another id, or use Update to change the record',
		retry: 'never',
	},
	ABORTED: {
		message: 'Another change of the same record was under way',
		hint: 'Wait for the other operation to end, then run this again',
		retry: 'never',
	},
	RESOURCE_EXHAUSTED: {
		message: 'The service asks for fewer requests',
		hint: 'Lower Requests per Second or Items at Once in Options',
		retry: 'safe',
	},
	rateLimitExceeded: {
		message: 'The service asks for fewer requests',
		hint: 'Lower Requests per Second or Items at Once in Options',
		retry: 'safe',
	},
	userRateLimitExceeded: {
		message: 'The service asks for fewer requests of this user',
		hint: 'Lower Requests per Second or Items at Once in Options',
		retry: 'safe',
	},
	quotaExceeded: {
		message: 'The quota of the project is used up',
		hint: 'Wait until it is renewed, or have it raised for the project',
		retry: 'never',
	},
};

/** Names of the canonical codes, which an operation that failed carries as a number. */
export const canonical: Readonly<Record<number, string>> = {
	1: 'CANCELLED',
	2: 'UNKNOWN',
	3: 'INVALID_ARGUMENT',
	4: 'DEADLINE_EXCEEDED',
	5: 'NOT_FOUND',
	6: 'ALREADY_EXISTS',
	7: 'PERMISSION_DENIED',
	8: 'RESOURCE_EXHAUSTED',
	9: 'FAILED_PRECONDITION',
	10: 'ABORTED',
	11: 'OUT_OF_RANGE',
	12: 'UNIMPLEMENTED',
	13: 'INTERNAL',
	14: 'UNAVAILABLE',
	15: 'DATA_LOSS',
	16: 'UNAUTHENTICATED',
};

interface ErrorBody {
	readonly error?: {
		readonly status?: string;
		readonly message?: string;
		readonly errors?: ReadonlyArray<{ readonly reason?: string }>;
	};
}

/** A quota is told apart by its reason: the status alone would read as a lack of permission. */
export function readError(body: unknown): ServiceErrorInfo {
	const { status, message, errors: all = [] } = (body as ErrorBody | undefined)?.error ?? {};
	const code =
		all.map(({ reason }) => reason).find((reason) => reason !== undefined && reason in errors) ??
		status;
	return {
		...(code === undefined ? {} : { code }),
		...(message === undefined ? {} : { text: message }),
	};
}
