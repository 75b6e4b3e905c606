/** Short functions that create the fields of an operation. */
import type { IDataObject } from 'n8n-workflow';
import { toTitleCase } from '../util/titleCase';
import type { Choice, Field } from './field';

type More<T> = Omit<Partial<Field<T>>, 'kind' | 'label' | 'required'>;

/**
 * Rejects unknown properties. Without this type, a generic parameter would accept misspelled
 * property names.
 */
type KnownProperties<M> = M & Record<Exclude<keyof M, keyof Field | 'required'>, never>;

type Made<T, M> = Field<T> & (M extends { required: true } ? { required: true } : unknown);

const builder =
	<T>(kind: Field['kind']) =>
	<const M extends More<T> & { required?: boolean }>(
		label: string,
		more?: KnownProperties<M>,
	): Made<T, M> =>
		({ kind, label, ...more }) as unknown as Made<T, M>;

export const text = builder<string>('text');

export const secret = builder<string>('secret');

export const integer = builder<number>('integer');

export const decimal = builder<number>('number');

export const flag = builder<boolean>('flag');

/** Several strings: a list, comma-separated text or JSON. */
export const list = builder<string[]>('list');

export const json = builder<IDataObject>('json');

/** Any JSON value, sent unchanged. */
export const value = builder<unknown>('value');

/** A date, sent in `format`. */
export const date = builder<string>('date');

/** Name of a binary property of the input item. */
export const file = builder<string>('file');

/** A resource mapper: fields that the service defines, depending on another parameter. */
export const columns = builder<IDataObject>('columns');

/** A list that the user builds row by row. Each row is an object with its own fields. */
export const rows = <
	const M extends More<IDataObject[]> & { required?: boolean; row: Record<string, Field> },
>(
	label: string,
	more: KnownProperties<M>,
): Made<IDataObject[], M> => builder<IDataObject[]>('rows')(label, more);

/**
 * The ID of a record, always required: selected from a list, entered, or extracted from a pasted
 * URL.
 */
export const id = <const M extends More<string>>(
	label: string,
	more?: KnownProperties<M>,
): Field<string> & { required: true } => ({
	kind: 'id',
	label,
	...more,
	required: true,
});

/** Converts values to dropdown entries. Missing labels are derived from the values. */
export function choices(values: readonly string[] | Readonly<Record<string, string>>): Choice[] {
	if (!Array.isArray(values))
		return Object.entries(values as Record<string, string>).map(([value, name]) => ({
			value,
			name,
		}));
	const prefix = enumPrefix(values as string[]);
	return values.map((value: string) => ({
		name: toTitleCase(prefix === '' ? value : value.slice(prefix.length).toLowerCase()),
		value,
	}));
}

/**
 * The name of an enum at the start of all its constants, as is usual in APIs that are defined in
 * protocol buffers: `IMPORT_JOB_FORMAT_` in `IMPORT_JOB_FORMAT_CMDB`. Empty for other values.
 */
function enumPrefix(values: readonly string[]): string {
	const [first = '', ...others] = values;
	if (others.length === 0 || !values.every((value) => /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(value)))
		return '';
	const words = first.split('_').slice(0, -1);
	while (words.length > 0 && !others.every((value) => value.startsWith(`${words.join('_')}_`)))
		words.pop();
	return words.map((word) => `${word}_`).join('');
}

type Values = readonly string[] | Readonly<Record<string, string>>;

/** One of the given values. An optional field without a default can be left unset. */
export const choice = <const M extends More<string> & { required?: boolean }>(
	label: string,
	values: Values,
	more?: KnownProperties<M>,
): Made<string, M> =>
	builder<string>('choice')(label, {
		...more,
		choices: choices(values),
	} as unknown as KnownProperties<M>);

/** Any number of the given values. */
export const several = <const M extends More<string[]> & { required?: boolean }>(
	label: string,
	values: Values,
	more?: KnownProperties<M>,
): Made<string[], M> =>
	builder<string[]>('choices')(label, {
		...more,
		choices: choices(values),
	} as unknown as KnownProperties<M>);
