/**
 * The fields of a conversion, each with its own rules (vendor's public reference, schema
 * Conversion).
 */
import { choice, date, decimal, type Field, id, rows, text, toTitleCase } from '../engine/describe';

/**
 * An ID that the service assigns. It can have more digits than a JavaScript number can represent,
 * so it is a string.
 */
export const idField = (label: string, more: Partial<Field<string>> = {}) =>
	id(label, {
		placeholder: 'e.g. 20700000000000123',
		pattern: /^\d{1,19}$/,
		expected: 'a whole number',
		...more,
	});

/** A number that is sent as a multiple of it, such as an amount in micros. */
const multiple = (label: string, formula: string): Field =>
	id(label, { pattern: /^-?\d{1,19}$/, expected: `a whole number (${formula})` });

const idNames = [
	'agencyId',
	'advertiserId',
	'engineAccountId',
	'campaignId',
	'adGroupId',
	'adId',
	'criterionId',
	'dsConversionId',
	'inventoryAccountId',
	'productGroupId',
	'segmentationId',
];
/** Names and IDs of the user. Spaces around them are removed. */
const textNames = [
	'attributionModel',
	'clickId',
	'conversionId',
	'customerId',
	'deviceType',
	'floodlightOrderId',
	'productId',
	'segmentationName',
	'storeId',
];

/** Keys of 64-bit numbers in responses. */
export const wideIds = [
	...idNames,
	'conversionModifiedTimestamp',
	'countMillis',
	'quantityMillis',
	'revenueMicros',
	'conversionTimestamp',
	'availabilityTimestamp',
];

const fieldsOf = (
	names: readonly string[],
	create: (label: string) => Field,
): Record<string, Field> =>
	Object.fromEntries(names.map((name) => [name, create(toTitleCase(name))]));

/** A date, or Unix time in milliseconds. */
export const timestamp = (label: string, description: string) =>
	date(label, { description, format: 'epoch-ms' });

export const segmentationType = choice(
	'Segmentation Type',
	{ FLOODLIGHT: 'Floodlight' },
	{ description: 'Type of the activity that the conversion belongs to', default: 'FLOODLIGHT' },
);

/** An amount of the form, which is sent as `revenueMicros`. */
export const revenue: Field = decimal('Revenue');

export const conversionFields: Readonly<Record<string, Field>> = {
	...fieldsOf(idNames, (label) => idField(label)),
	...fieldsOf(textNames, (label) => id(label)),
	conversionTimestamp: timestamp('Conversion Timestamp', 'Time of the conversion'),
	conversionModifiedTimestamp: timestamp('Conversion Modified Timestamp', 'Set by the service'),
	revenueMicros: multiple('Revenue Micros', 'amount × 1,000,000'),
	quantityMillis: multiple('Quantity Millis', 'quantity × 1000'),
	countMillis: multiple('Count Millis', 'count × 1000'),
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
	type: choice('Type', {
		ACTION: 'Action (Without Amount)',
		TRANSACTION: 'Transaction (With Amount)',
	}),
	state: choice('State', { ACTIVE: 'Active', REMOVED: 'Removed' }),
	channel: choice('Channel', { online: 'Online', local: 'Local' }),
	adUserDataConsent: choice('Ad User Data Consent', {
		UNKNOWN: 'Unknown',
		GRANTED: 'Granted',
		DENIED: 'Denied',
	}),
	customDimension: rows('Custom Dimension', {
		row: { name: text('Name', { required: true }), value: text('Value', { required: true }) },
	}),
	customMetric: rows('Custom Metric', {
		row: { name: text('Name', { required: true }), value: decimal('Value', { required: true }) },
	}),
};
