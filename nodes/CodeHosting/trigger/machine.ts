/**
 * The trigger as a state machine: its memory and a reader of feeds go in, the events to hand on and the new memory come out.
 *
 * n8n saves the memory of a poll only together with events, and it begins to save just before it makes the execution
 * (2.41.1). So the memory names its last batch: a process that did not make that batch itself cannot know whether there
 * was an execution, and hands the batch on once more. The node drops what had one (`gate.ts`).
 */
import { forgetting, idsOf, readFeed, timelineWindow, timeOf, type FeedEvent, type FeedMemory, type PageAnswer, type Window } from './feed';

/** What the trigger remembers of one feed. */
export interface Watched extends FeedMemory {
	/** Epoch milliseconds before which the service does not want to be asked. */
	notBefore?: number;
	/** Polls that failed one after another. */
	strikes?: number;
	/** When the feed was to be read for the first time, whether it could be or not. */
	since?: number;
}

/** Everything that the trigger remembers; JSON. */
export interface Memory {
	feeds?: Record<string, Watched>;
	/** The batch that was handed on last, and a mark of its own. */
	last?: { mark: string; ids: string };
	/** Of several feeds: ids that were handed on, the latest at the end. One event may show up in all of them. */
	handed?: string;
}

/** What an answer says beside its events. */
export interface Terms {
	/** Seconds that the service wants between two polls. */
	readonly intervalS?: number;
	/** Where the feed is from now on. */
	readonly address?: string;
}

/** Reads pages of one feed. `terms` is what its answers said so far. */
export interface FeedReader {
	read(page: number, etag: string | undefined, address: string | undefined): Promise<PageAnswer>;
	terms(): Terms;
}

/** How a feed could not be read. */
export interface Failure {
	readonly feed: string;
	readonly error: unknown;
	/** Whether a person should hear of it; a wait that the service asked for is no failure. */
	readonly isGrave: boolean;
}

export interface Surroundings {
	/** Keys of the feeds to watch. */
	readonly feeds: readonly string[];
	reader(feed: string): FeedReader;
	now(): number;
	/** What a new feed begins with: events from now on, or all that its window holds. */
	readonly begin: 'now' | 'window';
	wanted(event: FeedEvent): boolean;
	/** Whether this process made the batch of that mark. */
	isOwn(mark: string): boolean;
	/** A mark that nobody has yet. */
	mark(): string;
	/** What an error means: how long to wait, whether it ends by itself, whether the feed is not there. */
	judge(error: unknown): { readonly waitMs?: number; readonly isPassing: boolean; readonly isGone?: boolean };
	/** Epoch milliseconds after which no further feed is begun. */
	readonly until?: number;
	readonly window?: Window;
}

export interface Polled {
	readonly memory: Memory;
	/** Oldest first. */
	readonly events: readonly FeedEvent[];
	readonly failures: readonly Failure[];
	/** Feeds whose whole window was new. */
	readonly gaps: readonly string[];
}

const strikeMs = 60_000;
const longestStrikeMs = 3_600_000;
/** Passing failures in a row after which a person hears of it. */
const patience = 5;

export async function poll(memory: Memory, around: Surroundings): Promise<Polled> {
	const start = around.now();
	const begun = revived(memory, around);
	const feeds: Record<string, Watched> = Object.fromEntries(around.feeds.map((feed) => [feed, begun.feeds?.[feed] ?? { since: start }]));
	const told = new Set(idsOf(begun.handed));
	const knownElsewhere = elsewhere(feeds);
	const found = new Map<string, FeedEvent>();
	const failures: Failure[] = [];
	const gaps: string[] = [];
	// Whoever waited longest comes first, so that a short time reaches all feeds in turn.
	const due = around.feeds.filter((feed) => (feeds[feed]!.notBefore ?? 0) <= around.now()).sort((one, other) => (feeds[one]!.notBefore ?? 0) - (feeds[other]!.notBefore ?? 0));
	for (const feed of due) {
		const at = around.now();
		if (at > (around.until ?? Infinity)) break;
		const result = await watched(feeds[feed]!, around.reader(feed), around, at);
		feeds[feed] = result.memory;
		if (result.failure) failures.push({ feed, ...result.failure });
		if (result.hasGap) gaps.push(feed);
		for (const event of result.unseen) if (!told.has(event.id) && !knownElsewhere(feed, event.id)) found.set(event.id, event);
	}
	const events = [...found.values()].reverse().filter((event) => around.wanted(event)).sort(byTime);
	const last = events.length > 0 ? { mark: around.mark(), ids: events.map(({ id }) => id).join(' ') } : begun.last;
	const handed = around.feeds.length > 1 ? { handed: lately(begun.handed, events, around.window) } : {};
	return { memory: { feeds, ...(last ? { last } : {}), ...handed }, events, failures, gaps };
}

