/** Parses JSON without losing digits. */

const longInteger = /[-\d]\d{15}/;

const longNumber = /[-\d][\d.]{15}/;

/** Where a text begins, or a whole number: digits inside of either are never taken for an integer of their own. */
const quoteOrNumber = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const integer = /^-?\d{16,}$/;

/** Whether a decimal number still has its digits after JavaScript read it. One with an exponent is a measurement, which has no last cent. */
const isExact = (token: string): boolean =>
	token.length < 17 ||
	!token.includes('.') ||
	/[eE]/.test(token) ||
	String(Number(token)) === token.replace(/\.?0+$/, '');

/** JSON with its too long integers as texts, and its too long decimal numbers where that is wanted. Texts are skipped by hand: a regular expression runs out of stack on long ones. */
function exactNumbers(text: string, decimals: boolean): string {
	const token = new RegExp(quoteOrNumber);
	let exact = '';
	let from = 0;
	for (let found = token.exec(text); found; found = token.exec(text)) {
		if (found[0] === '"') token.lastIndex = endOfText(text, token.lastIndex);
		else if (
			(integer.test(found[0]) && !Number.isSafeInteger(Number(found[0]))) ||
			(decimals && !isExact(found[0]))
		) {
			exact += `${text.slice(from, found.index)}"${found[0]}"`;
			from = token.lastIndex;
		}
	}
	return exact + text.slice(from);
}

/** Index after the closing quote of a text that begins at `from`. */
function endOfText(text: string, from: number): number {
	for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
		let slashes = 0;
		while (text[at - 1 - slashes] === '\\') slashes++;
		if (slashes % 2 === 0) return at + 1;
	}
	return text.length;
}

/**
 * Parses JSON. Integers that JavaScript would round become strings, and so do the values of `wideIds` keys, whatever their size.
 * @param decimals whether decimal numbers that JavaScript would round become strings too
 * @throws SyntaxError
 */
export function parseJson(
	text: string,
	wideIds: readonly string[] = [],
	decimals = false,
): unknown {
	const exact = (decimals ? longNumber : longInteger).test(text)
		? exactNumbers(text, decimals)
		: text;
	if (wideIds.length === 0) return JSON.parse(exact);
	const wide = new Set(wideIds);
	return JSON.parse(exact, (key, value: unknown) =>
		wide.has(key) && (typeof value === 'number' || Array.isArray(value))
			? Array.isArray(value)
				? value.map(idText)
				: String(value)
			: value,
	);
}

const idText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value);
