/**
 * Error bodies of Google APIs:
 * `{ error: { code, status, message, errors: [{ reason }], details: [{ reason, metadata }] } }`.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	type Classification,
	type KnownError,
	type ReceivedResponse,
	toText,
} from '../engine/describe';

/** The code of an error about a missing scope. Older APIs use other reasons. */
export const scopeInsufficient = 'ACCESS_TOKEN_SCOPE_INSUFFICIENT';

/**
 * Errors that all Google APIs share: reasons of older APIs (`errors`), and reasons of newer APIs
 * (`google.api.ErrorReason` in `details`).
 * @param rateLimitHint how to send fewer requests
 * @param quota what happened when the quota of the project is used up, and what to do
 */
export function googleErrors(
	rateLimitHint: string,
	quota: Pick<KnownError, 'message' | 'hint'>,
): Record<string, KnownError> {
	const rateLimited: KnownError = {
		message: ({ provider }) => `The rate limit of ${provider} was reached`,
		hint: rateLimitHint,
		action: 'rateLimit',
	};
	const quotaReached: KnownError = { ...quota, action: 'fail' };
	const disabled: KnownError = {
		message: ({ provider }) => `The API of ${provider} is not enabled in the project`,
		hint: 'Enable the API in the cloud project of the credential, wait a few minutes, and run the node again',
		action: 'fail',
	};
	return {
		rateLimitExceeded: rateLimited,
		userRateLimitExceeded: rateLimited,
		RATE_LIMIT_EXCEEDED: rateLimited,
		RESOURCE_EXHAUSTED: rateLimited,
		quotaExceeded: quotaReached,
		[dailyLimitExceeded]: quotaReached,
		RESOURCE_QUOTA_EXCEEDED: quotaReached,
		accessNotConfigured: disabled,
		SERVICE_DISABLED: disabled,
		ALREADY_EXISTS: {
			message: 'A record with this ID already exists',
			hint: 'Update the existing record instead',
			action: 'fail',
		},
	};
}

const dailyLimitExceeded = 'dailyLimitExceeded';

/**
 * Creates the `classify` of a service. The code is the first available value of: a known reason, a
 * known status, another reason, the status. A response can contain several reasons, and a status such
 * as PERMISSION_DENIED also stands for a quota.
 * @param scope a scope that allows every request, for a response that does not name the scopes
 * @param known the errors of the service
 */
export const classifyGoogle =
	(scope: string, known: Readonly<Record<string, KnownError>>) =>
	(response: Pick<ReceivedResponse, 'body' | 'headers'>): Classification => {
		const { status, message, errors, details } = objectOf(objectOf(response.body).error);
		const parts = [...listOf(details), ...listOf(errors)];
		const codes = [...parts.map(reasonOf), status].filter(isText);
		const code = codes.find((one) => Object.hasOwn(known, one)) ?? codes[0];
		const text = withViolations(isText(message) ? message : undefined, listOf(details));
		const accepted = acceptedScopes(response);
		if (accepted || codes.includes(scopeInsufficient) || scopeMessage.test(text ?? ''))
			return { code: scopeInsufficient, text, missingScope: `scope ${accepted ?? scope}` };
		return { code, text, facts: { errors: listOf(errors) } };
	};

/** The service uses the same reason for the limits of a minute and of a day. */
const reasonOf = ({ reason, metadata }: IDataObject): unknown =>
	reason === 'RATE_LIMIT_EXCEEDED' && /PerDay/i.test(toText(objectOf(metadata).quota_limit))
		? dailyLimitExceeded
		: reason;

/** Adds the invalid fields (`google.rpc.BadRequest`) that the message does not mention. */
function withViolations(
	message: string | undefined,
	details: readonly IDataObject[],
): string | undefined {
	const violations = details
		.flatMap(({ fieldViolations }) => listOf(fieldViolations))
		.map(({ field, description }) => [field, description].filter(isText).join(': '))
		.filter((violation) => violation !== '' && !message?.includes(violation));
	return violations.length > 0
		? [message, `(${violations.join('; ')})`].filter(isText).join(' ')
		: message;
}

const scopeMessage = /insufficient authentication scopes/i;

/** The scopes in `Bearer error="insufficient_scope", scope="first second"`. The token needs one. */
function acceptedScopes({ headers }: Pick<ReceivedResponse, 'headers'>): string | undefined {
	const challenge = toText(headers['www-authenticate']);
	if (!/\berror="?insufficient_scope\b/.test(challenge)) return undefined;
	const [, scopes] = /\bscope="([^"]+)"/.exec(challenge) ?? [];
	return scopes?.trim().split(/\s+/).join(' or ');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const objectOf = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

const listOf = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(objectOf) : []);
