/** Redacts the secrets of a credential from errors and logs. Successful responses are data and stay unchanged. */
import type { IDataObject } from 'n8n-workflow';
import { trimEndOf } from '../input/trimEnd';

const secretProperty = /key|secret|token|password|assertion/i;

const publicProperty = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

/**
 * The secrets of an OAuth2 token. n8n stores the complete token response under `oauthTokenData`, with the query string of the
 * callback. Redacting all of it would remove words such as the scope `read` from every message.
 */
const tokenProperties = ['access_token', 'refresh_token', 'id_token'];

const placeholder = '[secret]';

/** All secrets of a credential, in all encodings in which a service may echo them, the longest first. */
export const collectSecrets = (credential: unknown): string[] =>
	secretValues(credential)
		.flatMap(encodedForms)
		.sort((a, b) => b.length - a.length);

function secretValues(value: unknown, isSecret = false): string[] {
	if (typeof value === 'string') return isSecret ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value as IDataObject).flatMap(([key, inner]) => {
		if (key === 'oauthTokenData') return tokensOf(inner);
		return secretValues(inner, (isSecret || secretProperty.test(key)) && !publicProperty.test(key));
	});
}

const tokensOf = (data: unknown): string[] =>
	typeof data === 'object' && data !== null
		? tokenProperties
				.map((name) => (data as IDataObject)[name])
				.filter((value) => typeof value === 'string')
		: [];

/** The encodings in which a service may echo a secret. */
export const encodedForms = (secret: string): string[] =>
	secret.length >= 4
		? [...new Set([secret, ...percentForms(secret), ...hexForms(secret), ...base64Forms(secret)])]
		: [];

/** Percent-encoding, in upper and lower case, once and twice. */
function percentForms(secret: string): string[] {
	const once = encodeURIComponent(secret);
	const twice = encodeURIComponent(once);
	return [once, twice].flatMap((text) => [
		text,
		text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
	]);
}

function hexForms(secret: string): string[] {
	const hex = Buffer.from(secret).toString('hex');
	return [hex, hex.toUpperCase()];
}

/**
 * The base64 characters of a secret inside a longer text, such as a Basic authentication header, for all three alignments.
 * Only characters whose six bits all belong to the secret are used. Short runs are ignored, because they would match other words.
 */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const runs = [0, 1, 2].map((before) => {
		const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const digits = trimEndOf(base64, '=');
		return digits.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
	});
	return runs.filter((run) => run.length >= 10);
}

/** Creates a function that replaces secrets in a text. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	return (text) => {
		let result = text;
		for (const secret of secrets)
			if (result.includes(secret)) result = result.split(secret).join(placeholder);
		return result;
	};
}
