/** Short functions that create the fields of an operation. */
import { toTitleCase } from '../util/titleCase';
import type { Choice, Field, Kind, Values } from './field';

/** What a builder accepts in addition to the label. The compiler infers whether it is required. */
type More<K extends Kind, R extends boolean> = Omit<
	Field<Values[K]>,
	'kind' | 'label' | 'required' | 'choices'
> & { readonly required?: R };

type Made<K extends Kind, R extends boolean> = Field<Values[K]> & {
	readonly kind: K;
} & (R extends true ? { readonly required: true } : unknown);

const builder =
	<K extends Kind>(kind: K) =>
	<const R extends boolean = false>(label: string, more?: More<K, R>) =>
		({ kind, label, ...more }) as unknown as Made<K, R>;

export const text = builder('text');
export const secret = builder('secret');
export const integer = builder('integer');
export const decimal = builder('number');
export const flag = builder('flag');
/** Several strings: a list, comma-separated text or JSON. */
export const list = builder('list');
export const json = builder('json');
/** Any JSON value, sent unchanged. */
export const value = builder('value');
export const date = builder('date');
/** Name of a binary property of the input item. */
export const file = builder('file');

/** A resource mapper: fields that the service defines, depending on another parameter. */
export const columns = builder('columns');
/** A list that the user builds row by row. Each row is an object with its own fields. */
export const rows = builder('rows');

/** The ID of a record, always required: selected from a list, entered, or from a pasted URL. */
export const id = (label: string, more?: Omit<More<'id', true>, 'required'>): Made<'id', true> =>
	builder('id')(label, { ...more, required: true });

/** For a record that is identified by its number, although it also has an `id`, such as an issue. */
export const numbered = {
	byNumber: true,
	pattern: /^[0-9]+$/,
	expected: 'a whole number (the number, not the `id`)',
	placeholder: 'e.g. 8',
} as const;

type Entries = readonly string[] | Readonly<Record<string, string | Omit<Choice, 'value'>>>;

/** Converts values to dropdown entries. Missing labels are derived from the values. */
export function choices(values: Entries): Choice[] {
	if (!Array.isArray(values))
		return Object.entries(values as Exclude<Entries, readonly string[]>).map(([value, entry]) => ({
			value,
			...(typeof entry === 'string' ? { name: entry } : entry),
		}));
	return values.map((value: string) => ({ name: toTitleCase(value), value }));
}

const choiceBuilder =
	<K extends 'choice' | 'choices'>(kind: K) =>
	<const R extends boolean = false>(label: string, values: Entries, more?: More<K, R>) =>
		({ kind, label, ...more, choices: choices(values) }) as unknown as Made<K, R>;

/** One of the given values. An optional field without a default can be left unset. */
export const choice = choiceBuilder('choice');

/** Any number of the given values. */
export const several = choiceBuilder('choices');
