/** The columns of a conversion in the resource mapper. */
import { type Column, wordsIn } from '../engine/describe';
import { conversionFields, revenue } from './conversionFields';

/** Shown in a new node, because Search Ads 360 needs them or most users set them. */
const shownToInsert = wordsIn(`
	conversionId segmentationName clickId type revenue currencyCode
`);
const shownToUpdate = wordsIn(`
	conversionId conversionTimestamp clickId type revenue currencyCode state
`);

/** The most important columns come first; the others follow by name. */
const firstColumns = wordsIn(`
	conversionId conversionTimestamp segmentationType segmentationId segmentationName clickId
	type revenue revenueMicros currencyCode quantityMillis floodlightOrderId state
`);

/** @param required names of the required columns; none for an update */
export const columnsFor = (required: readonly string[]): Readonly<Record<string, Column>> =>
	Object.fromEntries<Column>(
		[
			...firstColumns,
			...Object.keys(conversionFields)
				.filter((name) => !firstColumns.includes(name) && name !== 'conversionModifiedTimestamp')
				.sort(),
		].map((name) => [
			name,
			{
				...(name === 'revenue' ? revenue : conversionFields[name]!),
				// Unlike n8n's inputs for dates and numbers, a text can be empty, or Unix time.
				kind: 'text',
				description: undefined,
				required: required.includes(name),
				shownByDefault: (required.length > 0 ? shownToInsert : shownToUpdate).includes(name),
			},
		]),
	);
