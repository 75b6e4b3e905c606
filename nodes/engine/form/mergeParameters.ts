/**
 * Merges parameters that several operations share. n8n evaluates the display conditions of every
 * parameter, so a form with 640 parameters opens slowly. A form with 160 parameters does not.
 */
import type { INodeProperties } from 'n8n-workflow';

/** A parameter of one operation, before it is merged. */
export interface Placed {
	readonly resource: string;
	readonly operation: string;
	readonly parameter: INodeProperties;
}

interface Keyed extends Placed {
	/** The same for parameters that can be merged. */
	readonly key: string;
}

interface Merged {
	readonly parameter: INodeProperties;
	readonly key: string;
	/** Operations for which the parameter is shown, by resource. */
	readonly shown: Map<string, Set<string>>;
}

/**
 * Merges parameters that differ only in where they are shown. Within a resource, they are merged
 * across its operations. Across resources, they are merged if they are shown for operations with
 * the same keys. The order within every operation is kept.
 */
export function mergeParameters(placed: readonly Placed[]): INodeProperties[] {
	const keyed = placed.map((one) => ({ ...one, key: JSON.stringify(one.parameter) }));
	return inOrder(acrossResources(withinResource(keyed)), keyed).map(withConditions);
}

function withinResource(placed: readonly Keyed[]): Merged[] {
	const found = new Map<string, Merged>();
	for (const { resource, operation, parameter, key } of placed) {
		const id = `${resource} ${key}`;
		const known = found.get(id);
		if (known) known.shown.get(resource)!.add(operation);
		else found.set(id, { parameter, key, shown: new Map([[resource, new Set([operation])]]) });
	}
	return [...found.values()];
}

function acrossResources(parts: readonly Merged[]): Merged[] {
	const found = new Map<string, Merged>();
	for (const { parameter, key, shown } of parts) {
		const [[resource, operations]] = [...shown] as [[string, Set<string>]];
		const id = `${[...operations].sort().join()} ${key}`;
		const known = found.get(id);
		if (known) known.shown.set(resource, operations);
		else found.set(id, { parameter, key, shown: new Map(shown) });
	}
	return [...found.values()];
}

/**
 * Sorts the parameters so that the order within every operation is kept. If operations require
 * contradictory orders, a parameter is split and appears twice.
 */
function inOrder(merged: readonly Merged[], placed: readonly Keyed[]): Merged[] {
	/** The keys of the parameters of each operation that are not yet sorted, in order. */
	const forms = new Map<string, string[]>();
	for (const { resource, operation, key } of placed) {
		const id = `${resource} ${operation}`;
		forms.set(id, [...(forms.get(id) ?? []), key]);
	}
	const isNext = ({ key }: Merged, operation: string) => forms.get(operation)![0] === key;
	const waiting = [...merged];
	const ordered: Merged[] = [];
	while (waiting.length > 0) {
		const ready = waiting.findIndex((one) =>
			operationsOf(one).every((operation) => isNext(one, operation)),
		);
		if (ready >= 0) {
			const [next] = waiting.splice(ready, 1) as [Merged];
			ordered.push(next);
			for (const operation of operationsOf(next)) forms.get(operation)!.shift();
			continue;
		}
		const blocked = waiting.findIndex((one) =>
			operationsOf(one).some((operation) => isNext(one, operation)),
		);
		const [one] = waiting.splice(blocked, 1) as [Merged];
		for (const part of split(one, (operation) => isNext(one, operation)).reverse())
			waiting.splice(blocked, 0, part);
	}
	return ordered;
}

const operationsOf = ({ shown }: Merged): string[] =>
	[...shown].flatMap(([resource, operations]) =>
		[...operations].map((operation) => `${resource} ${operation}`),
	);

/** Splits a parameter by resource, or if it has only one, by whether its operations come next. */
function split(one: Merged, isNext: (operation: string) => boolean): Merged[] {
	const [[resource, operations]] = [...one.shown] as [[string, Set<string>]];
	const parts: Array<[string, Set<string>]> =
		one.shown.size > 1
			? [...one.shown]
			: [true, false].map((wanted) => [
					resource,
					new Set([...operations].filter((name) => isNext(`${resource} ${name}`) === wanted)),
				]);
	return parts.map((part) => ({ ...one, shown: new Map([part]) }));
}

function withConditions({ parameter, shown }: Merged): INodeProperties {
	const operations = [...new Set([...shown.values()].flatMap((names) => [...names]))];
	const { show, ...others } = parameter.displayOptions ?? {};
	const displayOptions = {
		...others,
		show: { resource: [...shown.keys()], operation: operations, ...show },
	};
	return { ...parameter, displayOptions };
}
