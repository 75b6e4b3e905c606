/** Long names of records, such as `projects/p/locations/l/assets/a`: they say where the record lies as well. */
import { locatedOf } from './check';
import { shown } from './shown';
import type { Field, Fields } from './field';
import { Refusal } from './refusal';

export interface Told {
	readonly value: string;
	/** Label of the field whose long name says so. */
	readonly by: string;
}

/** What long names say: of their own field, and of where the record lies. */
export function longNames(fields: Fields, read: (name: string) => unknown): Record<string, Told> {
	const found: Record<string, Told> = {};
	for (const [name, { label, longName }] of Object.entries(fields)) {
		if (!longName) continue;
		const groups = longName.exec(textOf(read(name)))?.groups ?? {};
		for (const [part, value] of Object.entries(groups)) {
			const known = found[part];
			if (known && known.value !== value)
				throw disagreement(fields[part]?.label ?? part, known.value, { value, by: label });
			found[part] = { value, by: label };
		}
	}
	return found;
}

/** A field's own value, or what a long name says in its place. */
export function placed(field: Field, value: unknown, told: Told | undefined): unknown {
	const text = textOf(value);
	if (!told || text === told.value) return value;
	if (text !== '' && !field.longName?.test(text)) throw disagreement(field.label, text, told);
	return told.value;
}

const disagreement = (label: string, value: string, told: Told): Refusal =>
	new Refusal(`${label} is ${shown(value)}, but ${told.by} lies in ${shown(told.value)}`, {
		field: label,
		hint: `Leave ${label} empty where it may be: the name in ${told.by} says it already.`,
	});

/** What a locator or a text field holds; nothing for any other value. */
function textOf(value: unknown): string {
	const text = locatedOf(value);
	return typeof text === 'string' ? text.trim() : '';
}
