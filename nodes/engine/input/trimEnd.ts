/**
 * Removes a character from the end of a text. The run time is linear, in contrast to a regular
 * expression such as `/0+$/`.
 */
export function trimEndOf(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
}

/**
 * Removes the zeros at the end of a decimal number: `1.500` becomes `1.5`, `2.000` becomes `2`.
 * Integers stay unchanged.
 */
export const trimDecimals = (decimal: string): string =>
	decimal.includes('.') ? trimEndOf(trimEndOf(decimal, '0'), '.') : decimal;
