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
 * contradictory orders, only parameters that contradict each other are split.
 */
function inOrder(merged: readonly Merged[], placed: readonly Keyed[]): Merged[] {
	const waiting = [...merged];
	const ordered: Merged[] = [];
	const forms = new Forms(placed);
	while (waiting.length > 0) {
		const ready = waiting.findIndex((one) =>
			operationsOf(one).every((operation) => forms.isNext(one, operation)),
		);
		if (ready < 0) {
			splitOne(waiting, forms);
			continue;
		}
		const [next] = waiting.splice(ready, 1) as [Merged];
		ordered.push(next);
		for (const operation of operationsOf(next)) forms.remove(operation);
	}
	return ordered;
}

type OperationId = readonly [resource: string, operation: string];

/** The parameters of each operation that are not yet sorted, in order. */
class Forms {
	private readonly keys = new Map<string, string[]>();

	constructor(placed: readonly Keyed[]) {
		for (const { resource, operation, key } of placed) {
			const id = `${resource} ${operation}`;
			const known = this.keys.get(id);
			if (known) known.push(key);
			else this.keys.set(id, [key]);
		}
	}

	nextKey(operation: OperationId): string | undefined {
		return this.keys.get(operation.join(' '))![0];
	}

	isNext({ key }: Merged, operation: OperationId): boolean {
		return this.nextKey(operation) === key;
	}

	remove(operation: OperationId): void {
		this.keys.get(operation.join(' '))!.shift();
	}
}

const operationsOf = ({ shown }: Merged): OperationId[] =>
	[...shown].flatMap(([resource, operations]) =>
		[...operations].map((operation): OperationId => [resource, operation]),
	);

/**
 * Splits a parameter of a cycle: by resource, or if it has only one, into the operations in which it
 * is next and the others.
 */
function splitOne(waiting: Merged[], forms: Forms): void {
	const one = parameterInCycle(waiting, forms);
	const [[resource, operations]] = [...one.shown] as [[string, Set<string>]];
	const parts: Array<[string, string[]]> =
		one.shown.size > 1
			? [...one.shown].map(([name, keys]) => [name, [...keys]])
			: [true, false].map((wanted) => [
					resource,
					[...operations].filter((name) => forms.isNext(one, [resource, name]) === wanted),
				]);
	const index = waiting.indexOf(one);
	waiting.splice(index, 1);
	for (const [name, keys] of parts.reverse())
		waiting.splice(index, 0, { ...one, shown: new Map([[name, new Set(keys)]]) });
}

/** A parameter that other parameters must precede, although it must precede them. */
function parameterInCycle(waiting: readonly Merged[], forms: Forms): Merged {
	const seen = new Set<Merged>();
	let current = waiting[0]!;
	while (!seen.has(current)) {
		seen.add(current);
		const blocked = operationsOf(current).find((operation) => !forms.isNext(current, operation))!;
		const [resource, operation] = blocked;
		const key = forms.nextKey(blocked);
		current = waiting.find(
			(one) => one.key === key && one.shown.get(resource)?.has(operation) === true,
		)!;
	}
	return current;
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
