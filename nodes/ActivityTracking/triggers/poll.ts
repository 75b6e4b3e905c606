/** Activity Tracking Updates Trigger: reads the recent activities, and emits those that are new. */
import type { IDataObject } from 'n8n-workflow';
import { fetchAllRows, planRequest } from '../../engine';
import {
	type Connection,
	integer,
	isObject,
	type Paging,
	pollTrigger,
	simplifyField,
	toText,
} from '../../engine/describe';
import { maxPageSize, paging } from '../fields';
import { activityTracking } from '../service';
import { athleteIdOf, polledItem } from './events';

/** What the previous polls have read. n8n stores it, so its keys must not change. */
interface PollState {
	/** Base URL and athlete. */
	source?: string;
	/** Start of the earliest activities, in Unix time (seconds). */
	after?: number;
	/** Start of the latest activity, in Unix time (seconds). Until there is one, time of a poll. */
	latest?: number;
	/** IDs of activities, most recently read last. */
	knownIds?: string[];
}

const defaultDays = 14;
const lookBackDays = integer('Look Back (Days)', {
	description:
		'Each poll reads the activities that started up to this many days before the latest one. Earlier activities are missed if they are uploaded later.',
	default: defaultDays,
	minimum: 1,
	maximum: 365,
});

const form = { fields: {}, options: { lookBackDays, ...simplifyField } };

/**
 * Every poll counts toward the rate limit, so a page that is not full is the last one. A page has
 * room for far more activities than an athlete has in the default time.
 */
const pollPaging: Paging = {
	...paging,
	next: (response, page) => (page.rows < maxPageSize ? undefined : paging.next(response, page)),
};

const daySeconds = 24 * 60 * 60;
const maxSamples = 3;
const minKnownIds = 1000;

/** The service returns the latest activities first, unless `after` is set. */
const fetchActivities = async (
	connection: Connection,
	query: IDataObject,
	maxRows?: number,
): Promise<IDataObject[]> =>
	(
		await fetchAllRows(
			connection,
			planRequest('GET /athlete/activities', { query }),
			pollPaging,
			{ idempotency: 'safe', permission: 'activity:read' },
			maxRows,
		)
	).filter(isObject);

export const newActivities = pollTrigger({
	service: activityTracking,
	form,
	sample: async ({ connection, settings: { simplify = true } }) =>
		(await fetchActivities(connection, {}, maxSamples)).map((activity) =>
			polledItem(activity, simplify),
		),
	async read({ connection, settings }, stored: Partial<PollState>) {
		const { simplify = true, lookBackDays: days = defaultDays } = settings;
		const now = Math.floor(Date.now() / 1000);
		// Look Back counts from the latest known activity, because n8n may have been down for longer,
		// or its clock may have been ahead.
		const after = Math.min(now, stored.latest ?? now) - days * daySeconds;
		const activities = (await fetchActivities(connection, { after })).sort(byStart);
		const latest = activities.at(-1);
		const source = latest ? `${connection.address.url} ${athleteIdOf(latest)}` : stored.source;
		const isFirst = stored.knownIds === undefined || (stored.source ?? source) !== source;
		const storedIds = isFirst ? [] : stored.knownIds!;
		const readIds = new Set(activities.map(({ id }) => toText(id)));
		const knownIds = new Set(storedIds);
		// The previous poll did not read earlier activities if Look Back was lower.
		const readAfter = (stored.after ?? now) < now ? stored.after! : -Infinity;
		const isNew = (activity: IDataObject): boolean =>
			!knownIds.has(toText(activity.id)) && !(startOf(activity) / 1000 <= readAfter);
		return {
			events: isFirst
				? []
				: activities.filter(isNew).map((activity) => polledItem(activity, simplify)),
			state: {
				...(source === undefined ? {} : { source }),
				after,
				latest: (latest && Math.floor(startOf(latest) / 1000)) || (stored.latest ?? now),
				knownIds: [...storedIds.filter((id) => !readIds.has(id)), ...readIds].slice(
					-Math.max(minKnownIds, readIds.size),
				),
			},
		};
	},
});

const startOf = ({ start_date: start }: IDataObject): number => Date.parse(toText(start));

const byStart = (one: IDataObject, other: IDataObject): number => startOf(one) - startOf(other);
