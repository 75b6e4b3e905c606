/**
 * Polls all feeds once. Takes the state of the trigger, and returns the events to emit and the new
 * state.
 */
import { cancellableSleep } from '../../engine';
import type { ErrorClassification } from '../classifyError';
import {
	idOf,
	maxDelayMs,
	readFeed,
	splitIds,
	timelineWindow,
	timeOf,
	type FeedEvent,
	type PageResult,
	type ReadState,
	type Window,
} from './readFeed';

/** State of one feed. n8n stores it, so its keys must not be renamed. */
export interface FeedState extends ReadState {
	/**
	 * The feed is not polled before this time, in epoch milliseconds. Set by the minimum poll
	 * interval of the service, or by the backoff after an error.
	 */
	notBefore?: number;
	/** When `notBefore` was set, epoch milliseconds. */
	polledAt?: number;
	/** Number of consecutive failed polls. */
	failures?: number;
	/** When the feed was first polled, successfully or not, epoch milliseconds. */
	since?: number;
}

/** State of the trigger. n8n stores it as JSON, so its keys must not be renamed. */
export interface TriggerState {
	feeds?: Record<string, FeedState>;
	/**
	 * IDs of emitted events, latest last. Stored only if there are several feeds, because an event
	 * can appear in more than one of them.
	 */
	emittedIds?: string;
}

/** Metadata of a feed, collected from the responses. */
export interface FeedInfo {
	/** When the minimum poll interval ends, epoch milliseconds. */
	readonly nextPollAt?: number;
	/** New path of the feed after a permanent redirect. */
	readonly address?: string;
}

/** Reads pages of one feed. */
export interface FeedReader {
	/** @param address path of the feed if it was moved permanently */
	read(page: number, etag: string | undefined, address: string | undefined): Promise<PageResult>;
	/** Metadata from all responses that were read so far. */
	info(): FeedInfo;
}

export interface Failure {
	/** The feed. */
	readonly name: string;
	readonly error: unknown;
	/**
	 * Whether the user must be notified. False for waits that the service requested and for the first
	 * temporary failures.
	 */
	readonly mustReport: boolean;
}

export interface PollOptions {
	/** Keys of the feeds. */
	readonly feeds: readonly string[];
	readonly reader: (feed: string) => FeedReader;
	readonly now: () => number;
	/**
	 * Which events of a new feed are emitted first: only events from now on, or all events that the
	 * feed already contains.
	 */
	readonly begin: 'now' | 'window';
	readonly matches: (event: FeedEvent) => boolean;
	readonly classifyError: (error: unknown) => ErrorClassification;
	/** Whether the time of the poll is used up, so that no further feed is read. */
	readonly isUsedUp?: () => boolean;
	readonly window?: Window;
}

export interface FeedsResult {
	/** The given state, with the time at which each new feed was added. */
	readonly start: TriggerState;
	readonly state: TriggerState;
	/** Oldest first. */
	readonly events: readonly FeedEvent[];
	readonly failures: readonly Failure[];
	/** Feeds from which events may have been missed. */
	readonly gaps: readonly string[];
	/** Feeds for which the service requested a wait that is longer than the maximum. */
	readonly shortenedWaits: ReadonlyArray<{ readonly feed: string; readonly requestedMs: number }>;
}

/**
 * Maximum wait until the next poll of a feed, whatever the service requests: a wrong header must
 * not stop the trigger for years. The rate limits of the specified service reset within an hour.
 */
const maxWaitMs = 3_600_000;

const backoffMs = 60_000;
const maxTemporaryBackoffMs = 3_600_000;
/** Cap the backoff for permanent errors at 10 minutes, so that a fix is picked up soon. */
const maxPermanentBackoffMs = 600_000;
/** Temporary errors are reported after this many consecutive failures. */
const reportAfterFailures = 5;

/**
 * Maximum time that a poll waits for a feed to become due. Short waits are common, because a
 * scheduled poll often starts shortly before the minimum poll interval of a feed ends.
 */
const maxDueWaitMs = 5_000;

/**
 * Waits for all feeds that become due within `maxDueWaitMs`, so that one poll can read them all.
 * Feeds become due at slightly different times, because the last poll read one feed after the
 * other.
 */
