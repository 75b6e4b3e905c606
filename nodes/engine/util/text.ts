import { readSafely } from './result';

/** Formats a value for a message: on one line, at most 60 characters. */
export function formatValue(value: unknown): string {
	const text = (typeof value === 'string' ? `"${value}"` : toJson(value)).replace(
		unprintable,
		escaped,
	);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

/** Converts a value to JSON. Expressions may return functions and circular objects. */
const toJson = (value: unknown): string =>
	typeof value !== 'object' || value === null
		? String(value)
		: (readSafely(() => JSON.stringify(value)) ?? 'an object that is not valid JSON');

/** Converts text, a number, a boolean or a list of one of them to text, anything else to ''. */
export function toText(value: unknown): string {
	let inner = value;
	// The depth is limited, because a list may be nested deeply or contain itself.
	for (let depth = 0; depth < 10 && Array.isArray(inner) && inner.length === 1; depth++)
		inner = inner[0];
	return ['string', 'number', 'boolean', 'bigint'].includes(typeof inner) ? String(inner) : '';
}

/** A token as it is sent. People also paste the scheme of the header and a line break. */
export const withoutScheme = (token: string): string =>
	token.trim().replace(/^(?:bearer|token)\s+/i, '');

/** `an owner` for `owner`. Not for words such as `user` and `hour`, which sound different. */
export const withArticle = (text: string): string =>
	`${/^[aeiou]/i.test(text) ? 'an' : 'a'} ${text}`;

/** `entries` for `entry`. Only for regular nouns. */
export const pluralOf = (noun: string): string =>
	`${noun.replace(/(?<![aeiou])y$/, 'ie').replace(/ss$/, 'sse')}s`;

/** A sentence about a field: `Line Items are required` for the problem `is required`. */
export const aboutField = (label: string, problem: string): string =>
	`${label} ${/[^su]s(?: \(.*\))?$/.test(label) ? problem.replace(/^is\b/, 'are') : problem}`;

/**
 * The problem with an amount whose point may separate thousands, such as `1.000`, or undefined. Only
 * text is ambiguous. Two or four decimal places are not.
 */
export function ambiguousAmount(amount: unknown): string | undefined {
	if (typeof amount !== 'string') return undefined;
	const found = /^\s*([+-]?[1-9]\d{0,2})\.(\d{3})\s*$/.exec(amount);
	if (!found) return undefined;
	const thousands = `${found[1]}${found[2]}`;
	const decimal = amount.trim();
	const clear = decimal.endsWith('0') ? decimal.slice(0, -1) : `${decimal}0`;
	return `could mean ${thousands} or ${Number(amount)}: enter ${thousands} or ${clear}`;
}

/** `1000.50` for `1.000,50`, or undefined if the comma may separate thousands, as in `1,000`. */
export const withDecimalPoint = (amount: string): string | undefined =>
	/^\s*[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+),(?:\d{1,2}|\d{4,})\s*$/.test(amount)
		? amount.trim().replaceAll('.', '').replace(',', '.')
		: undefined;

/** Splits comma-separated text and trims the entries. Empty entries are dropped. */
export const splitList = (text = ''): string[] =>
	text
		.split(',')
		.map((entry) => entry.trim())
		.filter(Boolean);

/** Removes a character from the end of a text in linear time, unlike `/0+$/`. */
export function trimEndOf(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
}

/** Removes the zeros at the end of a decimal: `1.500` becomes `1.5`. Integers stay unchanged. */
export const trimDecimals = (decimal: string): string =>
	decimal.includes('.') ? trimEndOf(trimEndOf(decimal, '0'), '.') : decimal;

/** Control characters, except tab and line feed. Terminals and log viewers may interpret them. */
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Makes text from a service safe for messages and logs: escaped, and truncated to `maxLength`. */
export function printable(text: string, maxLength: number): string {
	const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
	return short.replace(controlCharacters, escaped);
}

const escaped = (letter: string): string =>
	`\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
