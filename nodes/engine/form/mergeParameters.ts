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

/** A placed parameter with its content as text, by which equal parameters are found. */
interface Keyed extends Placed {
	readonly content: string;
}

interface Merged {
	readonly parameter: INodeProperties;
	readonly content: string;
	/** Operations for which the parameter is shown, by resource. */
	readonly shown: Map<string, Set<string>>;
}

/**
 * Merges parameters that differ only in where they are shown. Within a resource, they are merged
 * across its operations. Across resources, they are merged if they are shown for operations with
 * the same keys. The order within every operation is kept.
 */
export function mergeParameters(placed: readonly Placed[]): INodeProperties[] {
	const keyed = placed.map((one) => ({ ...one, content: JSON.stringify(one.parameter) }));
	const perResource = withinResource(keyed);
	const ordered =
		inOrder(acrossResources(perResource), keyed) ?? inOrder(perResource, keyed) ?? unmerged(keyed);
	return ordered.map(withConditions);
}

function withinResource(placed: readonly Keyed[]): Merged[] {
	const found = new Map<string, Merged>();
	for (const { resource, operation, parameter, content } of placed) {
		const key = `${resource} ${content}`;
		const known = found.get(key);
		if (known) known.shown.get(resource)!.add(operation);
		else found.set(key, { parameter, content, shown: new Map([[resource, new Set([operation])]]) });
	}
	return [...found.values()];
}

function acrossResources(parts: readonly Merged[]): Merged[] {
	const found = new Map<string, Merged>();
	for (const { parameter, content, shown } of parts) {
		const [[resource, operations]] = [...shown] as [[string, Set<string>]];
		const key = `${[...operations].sort().join()} ${content}`;
		const known = found.get(key);
		if (known) known.shown.set(resource, operations);
		else found.set(key, { parameter, content, shown: new Map(shown) });
	}
	return [...found.values()];
}

const unmerged = (placed: readonly Keyed[]): Merged[] =>
	placed.map(({ resource, operation, parameter, content }) => ({
		parameter,
		content,
		shown: new Map([[resource, new Set([operation])]]),
	}));

/**
 * Sorts the parameters so that the order within every operation is kept. Returns undefined if two
 * operations require contradictory orders.
 */
function inOrder(merged: readonly Merged[], placed: readonly Keyed[]): Merged[] | undefined {
	const indexOf = new Map<string, number>();
	merged.forEach(({ content, shown }, index) => {
		for (const [resource, operations] of shown)
			for (const operation of operations) indexOf.set(`${resource} ${operation} ${content}`, index);
	});
	const after = merged.map(() => new Set<number>());
	const waiting = merged.map(() => 0);
	let before: { operation: string; index: number } | undefined;
	for (const { resource, operation, content } of placed) {
		const at = {
			operation: `${resource} ${operation}`,
			index: indexOf.get(`${resource} ${operation} ${content}`)!,
		};
		if (before?.operation === at.operation && !after[before.index]!.has(at.index)) {
			after[before.index]!.add(at.index);
			waiting[at.index]!++;
		}
		before = at;
	}
	const order: Merged[] = [];
	const done = new Set<number>();
	for (;;) {
		const next = merged.findIndex((_, index) => !done.has(index) && waiting[index] === 0);
		if (next < 0) break;
		done.add(next);
		order.push(merged[next]!);
		for (const index of after[next]!) waiting[index]!--;
	}
	return order.length === merged.length ? order : undefined;
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
