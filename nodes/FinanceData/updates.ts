/** Reading lists by their update time: which window to read next, and what in it is new. Pure; the trigger does the reading. */
import type { IDataObject } from 'n8n-workflow';

/** How far one list was read. Kept by n8n with the workflow, so it holds no secret. */
export interface ListState {
	/** Latest update time up to which everything was read, milliseconds since 1970. */
	since: number;
	/** What changed before is never handed on. */
	floor: number;
	/** Where the reading of the present window goes on. */
	cursor?: string;
	/** Latest update time in the pages of the present window. */
	highest?: number;
}

export interface Page {
	readonly rows: readonly IDataObject[];
	/** Cursor of the page after this one. */
	readonly next?: string;
}

/** Clocks of platforms differ: what they say changed a little before the beginning may have changed after it. */
const skewMs = 5 * 60_000;

/** Begins at a moment that a person chose, else now. */
export const begun = (now: number, chosen?: number): ListState =>
	chosen === undefined ? { since: now, floor: now - skewMs } : { since: chosen, floor: chosen };

/** Query of the next page: a window that begins before what was read last, as a record may turn up later than it was changed. */
export const queryOf = ({ since, floor, cursor }: ListState, overlapMs: number): IDataObject => ({
	updated_at_min: Math.max(0, floor, since - overlapMs),
	...(cursor === undefined ? {} : { cursor }),
});

/** The present window from its beginning. */
export const restarted = ({ since, floor }: ListState): ListState => ({ since, floor });

/** The state after a page. The window is done when there is no next page; only then the next one begins later. */
export function advanced(
	{ since, floor, highest = since }: ListState,
	{ rows, next }: Page,
	now: number,
): ListState {
	const times = rows.map(updatedAt).filter((time) => !Number.isNaN(time));
	const latest = times.reduce((most, time) => Math.max(most, time), highest);
	if (next !== undefined) return { since, floor, cursor: next, highest: latest };
	// A record from the future must not hide what comes until then.
	return { since: Math.max(since, Math.min(latest, now)), floor };
}

/** When a record changed, milliseconds since 1970; NaN where it does not say. */
function updatedAt({ updated_at: at }: IDataObject): number {
	if (typeof at === 'number') return at;
	return typeof at === 'string' ? Date.parse(at) : NaN;
}

/**
 * The latest state of each record that this process handed on. It is not kept over a restart on purpose: what was handed on just
 * before a crash may not have been worked on, so it is handed on again, under the same event key.
 */
export class Latest {
	private readonly keys = new Map<string, string>();

	constructor(private readonly most: number) {}

	/** Whether this state of the record is another one than the last. */
	isNew(record: string, key: string): boolean {
		return this.keys.get(record) !== key;
	}

	add(record: string, key: string): void {
		// Re-inserted, so that the oldest go first.
		this.keys.delete(record);
		this.keys.set(record, key);
		if (this.keys.size > this.most) this.keys.delete(this.keys.keys().next().value!);
	}
}

/** Most pages that every reading goes over again. */
const fewPages = 4;
const longOverlapParts = 10;

/**
 * Lists that changed so much at once that their overlap takes many pages: it is read again every tenth of its length, and what is
 * newer at every poll. Not kept over a restart, after which the whole is read.
 */
export class LongOverlaps {
	private readonly lists = new Map<string, { readonly readAt: number; readonly latest: number }>();

	/** Where a reading begins that leaves the overlap out, milliseconds since 1970; undefined when the whole is due. */
	newest(list: string, overlapMs: number, now: number): number | undefined {
		const known = this.lists.get(list);
		return known !== undefined && now - known.readAt < overlapMs / longOverlapParts
			? known.latest
			: undefined;
	}

	/** The whole was read, up to this update time. */
	whole(list: string, pages: number, latest: number, now: number): void {
		if (pages > fewPages) this.lists.set(list, { readAt: now, latest });
		else this.lists.delete(list);
	}

	/** What is newer was read, too; without an update time it did not come to its end, and the whole is due. */
	newer(list: string, latest?: number): void {
		const known = this.lists.get(list);
		if (known === undefined || latest === undefined) this.lists.delete(list);
		else this.lists.set(list, { ...known, latest });
	}
}
