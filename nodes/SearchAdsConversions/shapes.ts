/**
 * Shapes of the responses (vendor's public reference), for the output preview in the editor and the
 * docs.
 */
import type { Shape } from '../engine/describe';
import { conversionFields } from './conversionFields';

const pair = { name: 'string', value: 'any' } as const;

export const conversion: Shape = {
	...Object.fromEntries(Object.keys(conversionFields).map((name) => [name, 'string' as const])),
	customDimension: [pair],
	customMetric: [pair],
};

/** Fields that Simplify keeps. */
export const conversionBrief = [
	'conversionId',
	'conversionTimestamp',
	'type',
	'state',
	'revenueMicros',
	'currencyCode',
	'quantityMillis',
	'segmentationName',
	'clickId',
	'floodlightOrderId',
];

export const availability = {
	agencyId: 'string',
	advertiserId: 'string',
	customerId: 'string',
	segmentationType: 'string',
	segmentationId: 'string',
	segmentationName: 'string',
	availabilityTimestamp: 'string',
} as const;
