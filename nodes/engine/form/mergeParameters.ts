/**
 * Merges parameters that several operations share, because n8n evaluates the display conditions of
 * every parameter: a form with 640 of them opens slowly.
 */
import type { INodeProperties } from 'n8n-workflow';

/** A parameter of one operation, before it is merged. */
export interface Placed extends Place {
	readonly parameter: INodeProperties;
}

interface Place {
	readonly resource: string;
	readonly operation: string;
}

interface Merged {
	readonly parameter: INodeProperties;
	/** The same for parameters that can be merged. */
	readonly key: string;
	/** Operations for which the parameter is shown, grouped by resource. */
	readonly places: readonly Place[];
}

/**
 * Merges parameters that differ only in where they are shown: within a resource across operations,
 * across resources if the keys of their operations are equal. Keeps the order in every operation.
 */
export function mergeParameters(placed: readonly Placed[]): INodeProperties[] {
	const single = placed.map(({ parameter, ...place }) => ({
		parameter,
		key: JSON.stringify(parameter),
		places: [place],
	}));
	const withinResource = mergeBy(single, ([place]) => place!.resource);
	const merged = mergeBy(withinResource, (places) =>
		places
			.map(({ operation }) => operation)
			.sort()
			.join(),
	);
	return inOrder(merged, single).map(withConditions);
}

/** Merges parameters with the same key whose places belong to the same group. */
function mergeBy(
	parts: readonly Merged[],
	groupOf: (places: readonly Place[]) => string,
): Merged[] {
	const found = new Map<string, Merged>();
	for (const part of parts) {
		const id = `${groupOf(part.places)} ${part.key}`;
		found.set(id, { ...part, places: [...(found.get(id)?.places ?? []), ...part.places] });
	}
	return [...found.values()];
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
		const blocked = waiting.find((one) => one.places.some((place) => isNext(one, place)));
		waiting = waiting.flatMap((one) =>
			one === blocked ? split(one, (place) => isNext(one, place)) : [one],
		);
	}
	return ordered;
}

const idOf = ({ resource, operation }: Place): string => `${resource} ${operation}`;

/** Splits a parameter by resource, or if it has only one, by whether its operations come next. */
function split(one: Merged, isNext: (place: Place) => boolean): Merged[] {
	const resources = resourcesOf(one);
	const parts =
		resources.length > 1
			? resources.map((name) => one.places.filter(({ resource }) => resource === name))
			: [true, false].map((wanted) => one.places.filter((place) => isNext(place) === wanted));
	return parts.map((places) => ({ ...one, places }));
}

const resourcesOf = ({ places }: Merged): string[] => [
	...new Set(places.map(({ resource }) => resource)),
];

function withConditions(merged: Merged): INodeProperties {
	const { parameter, places } = merged;
	const operations = new Set(places.map(({ operation }) => operation));
	const { show, ...others } = parameter.displayOptions ?? {};
	const displayOptions = {
		...others,
		show: { resource: resourcesOf(merged), operation: [...operations], ...show },
	};
	return { ...parameter, displayOptions };
}
