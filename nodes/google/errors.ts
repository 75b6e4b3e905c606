/**
 * Error bodies of Google APIs:
 * `{ error: { code, status, message, errors: [{ reason }], details: [{ reason }] } }`.
 */
import type { IDataObject } from 'n8n-workflow';
import { type HttpResponse, type ServiceErrorInfo, toText } from '../engine/describe';

/** The code of an error about a missing scope. Older APIs use other reasons. */
export const scopeInsufficient = 'ACCESS_TOKEN_SCOPE_INSUFFICIENT';

/**
 * Creates the function that reads errors. The code is the first available value of: the reason in
 * `details`, the reason in `errors`, the status.
 * @param scope a scope that allows every request, for a response that does not name the scopes
 */
export const googleErrorReader =
	(scope: string) =>
	(body: unknown, response: Pick<HttpResponse, 'headers'>): ServiceErrorInfo => {
		const { status, message, errors, details } = objectOf(objectOf(body).error);
		const reasons = [...listOf(details), ...listOf(errors)].map(({ reason }) => reason);
		const code = [...reasons, status].find(isText);
		const text = isText(message) ? message : undefined;
		const accepted = acceptedScopes(response);
		if (accepted || code === scopeInsufficient || scopeMessage.test(text ?? ''))
			return { code: scopeInsufficient, text, missingScope: `scope ${accepted ?? scope}` };
		return { code, text, facts: { errors: listOf(errors) } };
	};

const scopeMessage = /insufficient authentication scopes/i;

/** The scopes in `Bearer error="insufficient_scope", scope="first second"`. The token needs one. */
function acceptedScopes({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
	const challenge = toText(headers['www-authenticate']);
	if (!/\berror="?insufficient_scope\b/.test(challenge)) return undefined;
	const [, scopes] = /\bscope="([^"]+)"/.exec(challenge) ?? [];
	return scopes?.trim().split(/\s+/).join(' or ');
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const objectOf = (value: unknown): IDataObject =>
	typeof value === 'object' && value !== null ? (value as IDataObject) : {};

const listOf = (value: unknown): IDataObject[] => (Array.isArray(value) ? value.map(objectOf) : []);
