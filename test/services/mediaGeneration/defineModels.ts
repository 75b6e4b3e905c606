// The format of the model tables (imageModels.ts, videoModels.ts), and helpers to write them.

import { defineField, type FieldName, type FieldOverrides, type ModelField } from './fields';

/** Price of a request in credits: unit × number of images or seconds × factors of its fields. */
export interface Price {
	unit: number;
	/** What the unit price applies to. Default: the whole request. */
	per?: 'image' | 'second';
	/**
	 * Factors by field and value. Values are in lower case; 'any' matches any file. The factor of a
	 * value that is not listed is 1.
	 */
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

/** A required field. */
export const required: FieldOverrides = { required: true };
/** An optional field without restrictions. */
export const optional: FieldOverrides = {};
/** One of several options, separated by spaces. Default: `defaultOption`, or the first option. */
export const oneOf = (options: string, defaultOption = options.split(' ')[0]): FieldOverrides => ({
	enum: options.split(' '),
	default: defaultOption,
});
/** An integer in a range. */
export const range = (minimum: number, maximum: number, defaultValue: number): FieldOverrides => ({
	minimum,
	maximum,
	default: defaultValue,
});
/** One of several integers. FieldInfo contains them as strings. */
export const oneOfIntegers = (defaultValue: number, ...values: number[]): FieldOverrides => ({
	enum: values.map(String),
	minimum: Math.min(...values),
	maximum: Math.max(...values),
	default: defaultValue,
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

/**
 * Adds the fields that all models have in common. Models with a prompt also get the fields that
 * rewrite it.
 */
export function defineModels(type: Model['type'], rows: Rows): Model[] {
	return Object.entries(rows).map(([id, [name, bestFor, price, fields]]) => {
		const commonFields: FieldTable = {
			...(fields.prompt && { enhance_prompt: optional, translate_prompt: optional }),
			idempotency_key: optional,
			callback_url: optional,
		};
		const all = Object.entries({ ...fields, ...commonFields }) as Array<
			[FieldName, FieldOverrides]
		>;
		return {
			id,
			name,
			type,
			bestFor,
			price,
			fields: all.map(([field, overrides]) => defineField(field, overrides)),
		};
	});
}
