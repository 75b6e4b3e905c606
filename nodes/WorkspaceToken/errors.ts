/**
 * Error codes of the service. The specification names NOT_FOUND. The other codes come from the
 * vendor's public documentation.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type Classification,
	type ErrorFacts,
	isObject,
	type KnownError,
	type ReceivedResponse,
} from '../engine/describe';

const withServiceMessage =
	(hint: string) =>
	({ text, provider }: ErrorFacts): string =>
		text ? `${hint}. ${provider} returned: ${text}` : hint;

const tokenNotFound: KnownError = {
	message: ({ record }) =>
		record ? `${record} not found in the workspace` : 'The workspace has no token with this ID',
	hint:
		'Select the token from the list, or enter its ID, not the token itself. The ID is the ' +
		'SHA-256 hash with 64 hexadecimal digits that Token: Get Many returns. The token may ' +
		'also have been revoked',
	action: 'fail',
};
const invalidValue: KnownError = {
	message: ({ text }) => `The workspace rejected a value${text ? `: ${text}` : ''}`,
	hint: 'Check the comment, the scopes and the lifetime. The documentation of your workspace lists the scope names',
	action: 'fail',
};
const alreadyExists: KnownError = {
	message: 'The request conflicts with an existing record',
	hint: withServiceMessage('Check the tokens of the workspace before you run the node again'),
	action: 'fail',
};
const limitReached: KnownError = {
	message: 'The rate limit or the maximum number of tokens was reached',
	hint: withServiceMessage(
		'Lower Requests per Second in Request Options, or revoke tokens that are no longer used',
	),
};
const serverError: KnownError = {
	message: 'The workspace returned a server error',
	hint: withServiceMessage('Try again later'),
};

export const errors: Record<string, KnownError> = {
	BAD_REQUEST: invalidValue,
	INVALID_PARAMETER_VALUE: invalidValue,
	INVALID_STATE: {
		message: 'The state of the token does not allow this operation',
		hint: withServiceMessage('Check the token with Token: Get Many. It may have expired'),
		action: 'fail',
	},
	UNAUTHENTICATED: {
		message: ({ provider }) => `${provider} rejected the access token`,
		hint: 'The token is wrong, has expired or was revoked, or belongs to another workspace. Enter a new one in the credential and test it',
		action: 'renewToken',
	},
	PERMISSION_DENIED: {
		message: ({ provider }) => `${provider} denied access`,
		hint: withServiceMessage('Use a token that has the API scope "authentication"'),
		action: 'fail',
	},
	NOT_FOUND: tokenNotFound,
	RESOURCE_DOES_NOT_EXIST: tokenNotFound,
	ABORTED: {
		message: 'The request conflicts with another change',
		hint: 'Check the token, then repeat the change',
		action: 'fail',
	},
	ALREADY_EXISTS: alreadyExists,
	RESOURCE_ALREADY_EXISTS: alreadyExists,
	RESOURCE_CONFLICT: alreadyExists,
	QUOTA_EXCEEDED: {
		message: 'The maximum number of tokens or another quota of the workspace was reached',
		hint: withServiceMessage('Revoke tokens that are no longer used'),
		action: 'fail',
	},
	blocked: {
		message: ({ provider }) => `${provider} does not accept requests from this IP address`,
		hint: 'Ask a workspace administrator to add the IP address of n8n to the IP access list',
		action: 'fail',
	},
	RESOURCE_EXHAUSTED: limitReached,
	REQUEST_LIMIT_EXCEEDED: limitReached,
	INTERNAL_ERROR: serverError,
	UNKNOWN: serverError,
	DATA_LOSS: serverError,
	NOT_IMPLEMENTED: {
		message: 'This workspace does not support the operation',
		hint: 'Ask the workspace administrator whether tokens can be managed there',
		action: 'fail',
	},
	TEMPORARILY_UNAVAILABLE: serverError,
	DEADLINE_EXCEEDED: {
		message: 'The request timed out in the workspace',
		hint: 'The request may have been processed. Check the tokens before you run the node again',
	},
};

/** Reads `error_code` and `message` from an error body. A web page has the message in a header. */
export function classify({
	body,
	status,
	headers = {},
}: Pick<ReceivedResponse, 'body' | 'status'> &
	Partial<Pick<ReceivedResponse, 'headers'>>): Classification {
	const page: IDataObject = { message: headers['x-databricks-reason-phrase'] as string };
	const { error_code: code, message } = isObject(body) ? body : page;
	if (typeof message !== 'string' || message === '')
		return typeof code === 'string' ? { code } : {};
	const [, scopes] = /required scopes: ([\w.:-]+(?:, ?[\w.:-]+)*)/.exec(message) ?? [];
	return {
		...(isInvalidToken(status, message)
			? { code: 'UNAUTHENTICATED' }
			: /\bblocked by\b.*\bIP ACL\b/.test(message)
				? { code: 'blocked' }
				: typeof code === 'string'
					? { code }
					: {}),
		text: message.replace(/\.$/, ''),
		...(scopes ? { missingScope: `scope ${scopes}` } : {}),
	};
}

/**
 * The service rejects invalid and expired tokens with 401, with 403 and the status as code, or with
 * 400 and the name of an exception.
 */
const isInvalidToken = (status: number, message: string): boolean =>
	status === 401 ||
	(status === 400 && /\bExpiredJwtException\b/.test(message)) ||
	(status === 403 && /^invalid (?:access )?token\b|\btoken (?:is |has )?expir/i.test(message));
