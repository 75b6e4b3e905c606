/** Shapes of the answers (public facts, schemas), for the editor's output preview and the documentation. */
import type { Shape } from '../engine/describe';
import { conversionFields } from './conversion';

const pair = { name: 'string', value: 'any' } as const;

export const conversion: Shape = {
	...Object.fromEntries(Object.keys(conversionFields).map((name) => [name, 'string' as const])),
	customDimension: [pair],
	customMetric: [pair],
};

/** What a person looks at. */
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
