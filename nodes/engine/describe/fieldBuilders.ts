/** Short functions that create the fields of an operation. */
import type { IDataObject } from 'n8n-workflow';
import type { Choice, Field } from './field';
import { titled } from './titleCase';

type More<T> = Omit<Partial<Field<T>>, 'kind' | 'label' | 'required'>;

/** Refuses properties that no field has: a generic parameter would let a misspelled one pass. */
type Known<M> = M & Record<Exclude<keyof M, keyof Field | 'required'>, never>;

type Made<T, M> = Field<T> & (M extends { required: true } ? { required: true } : unknown);

const maker =
	<T>(kind: Field['kind']) =>
	<const M extends More<T> & { required?: boolean }>(label: string, more?: Known<M>): Made<T, M> =>
		({ kind, label, ...more }) as unknown as Made<T, M>;

export const text = maker<string>('text');

export const secret = maker<string>('secret');

export const integer = maker<number>('integer');

export const decimal = maker<number>('number');

export const flag = maker<boolean>('flag');

/** Several texts: a list, a comma-separated text or JSON are all taken. */
export const list = maker<string[]>('list');

export const json = maker<IDataObject>('json');

/** Anything at all, as it was given: a text of the form, or whatever an expression holds. */
export const value = maker<unknown>('value');

/** A moment; sent in `format` (ISO date and time when absent). */
export const date = maker<string>('date');

/** Name of a binary property of the input item. */
export const file = maker<string>('file');

/** A resource mapper: fields that depend on another parameter, read from the service. */
export const columns = maker<IDataObject>('columns');

/** A list that is built up row by row; each row is an object of its own fields. */
export const rows = <
	const M extends More<IDataObject[]> & { required?: boolean; row: Record<string, Field> },
>(
	label: string,
	more: Known<M>,
): Made<IDataObject[], M> => maker<IDataObject[]>('rows')(label, more);

/** The id of a record, always needed: chosen from a list, typed in, or taken out of a pasted address. */
export const id = <const M extends More<string>>(
	label: string,
	more?: Known<M>,
): Field<string> & { required: true } => ({
	kind: 'id',
	label,
	...more,
	required: true,
});

/** Values of the service with their labels: a list of values labels itself. */
export const choices = (values: readonly string[] | Readonly<Record<string, string>>): Choice[] =>
	Array.isArray(values)
		? values.map((value: string) => ({ name: titled(value), value }))
		: Object.entries(values as Record<string, string>).map(([value, name]) => ({ value, name }));

type Values = readonly string[] | Readonly<Record<string, string>>;

/** One of some values. Without a default, and not required, the form offers to leave it unset. */
export const choice = <const M extends More<string> & { required?: boolean }>(
	label: string,
	values: Values,
	more?: Known<M>,
): Made<string, M> =>
	maker<string>('choice')(label, { ...more, choices: choices(values) } as unknown as Known<M>);

/** Any number of some values. */
export const several = <const M extends More<string[]> & { required?: boolean }>(
	label: string,
	values: Values,
	more?: Known<M>,
): Made<string[], M> =>
	maker<string[]>('choices')(label, { ...more, choices: choices(values) } as unknown as Known<M>);
