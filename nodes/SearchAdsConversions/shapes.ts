/**
 * Shapes of the responses (vendor's public reference), for the output preview in the editor and the
 * docs.
 */
import { pathsOf, type Shape, shapeOf } from '../engine/describe';
import { conversionFields } from './conversionFields';

const pair = { name: 'string', value: 'any' } as const;

export const conversion: Shape = {
	...Object.fromEntries(Object.keys(conversionFields).map((name) => [name, 'string' as const])),
	customDimension: [pair],
	customMetric: [pair],
};

/** Fields that Simplify keeps. */
export const conversionBrief = pathsOf(`
	conversionId conversionTimestamp type state revenueMicros currencyCode quantityMillis
	segmentationName clickId floodlightOrderId
`);

export const availability = shapeOf(`
	agencyId advertiserId customerId segmentationType segmentationId segmentationName
	availabilityTimestamp
`);
