/** Reads the IDs in resource names such as `projects/p/locations/l/assets/a`, and in pasted URLs. */
import { type Field, type Fields, formatValue, PackError } from '../describe';
import { locatorValue, maxIdLength } from './validate';

/** A value in the resource name or the URL that was entered in another field, the source. */
export interface ImpliedValue {
	readonly value: string;
	/** Label of the other field. */
	readonly source: string;
	readonly entered: string;
}

/** By field name. @throws PackError if two of the values differ, or a URL has another host */
export function readResourceNames(
	fields: Fields,
	read: (name: string, field: Field) => unknown,
	acceptsUrlOf: (host: string) => boolean = () => true,
): Record<string, ImpliedValue> {
	const found: Record<string, ImpliedValue> = {};
	for (const [name, field] of Object.entries(fields)) {
		const { label, resourceName, urlParents } = field;
		if (!resourceName && !urlParents) continue;
		const entered = textOf(read(name, field));
		const parents = urlParents?.exec(entered)?.groups;
		const host = parents && URL.canParse(entered) ? new URL(entered).host : '';
		// Another service can have a record with this ID.
		if (host !== '' && !acceptsUrlOf(host))
			throw new PackError(`${label} is a URL of ${host}, but the credential is for another host`, {
				field: label,
				hint: 'Select the credential for this URL, or enter the ID or name instead.',
			});
		const groups = { ...resourceName?.exec(entered)?.groups, ...parents };
		for (const [part, value] of Object.entries(groups)) {
			const implied = { value, source: label, entered };
			const known = found[part];
			if (known && known.value.toLowerCase() !== value.toLowerCase())
				throw conflictError(fields[part]?.label ?? part, known.value, implied);
			found[part] = implied;
		}
	}
	return found;
}

/** The value of a field, or its implied one. @throws PackError if they differ */
export function applyImpliedValue(
	field: Field,
	value: unknown,
	implied: ImpliedValue | undefined,
): unknown {
	const text = textOf(value);
	// Names differ in case only if the service ignores case.
	if (!implied || text.toLowerCase() === implied.value.toLowerCase()) return value;
	// Users also enter the resource name of a record, such as a report, in the fields of its parents.
	const isKnown = text === implied.entered || field.resourceName?.test(text);
	if (text !== '' && !isKnown) throw conflictError(field.label, text, implied);
	return implied.value;
}

const conflictError = (label: string, value: string, implied: ImpliedValue): PackError =>
	new PackError(
		`${label} is ${formatValue(value)}, but ${implied.source} belongs to ${formatValue(implied.value)}`,
		{ field: label, hint: `Set ${label} to ${implied.value}, or change ${implied.source}.` },
	);

/** The text in a resource locator or text field; empty for any other value, or if it is too long. */
function textOf(value: unknown): string {
	const text = locatorValue(value);
	return typeof text === 'string' && text.length <= maxIdLength ? text.trim() : '';
}
