/**
 * Shapes of the responses (vendor's public reference), for the output preview in the editor and the
 * docs.
 */
import type { IDataObject } from 'n8n-workflow';
import { type DerivedValue, pathsOf, type Shape, shapeOf } from '../engine/describe';
import { conversionFields } from './conversionFields';

const pair = { name: 'string', value: 'any' } as const;

export const conversion: Shape = {
	...Object.fromEntries(Object.keys(conversionFields).map((name) => [name, 'string' as const])),
	customDimension: [pair],
	customMetric: [pair],
};

/** For Simplify: the amount in currency units. */
const revenue: DerivedValue = Object.assign(
	({ revenueMicros }: IDataObject) =>
		isSet(revenueMicros) ? Number(revenueMicros) / 1_000_000 : undefined,
	{ shape: 'number' as const },
);

/** For Simplify: the time in UTC, in ISO 8601. Undefined if the service sends no valid time. */
const conversionTime = ({ conversionTimestamp }: IDataObject): string | undefined => {
	const time = new Date(isSet(conversionTimestamp) ? Number(conversionTimestamp) : NaN);
	return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** What Simplify returns: fields of the response, and readable forms of the time and the revenue. */
export const conversionBrief = {
	...pathsOf('conversionId conversionTimestamp'),
	conversionTime,
	...pathsOf('type state revenueMicros'),
	revenue,
	...pathsOf('currencyCode quantityMillis segmentationName clickId floodlightOrderId'),
};

export const availability = shapeOf(`
	agencyId advertiserId customerId segmentationType segmentationId segmentationName
	availabilityTimestamp
`);
