/** A conversion as a row: all of its fields with their own rules (public facts, schema Conversion). */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	choice,
	type Column,
	date,
	decimal,
	type Field,
	id,
	PackError,
	rows,
	text,
	toTitleCase,
} from '../engine/describe';
import { toUtc } from '../engine/input/dates';
import { validate } from '../engine/input/validate';

/** An id of the service: wider than a number of JavaScript, and so a text. */
export const wide = (label: string, more: Partial<Field<string>> = {}) =>
	id(label, {
		placeholder: 'e.g. 20700000000000123',
		pattern: /^\d{1,19}$/,
		expected: 'a whole number',
		...more,
	});

/** A whole number that is sent as text: an amount in millionths or thousandths. */
const whole = (label: string, more: Partial<Field<string>> = {}): Field =>
	id(label, { pattern: /^-?\d{1,19}$/, expected: 'a whole number', ...more });

const ids =
	'agencyId advertiserId engineAccountId campaignId adGroupId adId criterionId dsConversionId inventoryAccountId productGroupId segmentationId';
const texts =
	'attributionModel clickId conversionId customerId deviceType floodlightOrderId productId segmentationName storeId';

/** Keys of answers whose values are 64-bit numbers. */
export const wideIds = [
	...ids.split(' '),
	'conversionModifiedTimestamp',
	'countMillis',
	'quantityMillis',
	'revenueMicros',
	'conversionTimestamp',
	'availabilityTimestamp',
];

const named = (names: string, make: (label: string) => Field): Record<string, Field> =>
	Object.fromEntries(names.split(' ').map((name) => [name, make(toTitleCase(name))]));

/** When something was converted or seen: a date, or milliseconds since 1970. */
export const moment = (label: string, description: string) =>
	date(label, { description, format: 'epoch-ms', placeholder: 'e.g. 2026-01-31T08:00:00Z' });

export const segmentationType = choice(
	'Segmentation Type',
	{ FLOODLIGHT: 'FLOODLIGHT' },
	{ description: 'The kind of activity that the conversion belongs to', default: 'FLOODLIGHT' },
);

/** Every field of a conversion. */
export const conversionFields: Readonly<Record<string, Field>> = {
	...named(ids, (label) => wide(label)),
	...named(texts, (label) => text(label)),
	conversionTimestamp: moment('Conversion Timestamp', 'When it was converted'),
	conversionModifiedTimestamp: moment('Conversion Modified Timestamp', 'Set by the service'),
	revenueMicros: whole('Revenue Micros'),
	quantityMillis: whole('Quantity Millis'),
	countMillis: whole('Count Millis'),
	currencyCode: text('Currency Code', {
		pattern: /^[A-Za-z]{3}$/,
		expected: 'a three-letter currency code such as EUR',
	}),
	productCountry: text('Product Country', {
		pattern: /^[A-Za-z]{2}$/,
		expected: 'a two-letter country code such as DE',
	}),
	productLanguage: text('Product Language', {
		pattern: /^[A-Za-z]{2,3}(-[A-Za-z]+)*$/,
		expected: 'a language code such as de',
	}),
	segmentationType,
	type: choice('Type', { ACTION: 'ACTION', TRANSACTION: 'TRANSACTION' }),
	state: choice('State', { ACTIVE: 'ACTIVE', REMOVED: 'REMOVED' }),
	channel: choice('Channel', { online: 'online', local: 'local' }),
	adUserDataConsent: choice('Ad User Data Consent', {
		UNKNOWN: 'UNKNOWN',
		GRANTED: 'GRANTED',
		DENIED: 'DENIED',
	}),
	customDimension: rows('Custom Dimension', {
		row: { name: text('Name', { required: true }), value: text('Value', { required: true }) },
	}),
	customMetric: rows('Custom Metric', {
		row: { name: text('Name', { required: true }), value: decimal('Value', { required: true }) },
	}),
};

