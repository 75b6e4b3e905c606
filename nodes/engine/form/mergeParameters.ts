/**
 * Merges parameters that several operations share. n8n evaluates the display conditions of every
 * parameter and loads the description of a node each time the editor opens, so a small form opens
 * faster.
 */
import type { INodeProperties } from 'n8n-workflow';
import type { Selection } from '../describe';

export interface Placed extends Place {
	readonly parameter: INodeProperties;
}

type Place = Pick<Selection, 'resource' | 'operation'>;

interface Merged {
	readonly parameter: INodeProperties;
	readonly key: string;
	readonly places: readonly Place[];
}

/** Merges parameters, and entries of collections, that differ only in where they are shown. */
export const mergeParameters = (placed: readonly Placed[]): INodeProperties[] =>
	merge(placed).map((merged) => withConditions(merged, ''));

function merge(placed: readonly Placed[]): Merged[] {
	const single = placed.map(({ parameter, ...place }) => {
		const withoutEntries = isCollection(parameter) ? { ...parameter, options: [] } : parameter;
		return { parameter: withoutEntries, key: JSON.stringify(withoutEntries), places: [place] };
	});
	const existing = new Map(single.map(({ places: [place] }) => [idOf(place!), place!]));
	const byKey = new Map<string, Merged>();
	for (const { parameter, key, places } of single)
		byKey.set(key, { parameter, key, places: [...(byKey.get(key)?.places ?? []), ...places] });
	const merged = [...byKey.values()].flatMap((one) =>
		groupPlaces(one.places, [...existing.values()]).map((places) => ({ ...one, places })),
	);
	return inOrder(merged, single).map((one) =>
		isCollection(one.parameter) ? withEntries(one, placed) : one,
	);
}

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';

/** An entry that all operations of the collection have needs no condition. */
function withEntries(collection: Merged, placed: readonly Placed[]): Merged {
	const shown = new Set(collection.places.map(idOf));
	const entries = placed
		.filter(
			({ parameter, ...place }) =>
				parameter.name === collection.parameter.name && shown.has(idOf(place)),
		)
		.flatMap(({ parameter, ...place }) =>
			(parameter.options as INodeProperties[]).map((entry) => ({ ...place, parameter: entry })),
		);
	const options = merge(entries).map((entry) =>
		entry.places.length === collection.places.length ? entry.parameter : withConditions(entry, '/'),
	);
	return { ...collection, parameter: { ...collection.parameter, options } };
}

/**
 * Groups operations so that each group can be written as resources and operations: n8n combines the
 * two conditions, and a combination that does not exist does no harm.
 */
function groupPlaces(places: readonly Place[], existing: readonly Place[]): Place[][] {
	const wanted = new Set(places.map(idOf));
	const fits = (group: readonly Place[]) =>
		existing.every(
			(place) =>
				wanted.has(idOf(place)) ||
				!group.some(({ resource }) => resource === place.resource) ||
				!group.some(({ operation }) => operation === place.operation),
		);
	const groups: Place[][] = [];
	for (const resource of new Set(places.map((place) => place.resource))) {
		const own = places.filter((place) => place.resource === resource);
		const index = groups.findIndex((one) => fits([...one, ...own]));
		if (index < 0) groups.push(own);
		else groups[index] = [...groups[index]!, ...own];
	}
	return groups;
}

/**
 * Sorts the parameters so that the order within every operation is kept. If operations require
 * contradictory orders, a parameter is split and appears twice.
 */
function inOrder(merged: readonly Merged[], single: readonly Merged[]): Merged[] {
	/** The keys of the parameters of each operation that are not yet sorted, in order. */
	const forms = new Map<string, string[]>();
	for (const { places, key } of single) {
		const id = idOf(places[0]!);
		forms.set(id, [...(forms.get(id) ?? []), key]);
	}
	const isNext = ({ key }: Merged, place: Place) => forms.get(idOf(place))![0] === key;
	let waiting = [...merged];
	const ordered: Merged[] = [];
	while (waiting.length > 0) {
		const ready = waiting.findIndex((one) => one.places.every((place) => isNext(one, place)));
		if (ready >= 0) {
			const [next] = waiting.splice(ready, 1) as [Merged];
			ordered.push(next);
			for (const place of next.places) forms.get(idOf(place))!.shift();
			continue;
		}
		const [blocked] = waiting
			.filter((one) => one.places.some((place) => isNext(one, place)))
			.sort((a, b) => Number(isCollection(a.parameter)) - Number(isCollection(b.parameter)));
		waiting = waiting.flatMap((one) =>
			one === blocked ? split(one, (place) => isNext(one, place)) : [one],
		);
	}
	return ordered;
}

const idOf = ({ resource, operation }: Place): string => `${resource} ${operation}`;

const split = (one: Merged, isNext: (place: Place) => boolean): Merged[] =>
	[true, false].flatMap((next) =>
		groupPlaces(
			one.places.filter((place) => isNext(place) === next),
			one.places,
		).map((places) => ({ ...one, places })),
	);

const resourcesOf = ({ places }: Merged): string[] => [
	...new Set(places.map(({ resource }) => resource)),
];

/** @param root `/` if the parameter is an entry of a collection, where names are relative */
function withConditions(merged: Merged, root: '' | '/'): INodeProperties {
	const { parameter, places } = merged;
	const operations = new Set(places.map(({ operation }) => operation));
	const { show, ...others } = parameter.displayOptions ?? {};
	const displayOptions = {
		...others,
		show: {
			[`${root}resource`]: resourcesOf(merged),
			[`${root}operation`]: [...operations],
			...show,
		},
	};
	return { ...parameter, displayOptions };
}
