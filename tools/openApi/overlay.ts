/** Applies OpenAPI Overlays (1.0). */
import { exec, type JsonValue } from 'jsonpath-rfc9535';

interface Action {
	readonly target: string;
	readonly update?: unknown;
	readonly remove?: boolean;
}

export interface Overlay {
	readonly overlay: string;
	readonly actions: readonly Action[];
}

type Json = Record<string | number, unknown>;

/**
 * A copy of a document with the changes of an overlay, in order.
 * @throws Error for a file that is no overlay, and for a target without a match, because a decision
 * about an operation that has moved must not get lost
 */
export function applyOverlay(document: object, { overlay, actions }: Overlay): object {
	if (!/^1\./.test(String(overlay)) || !Array.isArray(actions))
		throw new Error('The overlay needs "overlay: 1.0.0" and a list of actions.');
	const copy = clone(document) as Json;
	for (const { target, update, remove } of actions as readonly Action[]) {
		const matches: Array<{ value: unknown; path: Array<string | number> }> = [];
		exec(copy as JsonValue, target, (value, path) => matches.push({ value, path: [...path] }));
		if (matches.length === 0) throw new Error(`The overlay target ${target} matches nothing.`);
		// The last entries of a list first, so that the positions of the others stay the same.
		for (const { value, path } of matches.reverse())
			if (remove) removeAt(copy, path);
			else if (Array.isArray(value)) value.push(clone(update));
			else merge(value as Json, clone(update) as Json);
	}
	return copy;
}

function removeAt(document: Json, path: ReadonlyArray<string | number>): void {
	const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Json)[key], document);
	const key = path.at(-1)!;
	if (Array.isArray(parent)) parent.splice(key as number, 1);
	else delete (parent as Json)[key];
}

/** Objects are merged, lists are concatenated, and other values are replaced. */
function merge(target: Json, update: Json): void {
	for (const [key, value] of Object.entries(update)) {
		const present = target[key];
		if (Array.isArray(present) && Array.isArray(value)) present.push(...(value as unknown[]));
		else if (isObject(present) && isObject(value)) merge(present, value);
		else target[key] = value;
	}
}

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
