/** Error messages about the value of a field. */
import { type Field, PackError } from '../describe';

/** Rejects a value: `Limit must be at most 100, got 500`. */
export function rejectField(field: Pick<Field, 'label'>, problem: string, value?: unknown): never {
	throw new PackError(
		`${field.label} ${problem}${value === undefined ? '' : `, got ${formatValue(value)}`}`,
		{ field: field.label },
	);
}

/** Formats a value for a message: on one line, at most 60 characters. */
export function formatValue(value: unknown): string {
	const text = (typeof value === 'string' ? `"${value}"` : toJson(value)).replace(
		controlCharacters,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

/**
 * Converts a value to JSON. Expressions may also return functions and circular objects, which
 * cannot be converted.
 */
function toJson(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return JSON.stringify(value) ?? 'an object that is not valid JSON';
	} catch {
		return 'an object that is not valid JSON';
	}
}

/**
 * Converts text, a number or a boolean to text. A list that contains a single value is converted
 * like that value. Returns an empty string for anything else.
 */
export function toText(value: unknown): string {
	let inner = value;
	// The depth is limited, because a list may be nested deeply or contain itself.
	for (let depth = 0; depth < 10 && Array.isArray(inner) && inner.length === 1; depth++)
		inner = inner[0];
	return ['string', 'number', 'boolean', 'bigint'].includes(typeof inner) ? String(inner) : '';
}
