/**
 * Shapes of the responses (vendor's public reference), for the output preview in the editor and the
 * docs.
 */
import type { IDataObject } from 'n8n-workflow';
import { type DerivedValue, pathsOf, type Shape, shapeOf, toText } from '../engine/describe';
import { conversionFields } from './conversionFields';

const pair = { name: 'string', value: 'any' } as const;

export const conversion: Shape = {
	...Object.fromEntries(Object.keys(conversionFields).map((name) => [name, 'string' as const])),
	customDimension: [pair],
	customMetric: [pair],
};

/**
 * For Simplify: a readable form of a number that the service sends as text. Values that are not a
 * number are returned as they are.
 */
const readable =
	(property: string, format: (value: number) => IDataObject[string]) =>
	({ [property]: value }: IDataObject): IDataObject[string] =>
		/^-?\d{1,15}$/.test(toText(value)) ? format(Number(value)) : value;

/** The amount in currency units. */
const revenue: DerivedValue = Object.assign(
	readable('revenueMicros', (micros) => micros / 1_000_000),
	{ shape: 'number' as const },
);

/** In UTC, in ISO 8601. */
const conversionTime = readable('conversionTimestamp', (timestamp) =>
	new Date(timestamp).toISOString(),
);

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