/**
 * Whether another feed knows an event. What a feed knew when it began counts for feeds that began no earlier: for one that
 * was watched before, the event is new when it appears.
 */
function elsewhere(feeds: Readonly<Record<string, Watched>>): (feed: string, id: string) => boolean {
	const all = Object.entries(feeds).map(([feed, { known, since }]) => ({ feed, since, ids: new Set(idsOf(known)) }));
	return (feed, id) => all.some((other) => other.feed !== feed && other.ids.has(id) && (other.since ?? Infinity) <= (feeds[feed]!.since ?? Infinity));
}

const lately = (handed: string | undefined, events: readonly FeedEvent[], { pageSize, pages } = timelineWindow): string => [...idsOf(handed), ...events.map(({ id }) => id)].slice(-2 * pageSize * pages).join(' ');

/** Events without a time keep their place at the beginning. */
const byTime = (one: FeedEvent, other: FeedEvent): number => (timeOf(one) || 0) - (timeOf(other) || 0);

/** The memory as this process can rely on it: a batch that another one made is not known to have arrived. */
function revived(memory: Memory, { isOwn }: Surroundings): Memory {
	const { feeds = {}, last, handed } = memory;
	if (!last || isOwn(last.mark)) return memory;
	const ids = new Set(idsOf(last.ids));
	return {
		feeds: Object.fromEntries(Object.entries(feeds).map(([feed, watched]) => [feed, forgetting(watched, ids)])),
		...(handed === undefined ? {} : { handed: idsOf(handed).filter((id) => !ids.has(id)).join(' ') }),
	};
}

interface Watching {
	readonly memory: Watched;
	readonly unseen: readonly FeedEvent[];
	readonly hasGap?: boolean;
	readonly failure?: Omit<Failure, 'feed'>;
}

async function watched({ notBefore, strikes = 0, since = 0, ...memory }: Watched, reader: FeedReader, around: Surroundings, at: number): Promise<Watching> {
	const isNew = memory.known === undefined;
	try {
		const reading = await readFeed(memory, async (page, etag) => await reader.read(page, etag, memory.address), around.window ?? timelineWindow);
		const { intervalS, address = reading.memory.address } = reader.terms();
		const next = { ...reading.memory, ...(address === undefined ? {} : { address }), ...timing({ notBefore: intervalS === undefined ? notBefore : at + intervalS * 1000, since }) };
		// Where the first reading came late, what happened meanwhile is new all the same.
		const unseen = isNew && around.begin === 'now' ? reading.unseen.filter((event) => timeOf(event) >= since) : reading.unseen;
		return { memory: next, unseen, hasGap: reading.hasGap };
	} catch (error) {
		return failed({ ...memory, ...timing({ since }) }, strikes + 1, error, around);
	}
}

function failed({ address, ...memory }: Watched, strikes: number, error: unknown, { judge, now }: Surroundings): Watching {
	const { waitMs, isPassing, isGone = false } = judge(error);
	// What moved may have moved back, or its new place may be gone: the next poll asks at the old one.
	const stays = isGone || address === undefined ? {} : { address };
	const isLost = isGone && address !== undefined;
	const notBefore = isLost ? undefined : now() + (waitMs ?? Math.min(longestStrikeMs, strikeMs * 2 ** (strikes - 1)));
	const isGrave = !isLost && (waitMs === undefined || !isPassing) && (!isPassing || strikes >= patience);
	return { memory: { ...memory, ...stays, ...timing({ notBefore, strikes }) }, unseen: [], failure: { error, isGrave } };
}

type Timing = Pick<Watched, 'notBefore' | 'strikes' | 'since'>;

/** Only what has a value: the memory is to stay small. */
const timing = ({ notBefore, strikes, since }: Timing): Timing => ({
	...(notBefore === undefined ? {} : { notBefore }),
	...(strikes ? { strikes } : {}),
	...(since === undefined ? {} : { since }),
});
