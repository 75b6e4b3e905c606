/**
 * The trigger as a state machine: its memory and a reader of feeds go in, the events to hand on and the new memory come out.
 *
 * n8n saves the memory of a poll only together with events, and it begins to save just before it makes the execution
 * (2.41.1). So the memory names its last batch: a process that did not make that batch itself cannot know whether there
 * was an execution, and hands the batch on once more. The node drops what had one (`gate.ts`).
 */
import {
	forgetting,
	idsOf,
	latestMs,
	readFeed,
	timelineWindow,
	timeOf,
	type FeedEvent,
	type FeedMemory,
	type PageAnswer,
	type Window,
} from './feed';

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
	/** Epoch milliseconds at which the interval is over that the service wants between two polls. */
	readonly restUntil?: number;
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
	judge(error: unknown): {
		readonly waitMs?: number;
		readonly isPassing: boolean;
		readonly isGone?: boolean;
	};
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
/** A person who mends what only a person can mend should not have to wait for an hour. */
const longestGraveMs = 600_000;
/** Passing failures in a row after which a person hears of it. */
const patience = 5;

export async function poll(memory: Memory, around: Surroundings): Promise<Polled> {
	const start = around.now();
	const begun = revived(memory, around);
	const feeds: Record<string, Watched> = Object.fromEntries(
		around.feeds.map((feed) => [feed, begun.feeds?.[feed] ?? { since: start }]),
	);
	const told = new Set(idsOf(begun.handed));
	const knownElsewhere = elsewhere(feeds);
	const found = new Map<string, FeedEvent>();
	const failures: Failure[] = [];
	const gaps: string[] = [];
	// Whoever waited longest comes first, so that a short time reaches all feeds in turn.
	const due = around.feeds
		.filter((feed) => (feeds[feed]!.notBefore ?? 0) <= around.now())
		.sort((one, other) => (feeds[one]!.notBefore ?? 0) - (feeds[other]!.notBefore ?? 0));
	for (const feed of due) {
		if (around.now() > (around.until ?? Infinity)) break;
		const result = await watched(feeds[feed]!, around.reader(feed), around);
		feeds[feed] = result.memory;
		if (result.failure) failures.push({ feed, ...result.failure });
		if (result.hasGap) gaps.push(feed);
		for (const event of result.unseen)
			if (!told.has(event.id) && !knownElsewhere(feed, event.id)) found.set(event.id, event);
	}
	const events = [...found.values()]
		.reverse()
		.filter((event) => around.wanted(event))
		.sort(byTime);
	const last =
		events.length > 0
			? { mark: around.mark(), ids: events.map(({ id }) => id).join(' ') }
			: begun.last;
	// A feed that is no longer watched may have handed on what another one shows later.
	const handed =
		around.feeds.length > 1 || begun.handed !== undefined
			? { handed: lately(begun.handed, events, around) }
			: {};
	return { memory: { feeds, ...(last ? { last } : {}), ...handed }, events, failures, gaps };
}

/**
 * Whether another feed knows an event. What a feed knew when it began counts for feeds that began no earlier: for one that
 * was watched before, the event is new when it appears.
 */
function elsewhere(
	feeds: Readonly<Record<string, Watched>>,
): (feed: string, id: string) => boolean {
	const all = Object.entries(feeds).map(([feed, { known, since }]) => ({
		feed,
		since,
		ids: new Set(idsOf(known)),
	}));
	return (feed, id) =>
		all.some(
			(other) =>
				other.feed !== feed &&
				other.ids.has(id) &&
				(other.since ?? Infinity) <= (feeds[feed]!.since ?? Infinity),
		);
}

/** As much as the feeds themselves know: a quiet one reaches back to what a busy one has long forgotten. */
function lately(
	handed: string | undefined,
	events: readonly FeedEvent[],
	{ feeds, window: { pageSize, pages } = timelineWindow }: Surroundings,
): string {
	return [...idsOf(handed), ...events.map(({ id }) => id)]
		.slice(-2 * pageSize * pages * feeds.length)
		.join(' ');
}

