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
	readonly places: Place[];
}

/** Merges parameters, and entries of collections, that differ only in where they are shown. */
export const mergeParameters = (placed: readonly Placed[]): INodeProperties[] =>
	merge(placed).map((merged) => withConditions(merged, ''));

/**
 * Reuses an equal parameter if it comes after the previous parameter of this operation. This keeps the
 * order within each operation.
 */
function merge(placed: readonly Placed[]): Merged[] {
	const existing = new Map<string, Place>();
	const merged: Merged[] = [];
	let at = 0;
	for (const { parameter, ...place } of placed) {
		if (!existing.has(idOf(place))) at = 0;
		existing.set(idOf(place), place);
		const withoutEntries = isCollection(parameter) ? { ...parameter, options: [] } : parameter;
		const key = JSON.stringify(withoutEntries);
		const equal = merged.findIndex((one, index) => index >= at && one.key === key);
		if (equal < 0) merged.splice(at, 0, { parameter: withoutEntries, key, places: [place] });
		else merged[equal]!.places.push(place);
		at = Math.max(at, equal) + 1;
	}
	return merged
		.flatMap((one) =>
			groupPlaces(one.places, [...existing.values()]).map((places) => ({ ...one, places })),
		)
		.map((one) => (isCollection(one.parameter) ? withEntries(one, placed) : one));
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

const idOf = ({ resource, operation }: Place): string => `${resource} ${operation}`;

/** @param root `/` if the parameter is an entry of a collection, where names are relative */
function withConditions({ parameter, places }: Merged, root: '' | '/'): INodeProperties {
	const [resources, operations] = (['resource', 'operation'] as const).map((name) => [
		...new Set(places.map((place) => place[name])),
	]);
	const { show, ...others } = parameter.displayOptions ?? {};
	const displayOptions = {
		...others,
		show: {
			[`${root}resource`]: resources,
			[`${root}operation`]: operations,
			...show,
		},
	};
	return { ...parameter, displayOptions };
}
