/** Builds the bodies of requests for several assets. Pure functions. */
import type { IDataObject } from 'n8n-workflow';
import { PackError, toText } from '../engine/describe';
import { requestIdOf } from './requestId';
import { resourceName } from './resourceNames';
import { updateMaskOf } from './updateMask';

/** Maximum number of assets in a batch, according to the vendor's public API description. */
export const maxBatchSize = 1000;

/**
 * Builds the entries of a batch update. Converts IDs to resource names, and adds the update mask
 * and the request ID if they are missing.
 * @param key idempotency key of the item
 * @throws PackError for too many entries, and for an entry without the name of an asset, or without
 * a change
 */
export function batchUpdateRequests(
	requests: readonly unknown[],
	input: IDataObject,
	key: string,
): IDataObject[] {
	if (requests.length > maxBatchSize)
		throw new PackError(
			`Updates must have at most ${maxBatchSize} entries, got ${requests.length}`,
			{ field: 'Updates', hint: 'Split the list into several items.' },
		);
	return requests.map((request, index) => {
		const { asset, updateMask, requestId } = (request ?? {}) as {
			asset?: IDataObject | null;
			updateMask?: string;
			requestId?: string;
		};
		const { name, ...changes } = asset ?? {};
		if (toText(name) === '')
			throw new PackError(`Update ${index + 1} has no asset name`, {
				field: 'Updates',
				hint: 'Each entry is an object such as {"asset": {"name": "…", "labels": {…}}}.',
			});
		const mask = updateMask ?? updateMaskOf(changes);
		if (mask === '')
			throw new PackError(`Update ${index + 1} contains no changes`, {
				field: 'Updates',
				hint: 'Add at least one field of the asset in addition to its name.',
			});
		return {
			asset: { ...changes, name: resourceName(input, 'assets', toText(name)) },
			updateMask: mask,
			requestId: requestId ?? requestIdOf(key, String(index)),
		};
	});
}

/**
 * Converts aggregations to the format of the API, such as `{ field, count: {} }`. A histogram also
 * contains its lower bounds.
 */
export const aggregationsOf = (rows: readonly IDataObject[] = []): IDataObject[] =>
	rows.map(({ field, function: name, lowerBounds }) => ({
		field,
		[toText(name)]:
			name === 'histogram' && lowerBounds
				? { lowerBounds: (lowerBounds as string[]).map(Number) }
				: {},
	}));
