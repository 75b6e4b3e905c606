/** Resource names, such as `projects/p/locations/l/assets/a`, contain the IDs of the parents as well. */
import { type Field, type Fields, PackError } from '../describe';
import { formatValue } from './messages';
import { locatorValue } from './validate';

export interface ImpliedValue {
	readonly value: string;
	/** Label of the field whose long name says so. */
	readonly source: string;
}

/** What long names say: of their own field, and of where the record lies. */
export function readResourceNames(
	fields: Fields,
	read: (name: string) => unknown,
): Record<string, ImpliedValue> {
	const found: Record<string, ImpliedValue> = {};
	for (const [name, { label, resourceName: longName }] of Object.entries(fields)) {
		if (!longName) continue;
		const groups = longName.exec(textOf(read(name)))?.groups ?? {};
		for (const [part, value] of Object.entries(groups)) {
			const known = found[part];
			if (known && known.value !== value)
				throw disagreement(fields[part]?.label ?? part, known.value, { value, source: label });
			found[part] = { value, source: label };
		}
	}
	return found;
}

/** A field's own value, or what a long name says in its place. */
export function applyImpliedValue(
	field: Field,
	value: unknown,
	told: ImpliedValue | undefined,
): unknown {
	const text = textOf(value);
	if (!told || text === told.value) return value;
	if (text !== '' && !field.resourceName?.test(text)) throw disagreement(field.label, text, told);
	return told.value;
}

const disagreement = (label: string, value: string, told: ImpliedValue): PackError =>
	new PackError(
		`${label} is ${formatValue(value)}, but ${told.source} belongs to ${formatValue(told.value)}`,
		{
			field: label,
			hint: `Clear ${label}. The name in ${told.source} already contains it.`,
		},
	);

/** What a locator or a text field holds; nothing for any other value. */
function textOf(value: unknown): string {
	const text = locatorValue(value);
	return typeof text === 'string' ? text.trim() : '';
}
