/** Code Hosting Trigger: reads event feeds. */
import type { IDataObject } from 'n8n-workflow';
import { simplifyRow, toRow } from '../../engine';
import {
	type Form,
	type Input,
	PackError,
	type Poll,
	pollTrigger,
	toText,
} from '../../engine/describe';
import { classifyError } from '../classifyError';
import { codeHosting } from '../service';
import { eventBrief } from '../shapes';
import { createFeedReader } from './feedClient';
import { feedRequest, filterFields, triggerFields, triggerOptions } from './feeds';
import { pollFeeds, type TriggerState, waitUntilDue } from './pollFeeds';
import { idOf, readFeed, timeOf, timelineWindow, type FeedEvent } from './readFeed';

const sampleSize = 10;

const form = {
	fields: triggerFields,
	options: { ...filterFields, ...triggerOptions },
	collection: 'filters',
} satisfies Form;
type Settings = Input<typeof form.fields, typeof form.options>;

const feedsOf = ({ moreFeeds = [], ...input }: Settings) => [input, ...moreFeeds].map(feedRequest);

const itemsOf = (events: readonly FeedEvent[], { simplify = true }: Settings): IDataObject[] =>
	events.map((event) => (simplify ? simplifyRow(toRow(event), eventBrief) : toRow(event)).json);

export const feedEvents = pollTrigger({
	service: codeHosting,
	form,
	// There is no long wait before a retry. Instead, the next poll reads the feed again.
	requests: { attempts: 2, maximumRetryWait: 2_000, timeout: 15_000 },
	continues: true,
	sample: latestEvents,
	async read({ context, connection, settings, isUsedUp }, stored: Partial<TriggerState>) {
		const feeds = new Map(
			feedsOf(settings).map((feed) => [connection.address.url + feed.path, feed]),
		);
		const feedKeys = [...feeds.keys()];
		await waitUntilDue(stored, feedKeys);
		const { state, start, events, failures, gaps, shortenedWaits } = await pollFeeds(stored, {
			feeds: feedKeys,
			reader: (feed) => createFeedReader(connection, feeds.get(feed)!),
			now: Date.now,
			begin: settings.begin === 'window' ? 'window' : 'now',
			matches: filterBy(settings),
			classifyError,
			isUsedUp,
		});
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
		return {
			events: itemsOf(events, settings),
			state,
			start,
			failures: failures.filter(({ mustReport }) => mustReport),
		};
	},
	eventKey: ({ id }) => id,
});

/** The latest events on the first page of each feed, oldest first. */
async function latestEvents({ connection, settings }: Poll<Settings>): Promise<IDataObject[]> {
	const found = new Map<string, FeedEvent>();
	const matches = filterBy(settings);
	for (const feed of feedsOf(settings)) {
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
	const latest = [...found.values()]
		.sort((one, other) => timeOf(one) - timeOf(other))
		.slice(-sampleSize);
	return itemsOf(latest, settings);
}

interface Filters {
	readonly events?: string[];
	readonly actions?: string[];
	readonly actors?: string[];
	readonly repositories?: string[];
	readonly visibility?: string;
}

/**
 * Names are case-insensitive, as in the service. A repository matches with or without its owner.
 */
function filterBy({
	events,
	actions,
	actors,
	repositories,
	visibility,
}: Filters): (event: FeedEvent) => boolean {
	const oneOf = (allowed: string[] | undefined): ((name: unknown) => boolean) => {
		const names = new Set(allowed?.map((name) => name.toLowerCase()));
		return (name) => names.size === 0 || names.has(toText(name).toLowerCase());
	};
	const [isType, isActor, isRepository] = [oneOf(events), oneOf(actors), oneOf(repositories)];
	const isAction = oneOf(actions);
	return ({ type, actor, repo, payload, public: isPublic }) =>
		isType(type) &&
		(property(payload, 'action') === '' || isAction(property(payload, 'action'))) &&
		isActor(property(actor, 'login')) &&
		[property(repo, 'name'), property(repo, 'name').split('/')[1]].some(isRepository) &&
		(visibility === undefined || (visibility === 'public') === isPublic);
}

const property = (value: unknown, key: string): string =>
	toText((value as IDataObject | undefined)?.[key]);
