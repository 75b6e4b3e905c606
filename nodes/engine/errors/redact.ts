/**
 * Redacts the secrets of a credential from errors and logs. Successful responses are data and stay
 * unchanged.
 */
import { trimEndOf, withoutScheme } from '../describe';

const secretProperty = /key|secret|token|password|assertion/i;

const publicProperty = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

/**
 * Names of the secrets in `oauthTokenData`, at any depth. n8n stores the complete token response
 * there, together with the query parameters of the OAuth callback. If all of these values were
 * redacted, words such as the scope `read` would be missing from every message.
 */
const tokenProperty = /^(?:access|refresh|id)_?token$/i;

const placeholder = '[secret]';

/** All secrets of a credential, in every encoding that a service may echo, longest first. */
export const collectSecrets = (credential: unknown): string[] =>
	secretValues(credential)
		.flatMap((secret) => [...new Set([secret, withoutScheme(secret)])])
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
					...jsonForms(secret),
					...htmlForms(secret),
					...percentForms(secret),
					...hexForms(secret),
					...base64Forms(secret),
				]),
			]
		: [];

/** Forms of the secret in a JSON string: with plain slashes, and with escaped slashes as in PHP. */
function jsonForms(secret: string): string[] {
	const json = JSON.stringify(secret).slice(1, -1);
	return [json, json.replace(/\//g, '\\/')];
}

/** Forms of the secret in an HTML page. Libraries differ in how, and whether, they write quotes. */
function htmlForms(secret: string): string[] {
	const text = secret.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
	return ['"', '&quot;', '&#34;', '&#x22;']
		.map((quote) => text.replaceAll('"', quote))
		.flatMap((quoted) =>
			["'", '&apos;', '&#39;', '&#039;', '&#x27;'].map((quote) => quoted.replaceAll("'", quote)),
		);
}

/**
 * Percent-encoded forms of the secret, with uppercase or lowercase hex digits, and encoded once or
 * twice. Libraries differ in which characters they encode: those of RFC 3986, those of
 * `encodeURIComponent`, or those of HTML forms.
 */
function percentForms(secret: string): string[] {
	const component = encodeURIComponent(secret);
	const strict = component.replace(
		/[!'()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	const form = new URLSearchParams({ secret }).toString().slice('secret='.length);
	return [component, strict, strict.replace(/~/g, '%7E'), form]
		.flatMap((upper) => [upper, upper.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())])
		.flatMap((once) => [once, encodeURIComponent(once)]);
}

function hexForms(secret: string): string[] {
	const hex = Buffer.from(secret).toString('hex');
	return [hex, hex.toUpperCase()];
}

/**
 * How a secret is encoded in base64 inside a longer text, such as a Basic authentication header.
 * Base64 encodes groups of three bytes, so the result depends on the position of the secret in its
 * group: there are three variants. Each variant contains only the characters that depend on the
 * secret alone. Short variants are ignored, because they would match other words.
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
