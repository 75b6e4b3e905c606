/** Redacts the secrets of a credential from errors, logs and responses. */
import type { IDataObject } from 'n8n-workflow';

/**
 * Redacts all strings in a value. Searching the serialized JSON would miss escaped secrets, and
 * could match the digits of a number.
 */
export function redactValue(
	value: unknown,
	text: string,
	redact: (text: string) => string,
): unknown {
	return text.includes('\\') || redact(text) !== text ? redactStrings(value, redact) : value;
}

function redactStrings(value: unknown, redact: (text: string) => string): unknown {
	if (typeof value === 'string') return redact(value);
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((one) => redactStrings(one, redact));
	return Object.fromEntries(
		Object.entries(value).map(([key, one]) => [redact(key), redactStrings(one, redact)]),
	);
}

const secretProperty = /key|secret|token|password|assertion/i;

/** Properties of a token response that are not secret. Redacting the scope `read`, for example, would remove that word from every item. */
const publicProperty = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

const placeholder = '[secret]';

/** All secrets of a credential, in every encoding that a service may echo, longest first. */
export function collectSecrets(credential: unknown, parentIsSecret = false): string[] {
	if (typeof credential === 'string') return parentIsSecret ? encodedForms(credential) : [];
	if (typeof credential !== 'object' || credential === null) return [];
	return Object.entries(credential as IDataObject)
		.flatMap(([key, value]) =>
			collectSecrets(
				value,
				(parentIsSecret || secretProperty.test(key)) && !publicProperty.test(key),
			),
		)
		.sort((a, b) => b.length - a.length);
}

/** The encodings in which a service may echo a secret. */
export const encodedForms = (secret: string): string[] =>
	secret.length >= 4
		? [...new Set([secret, encodeURIComponent(secret), ...base64Forms(secret)])]
		: [];

/**
 * The base64 characters of a secret inside a longer text, such as a Basic authentication header, for all three alignments.
 * Only characters whose six bits all belong to the secret are used. Short runs are ignored, because they would match other words.
 */
function base64Forms(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const runs = [0, 1, 2].map((before) => {
		const digits = Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.replace(/=+$/, '');
		return digits.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
	});
	return runs.filter((run) => run.length >= 10);
}

/** Creates a function that replaces secrets in a string. */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	return (text) => {
		let redactValue = text;
		for (const secret of secrets)
			if (redactValue.includes(secret)) redactValue = redactValue.split(secret).join(placeholder);
		return redactValue;
	};
}
