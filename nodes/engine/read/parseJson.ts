import { integerMark, trimEndOf } from '../describe';

const longInteger = /[-\d]\d{15}/;

const longNumber = /[-\d][\d.]{15}/;

/** The start of a string, or a complete number. */
const quoteOrNumber = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The significant digits of a number, without its exponent and the zeros around them. */
export const digitsOf = (number: string): string =>
	trimEndOf(number.split(/e/i, 1)[0]!.replace(/\D/g, '').replace(/^0+/, ''), '0');

/**
 * Whether a number becomes a string, because JavaScript would round it. Measurements, which have a
 * point and an exponent, stay numbers.
 */
function isRounded(token: string, decimals: boolean): boolean {
	if (token.length < 16) return false;
	const value = Number(token);
	if (/^-?\d+$/.test(token)) return !Number.isSafeInteger(value);
	const mayBeRounded = token.includes('.') && (!decimals || /e/i.test(token));
	return !mayBeRounded && digitsOf(token) !== digitsOf(String(value));
}

/**
 * Puts quotes around numbers that JavaScript would round. Strings are skipped without a regular
 * expression, which would overflow the stack for long strings.
 */
function quoteLongNumbers(text: string, decimals: boolean, mark = ''): string {
	const token = new RegExp(quoteOrNumber);
	let result = '';
	let from = 0;
	for (let found = token.exec(text); found; found = token.exec(text)) {
		if (found[0] === '"') token.lastIndex = endOfString(text, token.lastIndex);
		else if (isRounded(found[0], decimals)) {
			result += `${text.slice(from, found.index)}"${mark}${found[0]}"`;
			from = token.lastIndex;
		}
	}
	return result + text.slice(from);
}

/** Index after the closing quote of a string whose content starts at `from`. */
function endOfString(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
		let slashes = 0;
		while (text[at - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return at + 1;
	}
	return text.length;
}

/**
 * Parses JSON that a user entered. Integers that JavaScript would round become a BigInt, which
 * `toExactJson` writes with all its digits.
 * @throws SyntaxError
 */
export function parseEnteredJson(text: string): unknown {
	if (!longInteger.test(text)) return JSON.parse(text);
	return JSON.parse(quoteLongNumbers(text, false, '\\u0000integer:'), (_, value: unknown) => {
		if (typeof value !== 'string' || !value.startsWith(integerMark)) return value;
		const digits = value.slice(integerMark.length);
		return /^-?\d+$/.test(digits) ? BigInt(digits) : digits;
	});
}

/**
 * Parses JSON. Integers that JavaScript would round become strings.
 * @param wideIds keys whose integers always become strings
 * @param decimals whether decimals that JavaScript would round also become strings
 * @throws SyntaxError, or RangeError if JSON with such keys has thousands of levels
 */
export function parseJson(
	text: string,
	wideIds: readonly string[] = [],
	decimals = false,
): unknown {
	const safe = (decimals ? longNumber : longInteger).test(text)
		? quoteLongNumbers(text, decimals)
		: text;
	const keys = new Set(wideIds);
	return keys.size === 0
		? JSON.parse(safe)
		: JSON.parse(safe, (key, value: unknown) =>
				!keys.has(key) ? value : Array.isArray(value) ? value.map(idToString) : idToString(value),
			);
}

const idToString = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
