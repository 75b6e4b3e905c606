/**
 * One timeline, read again and again (specification part A, Events). Pure: what a feed remembers and a reader of its pages
 * go in, what is new and what to remember come out.
 *
 * A timeline shows its newest events first, and an event may appear in the middle of it up to six hours after it happened. So
 * reading on until something known appears is not enough: pages are read until they reach back behind everything that can
 * still appear. A page that the service calls unchanged holds nothing new, but a page behind it may.
 */
import type { IDataObject } from 'n8n-workflow';

export interface FeedEvent extends IDataObject {
	id: string;
	created_at: string | null;
}

/** The shape of timelines: 100 events a page, 300 in all. */
export interface Window {
	readonly pageSize: number;
	readonly pages: number;
}

export const timelineWindow: Window = { pageSize: 100, pages: 3 };

/** What the last reading left of a page. */
interface PageMark {
	/** With its quotes. */
	etag?: string;
	/** When its oldest event happened, epoch milliseconds; absent where an event has no time. */
	oldest?: number;
	/** The timeline ended on it, and it had room. */
	isLast?: boolean;
}

/** What a feed remembers between polls: JSON, and small, as n8n saves it with every batch. */
export interface FeedMemory {
	/** Ids that were seen, those seen last at the end, in one text. Absent until the feed was read once. */
	known?: string;
	pages?: PageMark[];
	/** When the newest event happened, as of the last reading, and of the one before that. Without the latter, the whole window is read. */
	newest?: number;
	before?: number;
	/** Where the feed is now, if it moved for good. */
	address?: string;
}

interface Page {
	readonly unchanged?: false;
	readonly events: readonly FeedEvent[];
	readonly etag?: string;
}

/** `hasNext` says whether a page follows, where the service does: a page that is not full need not be the last. */
export type PageAnswer = (Page | { readonly unchanged: true }) & { readonly hasNext?: boolean };

/** Reads one page, from 1; with an ETag, the answer may be that it is unchanged. */
export type ReadPage = (page: number, etag: string | undefined) => Promise<PageAnswer>;

export interface Reading {
	readonly memory: FeedMemory;
	/** Events that the feed did not know, in its own order: newest first. */
	readonly unseen: readonly FeedEvent[];
	/** Nothing known was left in the whole window: events may have gone by unseen. */
	readonly hasGap: boolean;
}

/** How late an event may appear, and half an hour of good will. */
export const latestMs = 6.5 * 3_600_000;

export const idsOf = (known: string | undefined): string[] => (known ? known.split(' ') : []);

/**
 * Reads a feed from its first page as far as something new can be. It is all or nothing: where a page cannot be read, this
 * throws what the reader threw, and the memory stays as it was.
 */
export async function readFeed(
	memory: FeedMemory,
	read: ReadPage,
	window: Window = timelineWindow,
): Promise<Reading> {
	const known = new Set(idsOf(memory.known));
	// One reading further back than need be: an event that moved from page to page while they were read is found by the next.
	const horizon = memory.before === undefined ? -Infinity : memory.before - latestMs;
	const marks: PageMark[] = [];
	const seen: FeedEvent[] = [];
	let metKnown = false;
	let isUnchanged = true;
	for (let page = 1; page <= window.pages; page++) {
		const before = memory.pages?.[page - 1];
		const answer = await read(page, before?.etag);
		const mark = answer.unchanged ? (before ?? {}) : markOf(answer, window.pageSize);
		marks.push(mark);
		if (answer.unchanged) metKnown = true;
		else {
			isUnchanged = false;
			metKnown ||= answer.events.some(({ id }) => known.has(id));
			seen.push(...answer.events);
		}
		if (!(answer.hasNext ?? !mark.isLast) || (metKnown && (mark.oldest ?? Infinity) < horizon))
			break;
	}
	const hasGap =
		!metKnown && known.size > 0 && marks.length === window.pages && !marks.at(-1)!.isLast;
	if (isUnchanged) return { memory: settled(memory), unseen: [], hasGap: false };
	const unseen = onceEach(seen).filter(({ id }) => !known.has(id));
	return { memory: remembered(memory, marks, seen, window), unseen, hasGap };
}

const markOf = ({ events, etag, hasNext }: PageAnswer & Page, pageSize: number): PageMark => {
	const oldest = Math.min(...events.map(timeOf));
	const isLast = events.length < pageSize && !hasNext;
	return {
		...(etag === undefined ? {} : { etag }),
		...(Number.isFinite(oldest) ? { oldest } : {}),
		...(isLast ? { isLast } : {}),
	};
};

/** When an event happened; NaN where it does not say. */
export const timeOf = ({ created_at: at }: FeedEvent): number => Date.parse(at ?? '');

function onceEach(events: readonly FeedEvent[]): FeedEvent[] {
	return [...new Map(events.map((event) => [event.id, event])).values()];
}

/** Ids stay known for two windows: as far as the feed reaches, and as much again for events that come back when others go. */
function remembered(
	memory: FeedMemory,
	pages: PageMark[],
	seen: readonly FeedEvent[],
	{ pageSize, pages: count }: Window,
): FeedMemory {
	const now = onceEach(seen)
		.map(({ id }) => id)
		.reverse();
	const fresh = new Set(now);
	const known = [...idsOf(memory.known).filter((id) => !fresh.has(id)), ...now].slice(
		-2 * pageSize * count,
	);
	const newest = Math.max(
		memory.newest ?? -Infinity,
		...seen.map(timeOf).filter((at) => !Number.isNaN(at)),
	);
	return {
		...(memory.address === undefined ? {} : { address: memory.address }),
		known: known.join(' '),
		pages,
		...(Number.isFinite(newest) ? { newest } : {}),
		...(memory.newest === undefined ? {} : { before: memory.newest }),
	};
}

/** Nothing has moved from page to page since the last reading, so nothing was missed then. */
const settled = (memory: FeedMemory): FeedMemory =>
	memory.newest === undefined || memory.before === memory.newest
		? memory
		: { ...memory, before: memory.newest };

/** The memory without some ids: the next reading goes through the whole window, unchanged pages included, and finds them. */
export function forgetting<M extends FeedMemory>(memory: M, ids: ReadonlySet<string>): M {
	const known = idsOf(memory.known);
	if (!known.some((id) => ids.has(id))) return memory;
	return {
		...memory,
		known: known.filter((id) => !ids.has(id)).join(' '),
		pages: undefined,
		before: undefined,
	};
}
