/** Redacts the secrets of a credential from errors and logs. Successful responses stay unchanged. */
import { trimEndOf, withoutScheme } from '../describe';

const secretProperty = /key|secret|token|password|assertion/i;

const publicProperty = /url$|^(token_?type|scopes?|expires?_?(in|at)|state)$/i;

/**
 * Names of the secrets in `oauthTokenData`, in which n8n stores the complete token response and the
 * query of the callback. Redacting all of it would remove words such as the scope `read`.
 */
const tokenProperty = /^(?:access|refresh|id)_?token$/i;

/** All secrets of a credential, as they are and as they are sent. */
export const collectSecrets = (credential: unknown): string[] =>
	secretValues(credential).flatMap((secret) => [secret, withoutScheme(secret)]);

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

/** In characters. A match of this length counts even if the rest of the secret does not follow. */
const minPartLength = 256;

/** Limits the time for a secret and a text that repeat a character such as `%`. */
const maxEnds = 16;

/**
 * Creates a function that replaces secrets in every encoding in which a service may echo them. Those
 * shorter than six characters would remove words from messages. No secret becomes a regular
 * expression, because V8 refuses long ones, with an error that quotes them.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
	let forms: readonly string[] | undefined;
	return (text) => {
		forms ??= [...new Set(secrets)]
			.filter(({ length }) => length >= 6)
			.flatMap((secret) => [secret, hexOf(secret), ...base64Of(secret)].map(lowerCase));
		const lower = lowerCase(text);
		const ranges = forms.flatMap((form) => rangesOf(form, lower)).sort((a, b) => a.start - b.start);
		let redacted = '';
		let copied = 0;
		for (const { start, end } of ranges) {
			if (start >= copied) redacted += `${text.slice(copied, start)}[secret]`;
			copied = Math.max(copied, end);
		}
		return redacted + text.slice(copied);
	};
}

/** The hexadecimal digits of an encoding may be in upper or lower case. Keeps the length of the text. */
const lowerCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase();

/** Where a form occurs in a text, with any of its characters encoded. */
function rangesOf(form: string, text: string): Array<{ start: number; end: number }> {
	const ranges: Array<{ start: number; end: number }> = [];
	for (const first of encodingsOf(partAt(form, 0)))
		for (let start = text.indexOf(first); start >= 0;) {
			const end = endOf(form, text, start);
			if (end >= 0) ranges.push({ start, end });
			start = text.indexOf(first, end >= 0 ? end : start + 1);
		}
	return ranges;
}

/**
 * Where a form that begins at `start` ends, or -1. An encoding may begin with another one, such as
 * `%25` with `%`, so there may be several ends.
 */
function endOf(form: string, text: string, start: number): number {
	let ends = [start];
	for (let at = 0; at < form.length;) {
		const part = partAt(form, at);
		const next = new Set<number>();
		for (const end of ends)
			for (const encoding of encodingsOf(part))
				if (text.startsWith(encoding, end)) next.add(end + encoding.length);
		if (next.size === 0) return at < minPartLength ? -1 : lastOf(ends);
		ends = [...next].slice(0, maxEnds);
		at += part.length;
	}
	return lastOf(ends);
}

const lastOf = (ends: readonly number[]): number => ends.reduce((last, end) => Math.max(last, end));

/** A character, or several that are encoded alike: letters and digits, or backslashes. */
const parts = /[a-z\d]{1,64}|\\{1,64}|./suy;

function partAt(form: string, at: number): string {
	parts.lastIndex = at;
	return parts.exec(form)![0];
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

const htmlNames: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

const knownEncodings = new Map<string, readonly string[]>();

/**
 * Characters as they are, in JSON, in HTML, percent-encoded once or twice, and in the URL-safe form of
 * base64. Libraries differ in which characters they encode, but not letters and digits.
 */
function encodingsOf(characters: string): readonly string[] {
	if (/^[a-z\d]/.test(characters)) return [characters];
	const known = knownEncodings.get(characters);
	if (known) return known;
	const code = characters.codePointAt(0)!;
	const jsonUnits = characters.split('').map((unit) => unit.charCodeAt(0).toString(16));
	const percent = hexOf(characters).replace(/../g, '%$&');
	const html = [htmlNames[characters] ?? [], `#${code}`, `#0${code}`, `#x${code.toString(16)}`];
	const encodings = [
		characters,
		JSON.stringify(characters).slice(1, -1),
		jsonUnits.map((unit) => `\\u${unit.padStart(4, '0')}`).join(''),
		percent,
		percent.replaceAll('%', '%25'),
		...html.flat().map((name) => `&${name};`),
		...(characters === '/' ? ['\\/', '_'] : []),
		...(characters === '+' ? ['-'] : []),
		...(characters === ' ' ? ['+', '%2b'] : []),
	];
	knownEncodings.set(characters, encodings);
	return encodings;
}

/**
 * Parts of a longer text in base64, such as a Basic authentication header. Base64 encodes groups of
 * three bytes, so there are three variants, by the position of the secret in its group. They contain
 * the characters that depend on the secret alone. Short variants would match other words.
 */
function base64Of(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2]
		.map((before) => {
			const base64 = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
			const end = Math.floor(((before + bytes.length) * 4) / 3);
			return trimEndOf(base64, '=').slice(Math.ceil((before * 4) / 3), end);
		})
		.filter((run) => run.length >= 10);
}
