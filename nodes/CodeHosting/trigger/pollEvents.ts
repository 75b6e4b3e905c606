/** Integrates the trigger with n8n: reads parameters and stored state, and returns items. */
import { randomUUID } from 'node:crypto';
import type { IExecuteFunctions, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	cancellableSleep,
	createRowFilter,
	guardPoll,
	nodeError,
	pollBudgetMs,
	RecentKeys,
	type RowFilter,
	withNodeErrors,
} from '../../engine';
import { PackError } from '../../engine/describe';
import { classifyError } from '../classifyError';
import { createFeedReader } from './feedClient';
import { pollFeeds, type TriggerState } from './pollFeeds';
import { idOf, readFeed, timelineWindow, type FeedEvent } from './readFeed';
import { readSettings, type Settings } from './settings';

/** IDs of the batches that this process emitted. */
const ownBatchIds = new RecentKeys(10_000);

/**
 * Maximum time that a poll waits for a feed to become due. Short waits are common, because a
 * scheduled poll often starts shortly before the minimum poll interval of a feed ends.
 */
const maxDueWaitMs = 5_000;
/** The first poll is part of the activation, which n8n 2.41 aborts after 84 seconds. */
const maxBudgetMs = 60_000;

export async function pollEvents(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const pollOnce = async (): Promise<INodeExecutionData[][] | null> => {
		const deadline = performance.now() + Math.min(pollBudgetMs(context), maxBudgetMs) / 2;
		const settings = await readSettings(context, (name, fallback) =>
			context.getNodeParameter(name, fallback, { extractValue: true }),
		);
		const filterRows = createRowFilter(context);
		return context.getMode() === 'manual'
			? await latestEvents(settings, filterRows)
			: await newEvents(context, settings, filterRows, deadline);
	};
	return await withNodeErrors(context, async () => await guardPoll(context, pollOnce));
}

/** Returns the latest events for a manual test run. The stored state does not change. */
export async function sampleEvents(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return await withNodeErrors(context, async () => {
		const settings = await readSettings(context, (name, fallback) =>
			context.getNodeParameter(name, 0, fallback, { extractValue: true }),
		);
		return await latestEvents(settings, createRowFilter(context));
	});
}

async function newEvents(
	context: IPollFunctions,
	settings: Settings,
	filterRows: RowFilter,
	deadline: number,
): Promise<INodeExecutionData[][] | null> {
	const { connection, begin, matches, toItem } = settings;
	const stored = context.getWorkflowStaticData('node') as TriggerState;
	const feeds = new Map(settings.feeds.map((feed) => [connection.address + feed.path, feed]));
	const feedKeys = [...feeds.keys()];
	await waitUntilDue(stored, feedKeys);
	const { state, events, failures, gaps, shortenedWaits } = await pollFeeds(stored, {
		feeds: feedKeys,
		reader: (feed) => createFeedReader(connection, feeds.get(feed)!, filterRows),
		now: Date.now,
		begin,
		matches,
		isOwnBatch: (batchId) => ownBatchIds.has(batchId),
		newBatchId,
		classifyError,
		isOverdue: () => performance.now() > deadline,
	});
	store(stored, state);
	for (const feed of gaps)
		context.logger.warn(
			`More events happened in ${feed} since the last poll than a feed can contain. ` +
				'Events may have been missed. Poll more often.',
		);
	for (const { feed, requestedMs } of shortenedWaits)
		context.logger.warn(
			`The service requested a wait of ${Math.round(requestedMs / 3_600_000)} hours for ${feed}. ` +
				'The trigger polls this feed again after one hour.',
		);
	const errors = failures
		.filter(({ mustReport }) => mustReport)
		.map(({ feed, error }) => ({
			feed,
			error: nodeError(connection.node, error, 0, connection.redact),
		}));
	if (events.length === 0 && errors.length > 0) throw errors[0]!.error;
	for (const { feed, error } of errors)
		context.logger.warn(`Could not read ${feed}: ${error.message}`);
	return events.length > 0 ? [events.map(toItem)] : null;
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

/**
 * Copies the state into the static data object, because n8n only detects changes to this object.
 */
function store(stored: TriggerState, state: TriggerState): void {
	for (const key of ['feeds', 'last', 'handed'] as const) {
		if (state[key] === undefined) delete stored[key];
		else Object.assign(stored, { [key]: JSON.parse(JSON.stringify(state[key])) as unknown });
	}
}

function newBatchId(): string {
	const batchId = randomUUID();
	ownBatchIds.add(batchId);
	return batchId;
}

const sampleSize = 10;

/** The latest events on the first page of each feed, oldest first. */
async function latestEvents(
	{ connection, feeds, matches, toItem }: Settings,
	filterRows: RowFilter,
): Promise<INodeExecutionData[][]> {
	const found = new Map<string, FeedEvent>();
	for (const feed of feeds) {
		const reader = createFeedReader(connection, feed, filterRows);
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
	return [
		[...found.values()]
			.sort((one, other) => Date.parse(one.created_at ?? '') - Date.parse(other.created_at ?? ''))
			.slice(-sampleSize)
			.map(toItem),
	];
}
