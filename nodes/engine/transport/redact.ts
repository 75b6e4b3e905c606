/** Redacts the secrets of a credential from errors and logs. Successful responses are data and stay unchanged. */
import { trimEndOf } from '../input/trimEnd';

const secretProperty = /key|secret|token|password|assertion/i;

const publicProperty = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

/**
 * The secrets of an OAuth2 token, at any depth of `oauthTokenData`. n8n stores the complete token response there, with the query
 * string of the callback. Redacting all of it would remove words such as the scope `read` from every message.
 */
const tokenProperty = /^(?:access|refresh|id)_?token$/i;

const placeholder = '[secret]';

/** All secrets of a credential, in every encoding that a service may echo, longest first. */
export const collectSecrets = (credential: unknown): string[] =>
	secretValues(credential)
		.flatMap(encodedForms)
		.sort((a, b) => b.length - a.length);

function secretValues(value: unknown, isSecret = false): string[] {
	if (typeof value === 'string') return isSecret ? [value] : [];
	return entriesOf(value).flatMap(([key, inner]) =>
		key === 'oauthTokenData'
			? tokensOf(inner)
			: secretValues(inner, (isSecret || secretProperty.test(key)) && !publicProperty.test(key)),
	);
}

const tokensOf = (data: unknown): string[] =>
	entriesOf(data).flatMap(([key, inner]) =>
		typeof inner !== 'string' ? tokensOf(inner) : tokenProperty.test(key) ? [inner] : [],
	);

const entriesOf = (value: unknown): [string, unknown][] =>
	typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** The encodings in which a service may echo a secret. */
export const encodedForms = (secret: string): string[] =>
	secret.length >= 4
		? [
				...new Set([
					secret,
					JSON.stringify(secret).slice(1, -1),
					...percentForms(secret),
					...hexForms(secret),
					...base64Forms(secret),
				]),
			]
		: [];

/** Percent-encoding, in upper and lower case, once and twice. */
function percentForms(secret: string): string[] {
	const upper = encodeURIComponent(secret);
	const lower = upper.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
	return [upper, lower].flatMap((once) => [once, encodeURIComponent(once)]);
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
	return runs
		.filter((run) => run.length >= 10)
		.flatMap((run) => [run, run.replace(/\+/g, '-').replace(/\//g, '_')]);
}

/** Creates a function that replaces secrets in a string. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	return (text) => {
		let result = text;
		for (const secret of secrets)
			if (result.includes(secret)) result = result.split(secret).join(placeholder);
		return result;
	};
}