export async function waitUntilDue(
	{ feeds = {} }: TriggerState,
	feedKeys: readonly string[],
): Promise<void> {
	const longestMs = feedKeys
		.map((feed) => (feeds[feed]?.notBefore ?? 0) - Date.now())
		.filter((ms) => ms <= maxDueWaitMs)
		.reduce((longest, ms) => Math.max(longest, ms), 0);
	await cancellableSleep(longestMs);
}

export async function pollFeeds(state: TriggerState, options: PollOptions): Promise<FeedsResult> {
	const startedAt = options.now();
	const feeds: Record<string, FeedState> = Object.fromEntries(
		options.feeds.map((feed) => [
			feed,
			withoutImplausibleWait(state.feeds?.[feed] ?? { since: startedAt }, startedAt),
		]),
	);
	const start = { ...state, feeds: { ...feeds } };
	const emitted = new Set(splitIds(state.emittedIds));
	const isKnownToOtherFeed = otherFeedLookup(feeds);
	const found = new Map<string, FeedEvent>();
	const failures: Failure[] = [];
	const gaps: string[] = [];
	const shortenedWaits: Array<FeedsResult['shortenedWaits'][number]> = [];
	// Poll the longest-waiting feed first, so that a short time budget still reaches every feed.
	const dueFeeds = options.feeds
		.filter((feed) => (feeds[feed]!.notBefore ?? 0) <= options.now())
		.sort((one, other) => (feeds[one]!.notBefore ?? 0) - (feeds[other]!.notBefore ?? 0));
	for (const feed of dueFeeds) {
		if (options.isUsedUp?.()) break;
		const result = await pollFeed(feeds[feed]!, options.reader(feed), options);
		const requestedMs = (result.state.notBefore ?? 0) - options.now();
		if (requestedMs > maxWaitMs) shortenedWaits.push({ feed, requestedMs });
		feeds[feed] = {
			...result.state,
			...(requestedMs > maxWaitMs ? { notBefore: options.now() + maxWaitMs } : {}),
			...(result.state.notBefore === undefined ? {} : { polledAt: options.now() }),
		};
		if (result.failure) failures.push({ name: feed, ...result.failure });
		if (result.hasGap) gaps.push(feed);
		for (const event of result.newEvents)
			if (!emitted.has(idOf(event)) && !isKnownToOtherFeed(feed, idOf(event)))
				found.set(idOf(event), event);
	}
	const events = [...found.values()]
		.reverse()
		.filter((event) => options.matches(event))
		.sort(byTime);
	// The IDs are kept after a feed is removed, because its events may appear in another feed later.
	const emittedIds =
		options.feeds.length > 1 || state.emittedIds !== undefined
			? { emittedIds: recentlyEmitted(state.emittedIds, events, options) }
			: {};
	return {
		start,
		state: { feeds, ...emittedIds },
		events,
		failures,
		gaps,
		shortenedWaits,
	};
}

/** Drops a stored wait that is too long, because n8n's clock was set back after it was stored. */
const withoutImplausibleWait = (
	{ notBefore, polledAt = -Infinity, ...state }: FeedState,
	now: number,
): FeedState => ({
	...state,
	...(notBefore === undefined || notBefore > now + maxWaitMs || polledAt > now
		? {}
		: { notBefore, ...(Number.isFinite(polledAt) ? { polledAt } : {}) }),
});

/**
 * Returns a function that checks whether an event of a feed is already known from another feed.
 * Feeds that were added later than the event's feed are not checked: their first read may have
 * skipped events that the event's feed must still emit.
 */
function otherFeedLookup(
	feeds: Readonly<Record<string, FeedState>>,
): (feed: string, id: string) => boolean {
	const knownIds = Object.entries(feeds).map(([feed, { known, since }]) => ({
		feed,
		since,
		ids: new Set(splitIds(known)),
	}));
	return (feed, id) =>
		knownIds.some(
			(other) =>
				other.feed !== feed &&
				other.ids.has(id) &&
				(other.since ?? Infinity) <= (feeds[feed]!.since ?? Infinity),
		);
}

