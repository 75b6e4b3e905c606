/** Bodies of requests about several assets. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { PackError } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { requestIdOf } from './requestId';
import { resourceName } from './resourceNames';
import { updateMaskOf } from './updateMask';

/**
 * The entries of a batch update. IDs become resource names; an entry without an update mask or a request ID gets one.
 * @param key idempotency key of the item
 * @throws PackError for an entry without the name of an asset, or without a change
 */
export function batchUpdateRequests(
	requests: readonly IDataObject[],
	input: IDataObject,
	key: string,
): IDataObject[] {
	return requests.map((request, index) => {
		const { asset, updateMask, requestId } = request as {
			asset?: IDataObject;
			updateMask?: string;
			requestId?: string;
		};
		if (!asset?.name)
			throw new PackError(`Update ${index + 1} has no asset name`, {
				field: 'Updates',
				hint: 'Each entry is an object such as {"asset": {"name": "…", "labels": {…}}}.',
			});
		const { name, ...changes } = asset;
		const mask = updateMask ?? updateMaskOf(changes);
		if (mask === '')
			throw new PackError(`Update ${index + 1} contains no changes`, {
				field: 'Updates',
				hint: 'Add at least one field of the asset in addition to its name.',
			});
		return {
			asset: { ...changes, name: resourceName(input, 'assets', name) },
			updateMask: mask,
			requestId: requestId ?? requestIdOf(key, String(index)),
		};
	});
}

/** Aggregations in the format of the API: `{ field, count: {} }`, for a histogram with its lower bounds. */
export const aggregationsOf = (rows: readonly IDataObject[]): IDataObject[] =>
	rows.map(({ field, function: name, lowerBounds }) => ({
		field,
		[toText(name)]:
			name === 'histogram' && lowerBounds
				? { lowerBounds: (lowerBounds as string[]).map(Number) }
				: {},
	}));
