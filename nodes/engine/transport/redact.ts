/** Redacts the secrets of a credential from errors, logs and responses. */
import type { IDataObject } from 'n8n-workflow';

/** A value without secrets. Its texts are searched, not the JSON: there a secret may be escaped, or its digits be part of a number. */
export function clean(value: unknown, text: string, scrub: (text: string) => string): unknown {
	return text.includes('\\') || scrub(text) !== text ? cleaned(value, scrub) : value;
}

function cleaned(value: unknown, scrub: (text: string) => string): unknown {
	if (typeof value === 'string') return scrub(value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => cleaned(one, scrub));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [scrub(key), cleaned(one, scrub)]),
	);
}

const secretKey = /key|secret|token|password|assertion/i;

/** What stands beside a token in an answer of OAuth2 and is none: hidden, the word "read" would vanish from every item. */
const openKey = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

const mark = '[secret]';

/** All secret texts of a credential, with the forms in which a service may echo them. Longest first. */
export function collectSecrets(credential: unknown, parentIsSecret = false): string[] {
	if (typeof credential === 'string') return parentIsSecret ? encodedForms(credential) : [];
	if (typeof credential !== 'object' || credential === null) return [];
	return Object.entries(credential as IDataObject)
		.flatMap(([key, value]) =>
			collectSecrets(value, (parentIsSecret || secretKey.test(key)) && !openKey.test(key)),
		)
		.sort((a, b) => b.length - a.length);
}

/** A secret in the forms in which a service may echo it. */
export const encodedForms = (secret: string): string[] =>
	secret.length >= 4 ? [...new Set([secret, encodeURIComponent(secret), ...inBase64(secret)])] : [];

/**
 * The digits that a secret has in base64 wherever it stands in a longer text, as it does in Basic authentication: a digit is
 * the secret's own where all its six bits are. Short runs of digits would hide words that have nothing to do with it.
 */
function inBase64(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const runs = [0, 1, 2].map((before) => {
		const digits = Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.replace(/=+$/, '');
		return digits.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
	});
	return runs.filter((run) => run.length >= 10);
}

/** A function that replaces the secrets in a text. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	return (text) => {
		let clean = text;
		for (const secret of secrets)
			if (clean.includes(secret)) clean = clean.split(secret).join(mark);
		return clean;
	};
}
