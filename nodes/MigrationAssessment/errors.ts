/**
 * Errors of the service. The specification does not define any; these are from the vendor's public
 * reference.
 */
import { type ErrorFacts, type KnownError, notFound } from '../engine/describe';
import { classifyGoogle, googleErrors } from '../google/errors';
import { scope } from './credentials';

/**
 * The record that is missing according to the service: `assets/server-1`. It may be another one than
 * that of the path, for example an asset that cannot be added to a group.
 */
function missingRecord({ record, text = '' }: ErrorFacts): string | undefined {
	const [, path, id] = /'(?:[^']*\/)?([^/']+\/([^/']+))'/.exec(text) ?? [];
	return id === undefined || record?.endsWith(id) ? record : path;
}

export const errors: Record<string, KnownError> = {
	...googleErrors('Lower Requests per Second or Items at Once in Request Options', {
		message: 'The quota of the project is exceeded',
		hint: 'Wait until the quota resets, or request a higher quota for the project',
	}),
	userRateLimitExceeded: {
		message: ({ provider }) => `The rate limit of ${provider} for this user was reached`,
		hint: 'Lower Requests per Second or Items at Once in Request Options',
		action: 'rateLimit',
	},
	INVALID_ARGUMENT: {
		message: 'A value of the request is not valid',
		hint: 'Check the values in the node, especially IDs, filters and JSON fields',
		action: 'fail',
	},
	FAILED_PRECONDITION: {
		message: 'The record is not in a state that allows this operation',
		hint:
			'Get the record and check its state. It may still be in use, contain other records, ' +
			'or require another step first. If Delete has the option Force, turn on Force to also ' +
			'delete the contained records',
		action: 'fail',
	},
	UNAUTHENTICATED: {
		message: ({ provider }) => `${provider} rejected the credential`,
		hint:
			'The token is wrong, has expired or was revoked. An access token expires after about an hour. Enter a new access token, or use OAuth2 ' +
			'or a service account, whose tokens n8n renews',
	},
	PERMISSION_DENIED: {
		message: ({ provider }) => `${provider} denied access`,
		hint: 'Check that the account has a role for migration assessment in this project, that the project ID is correct, and that the service is enabled in the project',
		action: 'fail',
	},
	NOT_FOUND: notFound('A record exists in one location only', missingRecord),
	ALREADY_EXISTS: {
		message: 'A record with this ID already exists',
		hint: 'Choose another ID, or change the record with Update',
		action: 'fail',
	},
	ABORTED: {
		message: 'Another change to the same record was in progress',
		hint: 'Wait until the other operation is done, then repeat the change',
		action: 'fail',
	},
};

/** Names of the gRPC status codes. A failed operation contains only the number. */
export const statusNames: Readonly<Record<string, string>> = {
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

export const classify = classifyGoogle(scope, errors);
