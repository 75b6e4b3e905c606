/**
 * Error bodies of Google APIs:
 * `{ error: { code, status, message, errors: [{ reason }], details: [{ reason }] } }`.
 */
import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, type ServiceErrorInfo, toText } from '../engine/describe';

/** The code of an error about a missing scope. Older APIs use other reasons. */
export const scopeInsufficient = 'ACCESS_TOKEN_SCOPE_INSUFFICIENT';

interface GoogleError {
	readonly status?: unknown;
	readonly message?: unknown;
	readonly errors?: unknown;
	readonly details?: unknown;
}

/**
 * Creates the function that reads errors. The code is the first available value of: the reason in
 * `details`, the reason in `errors`, the status.
 * @param scope a scope that allows every request to the service. It is in the error about a missing
 * scope if the response does not contain the scopes.
 */
export const googleErrorReader =
	(scope: string) =>
	(body: unknown, response: Pick<HttpResponse, 'headers'>): ServiceErrorInfo => {
		const error = objectOf(objectOf(body).error) as GoogleError;
		const reasons = [...listOf(error.details), ...listOf(error.errors)].map(({ reason }) => reason);
		const code = [...reasons, error.status].find(
			(word) => typeof word === 'string' && word !== '',
		) as string | undefined;
		const text = typeof error.message === 'string' ? { text: error.message } : {};
		const accepted = acceptedScopes(response);
		if (accepted || code === scopeInsufficient || scopeMessage.test(toText(error.message)))
			return { code: scopeInsufficient, ...text, missingScope: `scope ${accepted ?? scope}` };
		return {
			...(code === undefined ? {} : { code }),
			...text,
			facts: { errors: listOf(error.errors) },
		};
	};

const scopeMessage = /insufficient authentication scopes/i;

/**
 * The scopes of which the token needs one: `Bearer realm="…", error="insufficient_scope",
 * scope="first second"`.
 */
function acceptedScopes({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
	const challenge = toText(headers['www-authenticate']);
	if (!/\berror="?insufficient_scope\b/.test(challenge)) return undefined;
	const [, scopes] = /\bscope="([^"]+)"/.exec(challenge) ?? [];
	return scopes?.trim().split(/\s+/).join(' or ');
}

const objectOf = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

const listOf = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(objectOf) : []);
