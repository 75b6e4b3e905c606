/**
 * State of the polling trigger: which part of a list to read next, and which records were already
 * emitted. Pure.
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { advanceCursor, RecentValues, toEpochMs } from '../../engine';

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

/** State of the trigger: the positions by list, and the emitted keys (`EmittedKeys`). */
export interface PollState {
	[list: string]: ListState | string | undefined;
	emittedKeys?: string;
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
export const updatedAt = ({ updated_at: value }: IDataObject): number =>
	typeof value === 'number' ? value : toEpochMs(value);

const hashOf = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, 12);
const maxStoredRecords = 1000;

interface Batch {
	/** The keys that n8n stores if it starts an execution with the batch. */
	readonly stored: string;
	readonly pairs: ReadonlyArray<readonly [record: string, key: string]>;
}

/**
 * The last emitted event key of each record. A process keeps all of them, and the latest ones are
 * stored with the workflow, so that a new process does not emit the complete overlap again.
 */
export class EmittedKeys {
	private readonly keys: RecentValues;
	/** The last batch of each node. n8n discards it if the poll took too long, for example. */
	private readonly batches = new Map<string, Batch>();

	constructor(maxRecords: number) {
		this.keys = new RecentValues(maxRecords);
	}

	/** Whether the key differs from the last emitted key of the record. */
	isNew(node: string, record: string, key: string): boolean {
		return this.keys.get(node + hashOf(record)) !== hashOf(key);
	}

	/**
	 * Adds stored keys, and those of the last batch if n8n has stored it.
	 * @param stored pairs of hashes, separated by spaces
	 */
	load(node: string, stored = ''): void {
		const batch = this.batches.get(node);
		if (batch?.stored === stored)
			for (const [record, key] of batch.pairs) this.keys.set(node + record, key);
		this.batches.delete(node);
		for (const pair of stored.split(' ').filter(Boolean)) {
			const [record = '', key = ''] = pair.split(':');
			this.keys.set(node + record, key);
		}
	}

	/** Adds a batch of emitted keys, latest last. Returns the keys to store. */
	add(node: string, stored: string | undefined, emitted: readonly [string, string][]): string {
		const pairs = new Map((stored ?? '').split(' ').map((pair) => [pair.split(':')[0]!, pair]));
		pairs.delete('');
		const batch = emitted.map(([record, key]) => [hashOf(record), hashOf(key)] as const);
		for (const [record, key] of batch) {
			pairs.delete(record);
			pairs.set(record, `${record}:${key}`);
		}
		const result = [...pairs.values()].slice(-maxStoredRecords).join(' ');
		this.batches.set(node, { stored: result, pairs: batch });
		return result;
	}
}
