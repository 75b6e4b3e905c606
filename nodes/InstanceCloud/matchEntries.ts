/** Matches the entries of a response to the targets of a batch. Pure. */
import type { IDataObject } from 'n8n-workflow';

export interface MatchOptions {
	/** Keys that identify the target of an entry, starting with the most reliable key. */
	readonly keys?: readonly string[];
	/**
	 * Whether the entries describe objects that the request created. If so, an entry that matches no
	 * target by key belongs to the target at the same position.
	 */
	readonly created?: boolean;
}

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined;

/**
 * Returns the entry of each target, in the order of the targets. Entries are matched by UUID first,
 * then by name, then by position. Targets that refer to the same object get separate entries. If
 * the service returned only one entry for the object, these targets share this entry. A target
 * without a matching entry gets `undefined`.
 */
export function matchEntries(
	targets: readonly IDataObject[],
	entries: readonly IDataObject[],
	{ keys = ['uuid', 'name'], created = false }: MatchOptions = {},
): (IDataObject | undefined)[] {
	const matched = new Array<IDataObject | undefined>(targets.length).fill(undefined);
	let remaining = entries.map((entry, position) => ({ entry, position }));
	for (const key of keys) {
		const unmatched = new Map<string, number[]>();
		// In reverse order, so that pop() returns the first target.
		for (let index = targets.length - 1; index >= 0; index--) {
			const value = matched[index] ? undefined : textOf(targets[index]![key]);
			if (value === undefined) continue;
			const indexes = unmatched.get(value) ?? [];
			unmatched.set(value, indexes);
			indexes.push(index);
		}
		remaining = remaining.filter(({ entry }) => {
			const index = unmatched.get(textOf(entry[key]) ?? '')?.pop();
			if (index !== undefined) matched[index] = entry;
			return index === undefined;
		});
	}
	if (entries.length === targets.length) {
		for (const { entry, position } of remaining) {
			if (!matched[position] && (created || !contradicts(targets[position]!, entry, keys)))
				matched[position] = entry;
		}
	}
	for (const key of keys) shareWithDuplicates(targets, matched, key);
	return matched;
}

/** Whether a key proves that the entry belongs to a different object. */
const contradicts = (target: IDataObject, entry: IDataObject, keys: readonly string[]): boolean =>
	keys.some(
		(key) =>
			textOf(target[key]) !== undefined &&
			textOf(entry[key]) !== undefined &&
			textOf(target[key]) !== textOf(entry[key]),
	);

/** If a target has no entry, uses the entry of another target with the same key. */
function shareWithDuplicates(
	targets: readonly IDataObject[],
	matched: (IDataObject | undefined)[],
	key: string,
): void {
	const byKey = new Map<string, IDataObject>();
	matched.forEach((entry, index) => {
		for (const value of [textOf(entry?.[key]), textOf(targets[index]![key])])
			if (entry && value !== undefined) byKey.set(value, entry);
	});
	targets.forEach((target, index) => (matched[index] ??= byKey.get(textOf(target[key]) ?? '')));
}
