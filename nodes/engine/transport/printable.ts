/**
 * Control characters, except tab and line feed. Terminals and log viewers may interpret them, for
 * example as ANSI sequences.
 */
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * Makes text from a service safe for messages and logs: control characters are escaped, and long
 * text is truncated.
 * @param maxLength in characters
 */
export function printable(text: string, maxLength: number): string {
	const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
	return short.replace(
		controlCharacters,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