/**
 * Adds the emitted events to the stored IDs. Keeps twice as many IDs as all feeds can contain
 * together, because a quiet feed still contains events that have long disappeared from a busy feed.
 */
function recentlyEmitted(
	emittedIds: string | undefined,
	events: readonly FeedEvent[],
	{ feeds, window: { pageSize, pages } = timelineWindow }: PollOptions,
): string {
	return [...splitIds(emittedIds), ...events.map(idOf)]
		.slice(-2 * pageSize * pages * feeds.length)
		.join(' ');
}

/** Events without a time come first, in their original order. */
const byTime = (one: FeedEvent, other: FeedEvent): number =>
	(timeOf(one) || 0) - (timeOf(other) || 0);

interface FeedPollResult {
	readonly state: FeedState;
	readonly newEvents: readonly FeedEvent[];
	readonly hasGap?: boolean;
	readonly failure?: Omit<Failure, 'name'>;
}

/**
 * Polls one feed. With `begin: 'now'`, the first successful read emits only events that happened
 * after the feed was added. Later reads skip events that happened more than `maxDelayMs` before the
 * feed was added. Such old events reappear in a feed when other events are deleted.
 */
async function pollFeed(
	{ notBefore, polledAt, failures = 0, since = 0, ...readState }: FeedState,
	reader: FeedReader,
	options: PollOptions,
): Promise<FeedPollResult> {
	void polledAt;
	const isNew = readState.known === undefined;
	try {
		const result = await readFeed(
			readState,
			async (page, etag) => await reader.read(page, etag, readState.address),
			options.now(),
			options.window ?? timelineWindow,
		);
		const { nextPollAt = notBefore, address = result.state.address } = reader.info();
		const state = {
			...result.state,
			...(address === undefined ? {} : { address }),
			...timing({ notBefore: nextPollAt, since }),
		};
		const newEvents =
			options.begin === 'window'
				? result.newEvents
				: result.newEvents.filter(
						isNew
							? (event) => timeOf(event) >= since
							: (event) => !(timeOf(event) < since - maxDelayMs),
					);
		return { state, newEvents, hasGap: result.hasGap };
	} catch (error) {
		// Event times are in whole seconds, so `since` is rounded down to include events of the same
		// second.
		return failedPoll(
			{ ...readState, ...timing({ since: Math.floor(since / 1000) * 1000 }) },
			failures + 1,
			error,
			reader.info(),
			options,
		);
	}
}

function failedPoll(
	{ address, ...state }: FeedState,
	failures: number,
	error: unknown,
	{ nextPollAt }: FeedInfo,
	{ classifyError, now }: PollOptions,
): FeedPollResult {
	const { waitMs, isTemporary, isGone = false } = classifyError(error);
	// If the new path is gone, the next poll uses the original path: the feed may have moved back.
	const keptAddress = isGone || address === undefined ? {} : { address };
	const lostNewPath = isGone && address !== undefined;
	const mustReport =
		!lostNewPath &&
		(waitMs === undefined || !isTemporary) &&
		(!isTemporary || failures >= reportAfterFailures);
	// n8n retries a failed activation. Each retry must poll, because a skipped poll would count as a
	// successful activation.
	const pollsAgainAtOnce = lostNewPath || (mustReport && !isTemporary && state.known === undefined);
	const backoff = Math.min(
		isTemporary ? maxTemporaryBackoffMs : maxPermanentBackoffMs,
		backoffMs * 2 ** (failures - 1),
	);
	// The minimum poll interval also applies if a later page failed.
	const notBefore = pollsAgainAtOnce
		? nextPollAt
		: Math.max(nextPollAt ?? 0, now() + (waitMs ?? backoff));
	return {
		state: { ...state, ...keptAddress, ...timing({ notBefore, failures }) },
		newEvents: [],
		failure: { error, mustReport },
	};
}

type Timing = Pick<FeedState, 'notBefore' | 'failures' | 'since'>;

/** Omits properties without a value, to keep the stored state small. */
const timing = ({ notBefore, failures, since }: Timing): Timing => ({
	...(notBefore === undefined ? {} : { notBefore }),
	...(failures ? { failures } : {}),
	...(since === undefined ? {} : { since }),
});
