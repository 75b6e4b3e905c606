/** Which answered entry belongs to which target of a batch. Pure. */
import type { IDataObject } from 'n8n-workflow';

export interface Landing {
	/** Keys by which an entry names its target, the surest first. */
	readonly keys?: readonly string[];
	/** The entries are of objects that the request made: one that names no target belongs to the target of its place. */
	readonly made?: boolean;
}

const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value !== '' ? value.toLowerCase() : undefined;

/**
 * Answers an entry for each target, in their order: by UUID, else by name, else by its place among the entries.
 * Targets that name the same object each get their own entry; where the service answers it once, all of them get that one.
 * A target that no entry belongs to gets none.
 */
export function land(
	targets: readonly IDataObject[],
	entries: readonly IDataObject[],
	{ keys = ['uuid', 'name'], made = false }: Landing = {},
): (IDataObject | undefined)[] {
	const landed = new Array<IDataObject | undefined>(targets.length).fill(undefined);
	const rest = entries.map((entry, place) => ({ entry, place }));
	for (const key of keys) {
		const waiting = new Map<string, number[]>();
		// From the last to the first, so that the first is at hand.
		for (let index = targets.length - 1; index >= 0; index--) {
			const value = landed[index] ? undefined : textOf(targets[index]![key]);
			if (value === undefined) continue;
			const indexes = waiting.get(value) ?? [];
			waiting.set(value, indexes);
			indexes.push(index);
		}
		take(rest, ({ entry }) => {
			const index = waiting.get(textOf(entry[key]) ?? '')?.pop();
			if (index !== undefined) landed[index] = entry;
			return index !== undefined;
		});
	}
	if (entries.length === targets.length) {
		take(rest, ({ entry, place }) => {
			const fits = !landed[place] && (made || !contradicts(targets[place]!, entry, keys));
			if (fits) landed[place] = entry;
			return fits;
		});
	}
	for (const key of keys) shareRepeats(targets, landed, key);
	return landed;
}

/** Removes what was taken. */
function take<T>(from: T[], takes: (one: T) => boolean): void {
	const left = from.filter((one) => !takes(one));
	from.splice(0, from.length, ...left);
}

/** Whether the entry is known to be about something else than the target asked for. */
const contradicts = (target: IDataObject, entry: IDataObject, keys: readonly string[]): boolean =>
	keys.some(
		(key) =>
			textOf(target[key]) !== undefined &&
			textOf(entry[key]) !== undefined &&
			textOf(target[key]) !== textOf(entry[key]),
	);

function shareRepeats(
	targets: readonly IDataObject[],
	landed: (IDataObject | undefined)[],
	key: string,
): void {
	const known = new Map<string, IDataObject>();
	landed.forEach((entry, index) => {
		for (const value of [textOf(entry?.[key]), textOf(targets[index]![key])])
			if (entry && value !== undefined) known.set(value, entry);
	});
	targets.forEach((target, index) => (landed[index] ??= known.get(textOf(target[key]) ?? '')));
}