/** What the form says beside a column's name. */
const notes: Readonly<Record<string, string>> = {
	conversionTimestamp: 'date, or milliseconds since 1970',
	revenueMicros: 'amount × 1,000,000',
	quantityMillis: 'quantity × 1000',
	countMillis: 'count × 1000',
	currencyCode: 'ISO 4217',
	clickId: 'from the landing page',
	customerId: 'without hyphens',
	state: 'REMOVED deletes it',
	customDimension: 'list of name and value',
	customMetric: 'list of name and value',
	storeId: 'with channel local',
};

/** What most rows have. */
const usual = [
	'conversionId',
	'segmentationName',
	'clickId',
	'type',
	'revenueMicros',
	'currencyCode',
];

/** The fields that people need first; the others follow by name. */
const first = [
	'conversionId',
	'conversionTimestamp',
	'segmentationType',
	'segmentationId',
	'segmentationName',
	'clickId',
	'type',
	'revenueMicros',
	'currencyCode',
	'quantityMillis',
	'floodlightOrderId',
	'state',
];

/** Columns of the resource mapper, with those that a row cannot do without. */
export const columnsFor = (needed: readonly string[]): Column[] =>
	[
		...first,
		...Object.keys(conversionFields)
			.filter((name) => !first.includes(name) && name !== 'conversionModifiedTimestamp')
			.sort(),
	].map((name) => {
		const { label, kind, choices } = conversionFields[name]!;
		return {
			name,
			label: `${label}${notes[name] ? ` (${notes[name]})` : ''}`,
			kind: kind === 'rows' ? 'list' : 'text',
			required: needed.includes(name),
			shownByDefault: usual.includes(name),
			...(choices ? { choices: choices.map(({ value }) => value) } : {}),
			...(name === 'segmentationType' ? { default: 'FLOODLIGHT' } : {}),
		};
	});

/**
 * A row as it is sent. Moments become milliseconds, all wide numbers texts; what is empty is left out.
 * @param zone time zone for dates that are written without one
 * @throws Refusal with the name of the field that is wrong, or that a conversion does not have
 */
export function checkedConversion(given: IDataObject, zone = 'UTC'): IDataObject {
	const row: IDataObject = {};
	for (const [name, value] of Object.entries(given)) {
		if (value === null || value === undefined || value === '') continue;
		const field = Object.hasOwn(conversionFields, name) ? conversionFields[name] : undefined;
		if (!field)
			throw new PackError(`A conversion has no field ${name}`, {
				field: name,
				hint: 'One field that the service does not know makes it refuse all rows of the request. Leave it out.',
			});
		row[name] = (
			field.kind === 'date'
				? String(validate({ ...field, label: name }, toUtc(value, zone)))
				: validate({ ...field, label: name }, field.kind === 'rows' ? pairs(value) : value)
		) as IDataObject[string];
	}
	return row;
}

/** Names and values may be given as one object as well: `{"sales": 2}`. */
function pairs(value: unknown): unknown {
	const isPlain =
		typeof value === 'object' && value !== null && !Array.isArray(value) && !('rows' in value);
	return isPlain
		? Object.entries(value).map(([name, one]) => ({ name, value: one as unknown }))
		: value;
}

/** What makes a conversion this one and no other, whatever its amount turns out to be. */
export const identifying = [
	'clickId',
	'conversionTimestamp',
	'segmentationType',
	'segmentationId',
	'segmentationName',
	'type',
	'floodlightOrderId',
	'campaignId',
	'adGroupId',
	'criterionId',
	'adId',
	'productId',
	'storeId',
];

/** An id that is the same for the same row, in this run and in any other. @throws Refusal where none of the fields has a value */
export function stableId(row: IDataObject, names: readonly string[]): string {
	const parts = names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]);
	if (parts.length === 0)
		throw new PackError(
			'No conversion ID can be made: the row has none of the fields that it is made from',
			{ field: 'ID Made From', hint: `It is made from ${names.join(', ')}.` },
		);
	return `t${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 39)}`;
}
