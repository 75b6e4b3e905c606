/**
 * State of the polling trigger: which part of a list to read next, and which records were already
 * emitted. Pure.
 */
import type { IDataObject } from 'n8n-workflow';
import { advanceCursor, boundedKey, correctStart, RecentValues, toEpochMs } from '../engine';

/**
 * Position in one list. Each poll reads a window of update times, page by page. n8n stores the
 * state with the workflow, so it contains no secrets and its keys must not change. Times are in
 * epoch milliseconds.
 */
export interface ListState {
	/** All records with an update time up to this time were read. */
	since: number;
	/** Records updated before this time are never emitted. */
	floor: number;
	/** Next page of the current window. */
	cursor?: string;
	/** Latest update time in the pages of the current window that were already read. */
	highest?: number;
}

export interface Page {
	readonly rows: readonly IDataObject[];
	/** Cursor of the next page. */
	readonly next?: string;
}

/**
 * Maximum clock skew between a platform and n8n. A record whose update time is shortly before the
 * start may actually have changed after the start.
 */
const clockSkewMs = 5 * 60_000;

/** Starts at `startFrom`, or now if it is not set. */
export const initialListState = (now: number, startFrom?: number): ListState =>
	startFrom === undefined
		? { since: now, floor: now - clockSkewMs }
		: { since: startFrom, floor: startFrom };

/**
 * Starts over if n8n's clock was ahead when the trigger was activated.
 * @param startFrom the current Start From, which may be in the future
 * @param date Date header of the last response
 */
export function withCorrectStart(
	state: ListState,
	startFrom: number | undefined,
	date: unknown,
): ListState {
	if (state.floor === startFrom) return state;
	const start = state.floor + clockSkewMs;
	const corrected = correctStart(start, date);
	return corrected === start ? state : initialListState(corrected);
}

/**
 * Query of the next page. A window overlaps the previous window, because a record can appear in the
 * list some time after its update time.
 */
export const pageQuery = ({ since, floor, cursor }: ListState, overlapMs: number): IDataObject => ({
	updated_at_min: Math.max(0, floor, since - overlapMs),
	...(cursor === undefined ? {} : { cursor }),
});

/** The state at the start of the current window. */
export const restartWindow = ({ since, floor }: ListState): ListState => ({ since, floor });

/** The state after a page. `since` only advances after the last page of a window. */
export function afterPage(
	{ since, floor, highest = since }: ListState,
	{ rows, next }: Page,
	now: number,
): ListState {
	const times = rows.map(updatedAt).filter((time) => !Number.isNaN(time));
	const latest = times.reduce((max, time) => Math.max(max, time), highest);
	if (next !== undefined) return { since, floor, cursor: next, highest: latest };
	return { since: advanceCursor(since, latest, now), floor };
}

/** Update time in epoch milliseconds, or NaN if the record has none. */
const updatedAt = ({ updated_at: value }: IDataObject): number =>
	typeof value === 'number' ? value : toEpochMs(value);

/**
 * The last emitted event key of each record, in this process. It is deliberately not stored: after
 * a crash, events that were emitted but not processed are emitted again, with the same event key.
 */
export class EmittedKeys {
	private readonly keys: RecentValues;

	constructor(maxRecords: number) {
		this.keys = new RecentValues(maxRecords);
	}

	/** Whether the key differs from the last emitted key of the record. */
	isNew(record: string, key: string): boolean {
		return this.keys.get(record) !== boundedKey(key);
	}

	add(record: string, key: string): void {
		this.keys.set(record, boundedKey(key));
	}
}

/** An overlap with more pages than this is a long overlap. */
const maxShortOverlapPages = 4;
const rereadsPerOverlap = 10;

/**
 * Tracks lists with a long overlap, for example after thousands of changes at once. The interval
 * between two reads of the complete overlap is at least a tenth of its duration, for example 6
 * minutes for an overlap of 60 minutes. Polls in between read only newer records. This information
 * is not stored: after a restart, the complete overlap is read.
 */
export class LongOverlaps {
	private readonly lists = new Map<string, { readonly readAt: number; readonly latest: number }>();

	/**
	 * Update time from which to read if the poll skips the overlap, in epoch milliseconds. Undefined
	 * if it is time to read the complete overlap.
	 * @param now time of a monotonic clock, in milliseconds. With a clock that can be set back, the
	 * complete overlap might not be read for a long time.
	 */
	skipTo(list: string, overlapMs: number, now: number): number | undefined {
		const known = this.lists.get(list);
		return known !== undefined && now - known.readAt < overlapMs / rereadsPerOverlap
			? known.latest
			: undefined;
	}

	/**
	 * Must be called after each read of a complete overlap. `latest` is the latest update time that
	 * was read.
	 */
	addCompleteRead(list: string, pages: number, latest: number, now: number): void {
		if (pages > maxShortOverlapPages) this.lists.set(list, { readAt: now, latest });
		else this.lists.delete(list);
	}

	/**
	 * Must be called after each read that skips the overlap. If the read did not reach the end of the
	 * list, `latest` is undefined, and the next poll reads the complete overlap.
	 */
	addNewerRead(list: string, latest?: number): void {
		const known = this.lists.get(list);
		if (known === undefined || latest === undefined) this.lists.delete(list);
		else this.lists.set(list, { ...known, latest });
	}
}
