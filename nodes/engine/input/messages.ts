/** Values as they are quoted in error messages. */
import { type Field, PackError } from '../describe';

/** Refuses a value: `Limit must be at most 100, but is 500`. */
export function rejectField(field: Pick<Field, 'label'>, says: string, value?: unknown): never {
	throw new PackError(
		`${field.label} ${says}${value === undefined ? '' : `, got ${formatValue(value)}`}`,
		{ field: field.label },
	);
}

/** A value for a message: short, on one line. */
export function formatValue(value: unknown): string {
	const text = (typeof value === 'string' ? `"${value}"` : written(value)).replace(
		unprintable,
		(letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800-\udfff]/gu;

/** JSON where there is any: expressions also hold what has none, such as functions, and objects that hold themselves. */
function written(value: unknown): string {
	if (typeof value !== 'object' || value === null) return String(value);
	try {
		return JSON.stringify(value) ?? 'an object that is not valid JSON';
	} catch {
		return 'an object that is not valid JSON';
	}
}

/** A value as text where it is one already, or a list of one; objects and functions have none. */
export const toText = (value: unknown): string =>
	Array.isArray(value) && value.length === 1
		? toText(value[0])
		: ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
			? String(value)
			: '';
