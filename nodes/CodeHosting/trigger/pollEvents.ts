/** The polls of the trigger, and the sample events of a manual test run. */
import type { IDataObject } from 'n8n-workflow';
import { cancellableSleep, type Poll, type PollSource } from '../../engine';
import { PackError } from '../../engine/describe';
import { classifyError } from '../classifyError';
import { createFeedReader } from './feedClient';
import { pollFeeds, type TriggerState } from './pollFeeds';
import { idOf, readFeed, timeOf, timelineWindow, type FeedEvent } from './readFeed';
import { readSettings, type Settings } from './settings';

/**
 * Maximum time that a poll waits for a feed to become due. Short waits are common, because a
 * scheduled poll often starts shortly before the minimum poll interval of a feed ends.
 */
const maxDueWaitMs = 5_000;

export async function preparePoll(poll: Poll): Promise<PollSource<TriggerState>> {
	const settings = await readSettings(poll);
	const { connection, begin, matches, toOutput } = settings;
	const { logger } = poll.context;
	return {
		redact: connection.redact,
		sample: async () => await latestEvents(settings),
		async read(stored) {
			const feeds = new Map(
				settings.feeds.map((feed) => [connection.address.url + feed.path, feed]),
			);
			const feedKeys = [...feeds.keys()];
			await waitUntilDue(stored, feedKeys);
			const { state, start, events, failures, gaps, shortenedWaits } = await pollFeeds(stored, {
				feeds: feedKeys,
				reader: (feed) => createFeedReader(connection, feeds.get(feed)!),
				now: Date.now,
				begin,
				matches,
				classifyError,
				isUsedUp: () => poll.isUsedUp(),
			});
			for (const feed of gaps)
				logger.warn(
					`More events happened in ${feed} since the last poll than a feed can contain. ` +
						'Events may have been missed. Poll more often.',
				);
			for (const { feed, requestedMs } of shortenedWaits)
				logger.warn(
					`The service requested a wait of ${Math.round(requestedMs / 3_600_000)} hours for ${feed}. ` +
						'The trigger polls this feed again after one hour.',
				);
			return {
				events: events.map(toOutput),
				state,
				start,
				failures: failures.filter(({ mustReport }) => mustReport),
			};
		},
	};
}

/**
 * Waits for all feeds that become due within `maxDueWaitMs`, so that one poll can read them all.
 * Feeds become due at slightly different times, because the last poll read one feed after the
 * other.
 */
async function waitUntilDue(
	{ feeds = {} }: TriggerState,
	feedKeys: readonly string[],
): Promise<void> {
	const longestMs = feedKeys
		.map((feed) => (feeds[feed]?.notBefore ?? 0) - Date.now())
		.filter((ms) => ms <= maxDueWaitMs)
		.reduce((longest, ms) => Math.max(longest, ms), 0);
	await cancellableSleep(longestMs);
}

const sampleSize = 10;

/** The latest events on the first page of each feed, oldest first. */
async function latestEvents({
	connection,
	feeds,
	matches,
	toOutput,
}: Settings): Promise<IDataObject[]> {
	const found = new Map<string, FeedEvent>();
	for (const feed of feeds) {
		const reader = createFeedReader(connection, feed);
		const { newEvents: events } = await readFeed(
			{},
			async (page) => await reader.read(page, undefined, undefined),
			Date.now(),
			{ ...timelineWindow, pages: 1 },
		);
		for (const event of events) if (matches(event)) found.set(idOf(event), event);
	}
	if (found.size === 0)
		throw new PackError('None of the latest 100 events matches Events and Filters', {
			hint: 'Change Events or Filters, or wait until a matching event appears.',
		});
	return [...found.values()]
		.sort((one, other) => timeOf(one) - timeOf(other))
		.slice(-sampleSize)
		.map(toOutput);
}
