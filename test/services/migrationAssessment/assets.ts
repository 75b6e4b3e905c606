// Assets, the groups that they are in, and the frames that they are made of.
import { randomUUID } from 'node:crypto';
import type { Handlers } from './router';
import { maskOf, type Context } from './collections';
import { apiError } from './errors';
import { applyFieldMask, type Json, type Resource } from './store';

/** An asset from a frame, or an error frame of its source where nothing can be made of it. */
export function ingestFrame(
	{ clock, store }: Pick<Context, 'clock' | 'store'>,
	source: string,
	frame: Json,
): Resource {
	const place = source.split('/').slice(0, 4).join('/');
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
		name: `${place}/assets/${randomUUID()}`,
		title: machine.machineName,
		sources: [source],
		assignedGroups: [],
		hidden: false,
		createTime: clock.iso(),
		updateTime: clock.iso(),
	});
}

export function assetHandlers({ clock, store, operations }: Context): Handlers {
	const visible = (name: string, showHidden: unknown): Resource[] =>
		store
			.below(name)
			.filter(({ hidden }) => showHidden === true || showHidden === 'true' || hidden !== true);
	const update = (name: string, mask: string, body: Json): Resource =>
		store.put({ ...applyFieldMask(store.get(name), mask, body), updateTime: clock.iso() });
	const members =
		(verb: string, change: (groups: string[], group: string, asset: string) => string[]) =>
		({ location, name: group, body }: Parameters<Handlers[string]>[0]): unknown =>
			operations.once(body.requestId, location, () => {
				const names = (body.assets as { assetIds?: string[] } | undefined)?.assetIds ?? [];
				if (names.length === 0 || names.length > 1000)
					throw apiError('INVALID_ARGUMENT', 'assets must hold 1 to 1000 ids.');
				store.get(group);
				names.forEach((name) => store.get(name));
				const work = () => {
					for (const name of names) {
						const asset = store.get(name);
						store.put({
							...asset,
							assignedGroups: change(asset.assignedGroups as string[], group, name),
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
			operations.once(query.requestId, location, () => update(name, maskOf(query), body)),
		'DELETE assets/{}': ({ location, name, query }) =>
			operations.once(query.requestId, location, () => (store.get(name), store.delete(name), {})),
		'POST assets:batchUpdate': ({ body }) => {
			const requests = (body.requests ?? []) as Array<{ asset: Resource; updateMask: string }>;
			requests.forEach(({ asset }) => store.get(asset.name));
			return {
				assets: requests.map(({ asset, updateMask }) =>
					update(asset.name, maskOf({ updateMask }), asset),
				),
			};
		},
		'POST assets:batchDelete': ({ body }) => {
			const names = (body.names ?? []) as string[];
			if (body.allowMissing !== true) names.forEach((name) => store.get(name));
			names.forEach((name) => store.delete(name));
			return {};
		},
		'POST assets:aggregateValues': ({ location, body }) => ({
			results: ((body.aggregations ?? []) as Json[]).map((one) =>
				aggregate(visible(`${location}/assets`, body.showHidden), one),
			),
		}),
		'POST assets:reportAssetFrames': ({ query, body }) => {
			const source = store.get(String(query.source)).name;
			for (const frame of (body.framesData ?? []) as Json[])
				ingestFrame({ clock, store }, source, frame);
			return {};
		},
		'POST groups/{}:addAssets': members('addAssets', (groups, group) => [
			...new Set([...groups, group]),
		]),
		'POST groups/{}:removeAssets': members('removeAssets', (groups, group) =>
			groups.filter((one) => one !== group),
		),
	};
}

function aggregate(assets: Resource[], { field, ...rest }: Json): Json {
	const values = assets
		.map((asset) =>
			String(field)
				.split('.')
				.reduce<unknown>((value, key) => (value as Json | undefined)?.[key], asset),
		)
		.filter((value) => value !== undefined);
	const [name] = Object.keys(rest);
	if (name === 'count')
		return { field, count: { value: String(field === '*' ? assets.length : values.length) } };
	if (name === 'sum')
		return { field, sum: { value: values.reduce<number>((sum, value) => sum + Number(value), 0) } };
	if (name === 'frequency')
		return {
			field,
			frequency: {
				values: Object.fromEntries(
					[...new Set(values.map(String))].map((one) => [
						one,
						String(values.filter((value) => String(value) === one).length),
					]),
				),
			},
		};
	if (name !== 'histogram') throw apiError('INVALID_ARGUMENT', 'An aggregation needs a function.');
	const bounds = [...((rest.histogram as { lowerBounds?: number[] }).lowerBounds ?? [])];
	return {
		field,
		histogram: {
			buckets: bounds.map((lowerBound, at) => ({
				lowerBound,
				count: String(
					values.filter(
						(value) => Number(value) >= lowerBound && Number(value) < (bounds[at + 1] ?? Infinity),
					).length,
				),
			})),
		},
	};
}
