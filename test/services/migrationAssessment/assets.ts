// Assets, the frames that they are created from, and their groups.
import { randomUUID } from 'node:crypto';
import { parseUpdateMask, type Context } from './collections';
import { apiError } from './errors';
import type { Handlers, ResourceRequest } from './router';
import { applyFieldMask, filterPredicate, type Json, type Resource, valueAt } from './store';

/** Creates an asset from a frame. An invalid frame becomes an error frame of the source. */
export function ingestFrame(
	{ clock, store }: Pick<Context, 'clock' | 'store'>,
	source: string,
	frame: Json,
): Resource {
	const location = source.split('/').slice(0, 4).join('/');
	const machine = frame.machineDetails as { machineName?: string } | undefined;
	if (!machine?.machineName) {
		const violations = [{ field: 'machineDetails.machineName', violation: 'is required' }];
		return store.put({
			name: `${source}/errorFrames/${randomUUID()}`,
			violations,
			originalFrame: frame,
			ingestionTime: clock.iso(),
		});
	}
	return store.put({
		...frame,
		name: `${location}/assets/${randomUUID()}`,
		title: machine.machineName,
		sources: [source],
		assignedGroups: [],
		hidden: false,
		createTime: clock.iso(),
		updateTime: clock.iso(),
	});
}

/** JSON has no infinity, so the format writes it as text. */
const doubleOf = (value: number): number | string =>
	Number.isFinite(value) ? value : String(value);

interface Aggregation {
	field: string;
	sum?: Json;
	frequency?: Json;
	histogram?: { lowerBounds?: number[] };
}

/** The result of an aggregation in the format of the published description (`AggregationResult`). */
function aggregate(assets: Resource[], { field, sum, frequency, histogram }: Aggregation): Json {
	const values = assets
		.map((asset) => (field === '*' ? asset.name : valueAt(asset, field)))
		.filter((value) => value !== undefined);
	const countOf = (includes: (value: unknown) => boolean) => String(values.filter(includes).length);
	if (sum)
		return { field, sum: { value: values.reduce<number>((all, one) => all + Number(one), 0) } };
	if (frequency)
		return {
			field,
			frequency: {
				values: Object.fromEntries(
					[...new Set(values)].map((value) => [String(value), countOf((one) => one === value)]),
				),
			},
		};
	if (!histogram) return { field, count: { value: countOf(() => true) } };
	const bounds = [-Infinity, ...(histogram.lowerBounds ?? []), Infinity];
	const buckets = bounds.slice(1).map((upperBound, index) => ({
		lowerBound: doubleOf(bounds[index]!),
		upperBound: doubleOf(upperBound),
		count: countOf((one) => Number(one) >= bounds[index]! && Number(one) < upperBound),
	}));
	return { field, histogram: { buckets } };
}

export function assetHandlers({ clock, store, operations }: Context): Handlers {
	const visible = (name: string, showHidden: unknown): Resource[] =>
		store
			.below(name)
			.filter(({ hidden }) => showHidden === true || showHidden === 'true' || hidden !== true);
	const update = (name: string, mask: string, body: Json): Resource =>
		store.put({ ...applyFieldMask(store.get(name), mask, body), updateTime: clock.iso() });
	const changeGroup =
		(verb: string, max: number, change: (groups: string[], group: string) => string[]) =>
		({ location, name: group, body }: ResourceRequest): unknown =>
			operations.once(body.requestId, location, () => {
				const names = (body.assets as { assetIds?: string[] } | undefined)?.assetIds ?? [];
				if (names.length === 0 || names.length > max)
					throw apiError('INVALID_ARGUMENT', `assetIds must contain 1 to ${max} IDs.`);
				store.get(group);
				names.forEach((name) => store.get(name));
				const run = () => {
					for (const name of names) {
						const asset = store.get(name);
						store.put({
							...asset,
							assignedGroups: change(asset.assignedGroups as string[], group),
						});
					}
					return store.get(group);
				};
				return operations.start({ location, verb, target: group, run });
			});
	return {
		'GET assets': ({ name, query }) => store.page('assets', visible(name, query.showHidden), query),
		'GET assets/{}': ({ name }) => store.get(name),
		'PATCH assets/{}': ({ location, name, query, body }) =>
			operations.once(query.requestId, location, () => update(name, parseUpdateMask(query), body)),
		'DELETE assets/{}': ({ location, name, query }) =>
			operations.once(query.requestId, location, () => (store.get(name), store.delete(name), {})),
		'POST assets:aggregateValues': ({ name, body }) => {
			const found = visible(name, body.showHidden).filter(
				filterPredicate(String(body.filter ?? '')),
			);
			return {
				results: ((body.aggregations ?? []) as Aggregation[]).map((one) => aggregate(found, one)),
			};
		},
		'POST assets:batchUpdate': ({ body }) => {
			const requests = (body.requests ?? []) as Array<{ asset: Resource; updateMask: string }>;
			requests.forEach(({ asset }) => store.get(asset.name));
			return {
				assets: requests.map(({ asset, updateMask }) =>
					update(asset.name, parseUpdateMask({ updateMask }), asset),
				),
			};
		},
		'POST assets:batchDelete': ({ body }) => {
			const names = (body.names ?? []) as string[];
			if (body.allowMissing !== true) names.forEach((name) => store.get(name));
			names.forEach((name) => store.delete(name));
			return {};
		},
		'POST assets:reportAssetFrames': ({ query, body }) => {
			const source = store.get(String(query.source)).name;
			for (const frame of (body.framesData ?? []) as Json[])
				ingestFrame({ clock, store }, source, frame);
			return {};
		},
		'POST groups/{}:addAssets': changeGroup('addAssets', 2000, (groups, group) => [
			...new Set([...groups, group]),
		]),
		'POST groups/{}:removeAssets': changeGroup('removeAssets', 1000, (groups, group) =>
			groups.filter((name) => name !== group),
		),
	};
}
