/** Short functions that create the fields of an operation. */
import { toTitleCase } from '../util/titleCase';
import type { Choice, FieldOf, Kind, PropertyOf } from './field';

type More<K extends Kind> = Omit<FieldOf<K>, 'kind' | 'label' | 'required' | 'choices'> & {
	readonly required?: boolean;
};

/** Rejects misspelled properties and properties of other kinds, which inference would accept. */
type KnownProperties<K extends Kind, M> = M & Record<Exclude<keyof M, PropertyOf<K>>, never>;

type Made<K extends Kind, M> = FieldOf<K> &
	(M extends { required: true } ? { required: true } : unknown);

const make = <F>(kind: Kind, label: string, more?: object): F => ({ kind, label, ...more }) as F;

const builder =
	<K extends Kind>(kind: K) =>
	<const M extends More<K>>(label: string, more?: KnownProperties<K, M>): Made<K, M> =>
		make(kind, label, more);

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

const requiredBuilder =
	<K extends 'columns' | 'rows'>(kind: K) =>
	<const M extends More<K>>(label: string, more: KnownProperties<K, M>): Made<K, M> =>
		make(kind, label, more);

/** A resource mapper: fields that the service defines, depending on another parameter. */
export const columns = requiredBuilder('columns');

/** A list that the user builds row by row. Each row is an object with its own fields. */
export const rows = requiredBuilder('rows');

/** The ID of a record, always required: selected from a list, entered, or from a pasted URL. */
export const id = <const M extends Omit<More<'id'>, 'required'>>(
	label: string,
	more?: KnownProperties<'id', M>,
): FieldOf<'id'> & { required: true } => make('id', label, { ...more, required: true });

/** For a record that is identified by its number, although it also has an `id`, such as an issue. */
export const numbered = {
	byNumber: true,
	pattern: /^[0-9]+$/,
	expected: 'a whole number (the number, not the `id`)',
	placeholder: 'e.g. 8',
} as const;

type Values = readonly string[] | Readonly<Record<string, string | Omit<Choice, 'value'>>>;

/** Converts values to dropdown entries. Missing labels are derived from the values. */
export function choices(values: Values): Choice[] {
	if (!Array.isArray(values))
		return Object.entries(values as Exclude<Values, readonly string[]>).map(([value, entry]) => ({
			value,
			...(typeof entry === 'string' ? { name: entry } : entry),
		}));
	return values.map((value: string) => ({ name: toTitleCase(value), value }));
}

const choiceBuilder =
	<K extends 'choice' | 'choices'>(kind: K) =>
	<const M extends More<K>>(
		label: string,
		values: Values,
		more?: KnownProperties<K, M>,
	): Made<K, M> =>
		make(kind, label, { ...more, choices: choices(values) });

/** One of the given values. An optional field without a default can be left unset. */
export const choice = choiceBuilder('choice');

/** Any number of the given values. */
export const several = choiceBuilder('choices');