/** Events without a time keep their place at the beginning. */
const byTime = (one: FeedEvent, other: FeedEvent): number =>
	(timeOf(one) || 0) - (timeOf(other) || 0);

/** The memory as this process can rely on it: a batch that another one made is not known to have arrived. */
function revived(memory: Memory, { isOwn }: Surroundings): Memory {
	const { feeds = {}, last, handed } = memory;
	if (!last || isOwn(last.mark)) return memory;
	const ids = new Set(idsOf(last.ids));
	return {
		feeds: Object.fromEntries(
			Object.entries(feeds).map(([feed, watched]) => [feed, forgetting(watched, ids)]),
		),
		...(handed === undefined
			? {}
			: {
					handed: idsOf(handed)
						.filter((id) => !ids.has(id))
						.join(' '),
				}),
	};
}

interface Watching {
	readonly memory: Watched;
	readonly unseen: readonly FeedEvent[];
	readonly hasGap?: boolean;
	readonly failure?: Omit<Failure, 'feed'>;
}

/**
 * Reads a feed that is due. Where only events from now on count, the first reading hands on what happened since the feed was
 * to be read; a later one leaves out what is too old to be late, and came back as other events went.
 */
async function watched(
	{ notBefore, strikes = 0, since = 0, ...memory }: Watched,
	reader: FeedReader,
	around: Surroundings,
): Promise<Watching> {
	const isNew = memory.known === undefined;
	try {
		const reading = await readFeed(
			memory,
			async (page, etag) => await reader.read(page, etag, memory.address),
			around.window ?? timelineWindow,
		);
		const { restUntil = notBefore, address = reading.memory.address } = reader.terms();
		const next = {
			...reading.memory,
			...(address === undefined ? {} : { address }),
			...timing({ notBefore: restUntil, since }),
		};
		const unseen =
			around.begin === 'window'
				? reading.unseen
				: reading.unseen.filter(
						isNew
							? (event) => timeOf(event) >= since
							: (event) => !(timeOf(event) < since - latestMs),
					);
		return { memory: next, unseen, hasGap: reading.hasGap };
	} catch (error) {
		// Times of events are whole seconds, and what happens after this counts.
		return failed(
			{ ...memory, ...timing({ since: Math.floor(since / 1000) * 1000 }) },
			strikes + 1,
			error,
			reader.terms(),
			around,
		);
	}
}

function failed(
	{ address, ...memory }: Watched,
	strikes: number,
	error: unknown,
	{ restUntil }: Terms,
	{ judge, now }: Surroundings,
): Watching {
	const { waitMs, isPassing, isGone = false } = judge(error);
	// What moved may have moved back, or its new place may be gone: the next poll asks at the old one.
	const stays = isGone || address === undefined ? {} : { address };
	const isLost = isGone && address !== undefined;
	const isGrave =
		!isLost && (waitMs === undefined || !isPassing) && (!isPassing || strikes >= patience);
	// n8n itself tries an activation again, and only a poll that throws tells it to.
	const comesAgain = isLost || (isGrave && !isPassing && memory.known === undefined);
	const ownMs = Math.min(
		isPassing ? longestStrikeMs : longestGraveMs,
		strikeMs * 2 ** (strikes - 1),
	);
	// The interval counts although a later page could not be read.
	const notBefore = comesAgain ? restUntil : Math.max(restUntil ?? 0, now() + (waitMs ?? ownMs));
	return {
		memory: { ...memory, ...stays, ...timing({ notBefore, strikes }) },
		unseen: [],
		failure: { error, isGrave },
	};
}

type Timing = Pick<Watched, 'notBefore' | 'strikes' | 'since'>;

/** Only what has a value: the memory is to stay small. */
const timing = ({ notBefore, strikes, since }: Timing): Timing => ({
	...(notBefore === undefined ? {} : { notBefore }),
	...(strikes ? { strikes } : {}),
	...(since === undefined ? {} : { since }),
});
