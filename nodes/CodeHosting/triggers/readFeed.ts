/**
 * Reads one event feed (../README.md, Events feed). Pure: takes the state of the feed and a
 * function that reads a page, and returns the new events and the new state.
 *
 * A feed lists the newest events first, but an event can appear in the middle of the feed up to six
 * hours after it happened. Reading only up to the first known event would miss such events. Reading
 * therefore continues until the events are so old that no new event can appear among them. An
 * unchanged page (304) contains no new events, but a later page may contain some.
 */
import type { IDataObject } from 'n8n-workflow';
import { advanceCursor, boundedKey } from '../../engine';

export interface FeedEvent extends IDataObject {
	id: string;
	created_at: string | null;
}

/** Size of a feed: 300 events, in pages of 100. */
export interface Window {
	readonly pageSize: number;
	readonly pages: number;
}

export const timelineWindow: Window = { pageSize: 100, pages: 3 };

/** State of a page after it was last read. */
interface PageState {
	/** Including its quotes. */
	etag?: string;
	/** Time of the oldest event in epoch milliseconds. Not set if no event has a time. */
	oldest?: number;
	/** The feed ended on this page, and the page was not full. */
	isLast?: boolean;
}

/**
 * State of a feed between polls. n8n stores it as JSON with every batch of events, so it must be
 * small, and its keys must not be renamed.
 */
export interface ReadState {
	/**
	 * IDs of known events, separated by spaces, most recently seen last. Not set until the feed was
	 * read once.
	 */
	known?: string;
	pages?: PageState[];
	/** Time of the newest event in the last read, but never later than the time of that read. */
	newest?: number;
	/**
	 * Time of the newest event in the second-to-last read. If not set, the complete window is read.
	 */
	before?: number;
	/** Path of the feed if it was moved permanently. */
	address?: string;
}

interface Page {
	readonly unchanged?: false;
	readonly events: readonly FeedEvent[];
	readonly etag?: string;
}

/**
 * `hasNext` is set if the service reports whether there is a next page. If `hasNext` is not set, a
 * page that is not full is assumed to be the last page.
 */
export type PageResult = (Page | { readonly unchanged: true }) & { readonly hasNext?: boolean };

/** Reads a page, starting at 1. With an ETag, the result may be that the page is unchanged. */
export type ReadPage = (page: number, etag: string | undefined) => Promise<PageResult>;

export interface FeedResult {
	readonly state: ReadState;
	/** Events that were not known before this read, newest first. */
	readonly newEvents: readonly FeedEvent[];
	/** The window is full and contains no known event: events may have been missed. */
	readonly hasGap: boolean;
}

/** Maximum delay until an event appears: six hours, plus a margin of half an hour. */
export const maxDelayMs = 6.5 * 3_600_000;

export const splitIds = (ids: string | undefined): string[] => (ids ? ids.split(' ') : []);

/**
 * The ID, or its hash if the ID is long or contains whitespace. Known IDs are stored as a text in
 * which spaces separate them.
 */
export const idOf = ({ id }: FeedEvent): string => boundedKey(id);

/** Time of an event in epoch milliseconds. NaN if it has none. */
export const timeOf = ({ created_at: time }: FeedEvent): number => Date.parse(time ?? '');

/**
 * Reads the pages of a feed until the events are so old that no new event can appear among them.
 * @param now time of the read in epoch milliseconds
 * @throws the error of `readPage`. The state is then unchanged, so that the next poll finds the
 * same events.
 */
export async function readFeed(
	state: ReadState,
	readPage: ReadPage,
	now: number,
	window: Window = timelineWindow,
): Promise<FeedResult> {
	const known = new Set(splitIds(state.known));
	// An event that moves to another page while the feed is read can be missed. The horizon is
	// therefore based on the second-to-last read, so that events missed by the last read are found.
	const horizon = state.before === undefined ? -Infinity : Math.min(state.before, now) - maxDelayMs;
	const pages: PageState[] = [];
	const events: FeedEvent[] = [];
	let foundKnown = false;
	let isUnchanged = true;
	for (let page = 1; page <= window.pages; page++) {
		const lastState = state.pages?.[page - 1];
		const result = await readPage(page, lastState?.etag);
		const pageState = result.unchanged ? (lastState ?? {}) : pageStateOf(result, window.pageSize);
		pages.push(pageState);
		if (result.unchanged) foundKnown = true;
		else {
			isUnchanged = false;
			foundKnown ||= result.events.some((event) => known.has(idOf(event)));
			for (const event of result.events) events.push(event);
		}
		const isLast = !(result.hasNext ?? !pageState.isLast);
		if (isLast || (foundKnown && (pageState.oldest ?? Infinity) < horizon)) break;
	}
	if (isUnchanged) return { state: confirmNewest(state), newEvents: [], hasGap: false };
	const isWindowFull = pages.length === window.pages && !pages.at(-1)!.isLast;
	return {
		state: nextState(state, pages, events, now, window),
		newEvents: uniqueById(events).filter((event) => !known.has(idOf(event))),
		hasGap: !foundKnown && known.size > 0 && isWindowFull,
	};
}

const pageStateOf = ({ events, etag, hasNext }: PageResult & Page, pageSize: number): PageState => {
	const oldest = events.map(timeOf).reduce((min, time) => Math.min(min, time), Infinity);
	const isLast = events.length < pageSize && !hasNext;
	return {
		...(etag === undefined ? {} : { etag }),
		...(Number.isFinite(oldest) ? { oldest } : {}),
		...(isLast ? { isLast } : {}),
	};
};

function uniqueById(events: readonly FeedEvent[]): FeedEvent[] {
	return [...new Map(events.map((event) => [idOf(event), event])).values()];
}

/**
 * The state after a read. Keeps the event IDs of two windows: one for the events that the feed
 * currently contains, and one for events that reappear when other events are deleted.
 */
function nextState(
	state: ReadState,
	pages: PageState[],
	events: readonly FeedEvent[],
	now: number,
	{ pageSize, pages: pageCount }: Window,
): ReadState {
	const readIds = uniqueById(events).map(idOf).reverse();
	const isRead = new Set(readIds);
	const known = [...splitIds(state.known).filter((id) => !isRead.has(id)), ...readIds].slice(
		-2 * pageSize * pageCount,
	);
	const newest = advanceCursor(
		state.newest ?? -Infinity,
		events
			.map(timeOf)
			.filter((time) => !Number.isNaN(time))
			.reduce((max, time) => Math.max(max, time), -Infinity),
		now,
	);
	return {
		...(state.address === undefined ? {} : { address: state.address }),
		known: known.join(' '),
		pages,
		...(Number.isFinite(newest) ? { newest } : {}),
		...(state.newest === undefined ? {} : { before: state.newest }),
	};
}

/**
 * The state after a read in which no page changed. The last read therefore missed no event, so the
 * horizon of the next read can be based on the newest event in the last read.
 */
const confirmNewest = (state: ReadState): ReadState =>
	state.newest === undefined || state.before === state.newest
		? state
		: { ...state, before: state.newest };
