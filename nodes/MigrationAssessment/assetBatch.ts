/** Bodies of requests over several assets. Pure. */
import type { IDataObject } from 'n8n-workflow';
import { PackError } from '../engine/describe';
import { maskOf } from './mask';
import { fullName } from './place';
import { requestIdOf } from './requestId';

/**
 * The entries of a batch update: short ids become full names, and each entry gets its mask and its id where it has none.
 * @throws Refusal for an entry without an asset's name or without a change
 */
export function updatesOf(
	requests: readonly IDataObject[],
	input: IDataObject,
	key: string,
): IDataObject[] {
	return requests.map((one, index) => {
		const { asset, updateMask, requestId } = one as {
			asset?: IDataObject;
			updateMask?: string;
			requestId?: string;
		};
		if (!asset?.name)
			throw new PackError(`Update ${index + 1} names no asset`, {
				field: 'Updates',
				hint: 'Each entry is an object such as {"asset": {"name": "…", "labels": {…}}}.',
			});
		const { name, ...changes } = asset;
		const mask = updateMask ?? maskOf(changes);
		if (mask === '')
			throw new PackError(`Update ${index + 1} changes nothing`, {
				field: 'Updates',
				hint: 'Give at least one field of the asset beside its name.',
			});
		return {
			asset: { ...changes, name: fullName(input, 'assets', name) },
			updateMask: mask,
			requestId: requestId ?? requestIdOf(key, String(index)),
		};
	});
}

/** Aggregations in the service's terms: `{ field, count: {} }`, a histogram with its bounds. */
export const aggregationsOf = (rows: readonly IDataObject[]): IDataObject[] =>
	rows.map(({ field, function: name, lowerBounds }) => ({
		field,
		[String(name)]:
			name === 'histogram' && lowerBounds
				? { lowerBounds: (lowerBounds as string[]).map(Number) }
				: {},
	}));
