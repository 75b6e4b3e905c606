/** Reads the IDs in resource names such as `projects/p/locations/l/assets/a`, and in pasted URLs. */
import { type Field, type Fields, formatValue, PackError } from '../describe';
import { locatorValue } from './validate';

/** A value taken from the resource name or the URL in another field. */
export interface ImpliedValue {
	readonly value: string;
	/** Label of the field with the resource name or the URL. */
	readonly source: string;
}

/** The IDs in the resource names and URLs, by field name. @throws PackError if two of them differ */
export function readResourceNames(
	fields: Fields,
	read: (name: string, field: Field) => unknown,
): Record<string, ImpliedValue> {
	const found: Record<string, ImpliedValue> = {};
	for (const [name, field] of Object.entries(fields)) {
		const { label, resourceName, urlParents } = field;
		if (!resourceName && !urlParents) continue;
		const entered = textOf(read(name, field));
		const groups = {
			...resourceName?.exec(entered)?.groups,
			...urlParents?.exec(entered)?.groups,
		};
		for (const [part, value] of Object.entries(groups)) {
			const known = found[part];
			if (known && known.value.toLowerCase() !== value.toLowerCase())
				throw conflictError(fields[part]?.label ?? part, known.value, { value, source: label });
			found[part] = { value, source: label };
		}
	}
	return found;
}

/**
 * The value of a field, or its ID in a resource name if it is empty or contains a resource name.
 * @throws PackError if the field contains a different ID than the resource name
 */
export function applyImpliedValue(
	field: Field,
	value: unknown,
	implied: ImpliedValue | undefined,
): unknown {
	const text = textOf(value);
	// Names differ in case only if the service ignores case.
	if (!implied || text.toLowerCase() === implied.value.toLowerCase()) return value;
	if (text !== '' && !field.resourceName?.test(text))
		throw conflictError(field.label, text, implied);
	return implied.value;
}

const conflictError = (label: string, value: string, implied: ImpliedValue): PackError =>
	new PackError(
		`${label} is ${formatValue(value)}, but ${implied.source} belongs to ${formatValue(implied.value)}`,
		{
			field: label,
			hint: `Clear ${label}. The name or URL in ${implied.source} already contains it.`,
		},
	);

/** The text in a resource locator or text field; empty for any other value. */
function textOf(value: unknown): string {
	const text = locatorValue(value);
	return typeof text === 'string' ? text.trim() : '';
}
