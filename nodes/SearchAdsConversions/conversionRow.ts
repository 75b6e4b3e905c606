/** Converts the input of an item to the conversion that is sent. Pure. */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { rejectField, validate } from '../engine';
import { ambiguousAmount, isObject, ownValue, PackError, validateEach } from '../engine/describe';
import { conversionFields, revenue } from './conversionFields';

/**
 * Validates a conversion. Timestamps become milliseconds, whole numbers become strings, spaces around
 * IDs are removed, and empty fields are omitted.
 * @param zone time zone of dates without an offset
 * @throws PackError if a field does not exist or has an invalid value
 */
export function validateConversion(input: IDataObject, zone = 'UTC'): IDataObject {
	if (!isEmpty(input.revenue) && !isEmpty(input.revenueMicros))
		throw new PackError('Revenue and Revenue Micros are both set', {
			field: revenue.label,
			hint: 'Remove one of them.',
		});
	const row: IDataObject = {};
	validateEach(Object.entries(input), ([name, value]) => {
		if (isEmpty(value)) return;
		if (name === 'revenue') {
			row.revenueMicros = toMicros(value);
			return;
		}
		const field = ownValue(conversionFields, name);
		if (!field)
			throw new PackError(`Unknown field ${name}`, {
				field: name,
				hint: 'The service rejects all rows of a request if one of them has an unknown field. Remove the field.',
			});
		const result = validate(field, field.kind === 'rows' ? toPairs(value) : value, zone);
		row[name] = (field.kind === 'date' ? String(result) : result) as IDataObject[string];
	});
	return row;
}

/** Whether a field has no value. n8n adds spaces to an expression if the user presses Tab in it. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** An amount in millionths. */
function toMicros(amount: unknown): string {
	const problem = ambiguousAmount(amount);
	if (problem !== undefined) rejectField(revenue, problem, amount);
	return String(Math.round((validate(revenue, amount) as number) * 1_000_000));
}

/** Converts an object such as `{"sales": 2}` to a list of names and values. */
function toPairs(value: unknown): unknown {
	return isObject(value) && !('rows' in value)
		? Object.entries(value).map(([name, entry]) => ({ name, value: entry }))
		: value;
}

/**
 * The fields that identify a conversion. Does not include amounts, because they can be corrected
 * later.
 */
export const identifyingFields = [
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

/**
 * A conversion ID derived from the given fields of a row. The same row has the same ID in every
 * run.
 * @throws PackError if none of the fields has a value
 */
export function stableId(row: IDataObject, names: readonly string[]): string {
	const parts = names.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]);
	if (parts.length === 0)
		throw new PackError('Cannot create a conversion ID: the row has no identifying field', {
			field: 'ID Made From',
			hint: `Set at least one of these fields: ${names.map((name) => conversionFields[name]?.label ?? name).join(', ')}.`,
		});
	return `t${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 39)}`;
}
