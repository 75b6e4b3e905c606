/** What the service says when it refuses. The specification names NOT_FOUND; the other codes are those of the public facts. */
import type { IDataObject } from 'n8n-workflow';
import type { KnownError, ServiceErrorInfo } from '../engine/describe';

const said = ({ text }: IDataObject): string => (text ? ` The service says: ${String(text)}.` : '');
const noToken: KnownError = {
	message: 'The workspace has no token with this ID',
	hint: 'Choose the token from the list, or give its ID: the SHA-256 hash of 64 hexadecimal digits that Token: Get Many shows, not the token itself. It may have been revoked',
	retry: 'never',
};
const notAccepted: KnownError = {
	message: ({ text }) => `The service does not accept a value${text ? `: ${String(text)}` : ''}`,
	hint: 'Check comment, scopes and lifetime. The names of the scopes are in the documentation of your workspace',
	retry: 'never',
};
const exists: KnownError = {
	message: 'Something like this exists already',
	hint: (facts) => `Look at the tokens of the workspace before you repeat this.${said(facts)}`,
	retry: 'never',
};
const tooMany: KnownError = {
	message: 'The workspace takes no more requests for now, or holds as many tokens as it may',
	hint: (facts) =>
		`Lower Requests per Second in Options, or revoke tokens that nobody needs.${said(facts)}`,
};
const ownFault: KnownError = {
	message: 'The workspace has a problem of its own',
	hint: (facts) => `Try again later.${said(facts)}`,
};

export const errors: Record<string, KnownError> = {
	BAD_REQUEST: notAccepted,
	INVALID_PARAMETER_VALUE: notAccepted,
	INVALID_STATE: {
		message: 'The token is in a state that does not allow this',
		hint: (facts) => `Read it with Token: Get Many; it may have ended.${said(facts)}`,
		retry: 'never',
	},
	UNAUTHENTICATED: {
		message: 'The workspace does not accept the credential',
		hint: 'Open the credential, check the address of the workspace and the token, and test it. Tokens end, and can be revoked',
	},
	PERMISSION_DENIED: {
		message: 'The credential may not do this in the workspace',
		hint: (facts) => `Its token needs the API scope authentication.${said(facts)}`,
		retry: 'never',
	},
	NOT_FOUND: noToken,
	RESOURCE_DOES_NOT_EXIST: noToken,
	ABORTED: {
		message: 'Another change came in between',
		hint: 'Read the token again and repeat the change',
		retry: 'never',
	},
	ALREADY_EXISTS: exists,
	RESOURCE_ALREADY_EXISTS: exists,
	RESOURCE_CONFLICT: exists,
	RESOURCE_EXHAUSTED: tooMany,
	REQUEST_LIMIT_EXCEEDED: tooMany,
	INTERNAL_ERROR: ownFault,
	UNKNOWN: ownFault,
	DATA_LOSS: ownFault,
	NOT_IMPLEMENTED: {
		message: 'This workspace does not offer the operation',
		hint: 'Ask its administrator whether tokens can be managed there',
		retry: 'never',
	},
	TEMPORARILY_UNAVAILABLE: ownFault,
	DEADLINE_EXCEEDED: {
		message: 'The workspace did not finish in time',
		hint: 'Look at the tokens before you repeat this, as it may have been carried out',
	},
};

/** Facts of an error body: `error_code` and `message`. */
export function readError(body: unknown): ServiceErrorInfo {
	if (typeof body !== 'object' || body === null) return {};
	const { error_code: code, message } = body as IDataObject;
	return {
		...(typeof code === 'string' ? { code } : {}),
		...(typeof message === 'string' && message
			? { text: message.slice(0, 500).replace(/\.$/, '') }
			: {}),
	};
}
