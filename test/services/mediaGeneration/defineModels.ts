// What a row of the model list is made of, and the small words its rows are written in.

import { defineField, type FieldName, type FieldOverrides, type ModelField } from './fields';

/** How a request is priced, in credits: unit, times images or seconds, times the factors of its settings. */
export interface Price {
	unit: number;
	/** What the unit counts; a request as a whole without it. */
	per?: 'image' | 'second';
	/** Factor by field and value (lower case; 'any' for a file that is given). 1 for what is not listed. */
	factors: Partial<Record<FieldName, Readonly<Record<string, number>>>>;
}

export interface Model {
	id: string;
	name: string;
	type: 'image' | 'video';
	bestFor: string;
	fields: ModelField[];
	price: Price;
}

export type FieldTable = Partial<Record<FieldName, FieldOverrides>>;
type Row = [name: string, bestFor: string, price: Price, fields: FieldTable];
export type Rows = Readonly<Record<string, Row>>;

/** A field that must be given. */
export const required: FieldOverrides = { required: true };
/** A field taken as the vocabulary has it. */
export const optional: FieldOverrides = {};
/** One of the words; the first is the default unless named. */
export const oneOf = (words: string, standard = words.split(' ')[0]): FieldOverrides => ({
	enum: words.split(' '),
	default: standard,
});
/** A whole number from the first to the second. */
export const range = (minimum: number, maximum: number, standard: number): FieldOverrides => ({
	minimum,
	maximum,
	default: standard,
});
/** A whole number out of a few. FieldInfo writes allowed values as strings, for integers too. */
export const oneOfIntegers = (standard: number, ...values: number[]): FieldOverrides => ({
	enum: values.map(String),
	minimum: Math.min(...values),
	maximum: Math.max(...values),
	default: standard,
});

export const perImage = (unit: number, factors: Price['factors'] = {}): Price => ({
	unit,
	per: 'image',
	factors,
});
export const perSecond = (unit: number, factors: Price['factors'] = {}): Price => ({
	unit,
	per: 'second',
	factors,
});
export const perRequest = (unit: number, factors: Price['factors'] = {}): Price => ({
	unit,
	factors,
});

/** Rows to models, with the fields that the specification gives to every model, or to every one with a prompt. */
export function defineModels(type: Model['type'], rows: Rows): Model[] {
	return Object.entries(rows).map(([id, [name, bestFor, price, fields]]) => {
		const common: FieldTable = {
			...(fields.prompt && { enhance_prompt: optional, translate_prompt: optional }),
			idempotency_key: optional,
			callback_url: optional,
		};
		const all = Object.entries({ ...fields, ...common }) as Array<[FieldName, FieldOverrides]>;
		return {
			id,
			name,
			type,
			bestFor,
			price,
			fields: all.map(([field, narrowing]) => defineField(field, narrowing)),
		};
	});
}
