/** Error messages about the value of a field. */
import { type Field, formatValue, PackError } from '../describe';

/** Rejects a value: `Limit must be at most 100, got 500`. */
export function rejectField(field: Pick<Field, 'label'>, problem: string, value?: unknown): never {
	throw new PackError(
		`${field.label} ${problem}${value === undefined ? '' : `, got ${formatValue(value)}`}`,
		{ field: field.label },
	);
}
