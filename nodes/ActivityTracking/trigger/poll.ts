/** One poll of the polling trigger: reads the recent activities, and emits those that are new. */
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	connectPoll,
	createRowFilter,
	fetchAllRows,
	guardPoll,
	planRequest,
	validate,
	withNodeErrors,
} from '../../engine';
import { type Connection, integer, type Paging, toText } from '../../engine/describe';
import { maxPageSize, paging } from '../fields';
import { activityTracking } from '../service';
import { athleteIdOf, polledItem } from './events';

interface Options {
	readonly lookBackDays?: unknown;
	readonly simplify?: boolean;
}

/** What the previous poll has read. */
interface PollState {
	/** Base URL and athlete. */
	source?: string;
	/** Start of the earliest activities, in Unix time (seconds). */
	after?: number;
	/** Unix time in seconds. */
	polledAt?: number;
	knownIds?: string[];
}

export const lookBackDays = integer('Look Back (Days)', {
	description: 'An activity that is uploaded more than this many days after its start is missed',
	default: 14,
	minimum: 1,
	maximum: 365,
});

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

export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await withNodeErrors(
		context,
		async () => await guardPoll(context, async () => await pollActivities(context)),
	);

async function pollActivities(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const { simplify = true, ...options } = context.getNodeParameter('options', {}) as Options;
	const days = validate(lookBackDays, options.lookBackDays ?? lookBackDays.default) as number;
	const connection = await connectPoll(context, activityTracking);
	const toOutput = (activities: readonly IDataObject[]): INodeExecutionData[][] | null =>
		activities.length === 0
			? null
			: [activities.map((activity) => ({ json: polledItem(activity, simplify) }))];
	const filterRows = createRowFilter(context);
	if (context.getMode() === 'manual')
		return toOutput(filterRows(await fetchActivities(connection, {}, maxSamples)));
	const state = context.getWorkflowStaticData('node') as PollState;
	const polledAt = Math.floor(Date.now() / 1000);
	// n8n may have been down for longer than Look Back.
	const after = Math.min(polledAt - days * daySeconds, state.polledAt ?? Infinity);
	const activities = filterRows(await fetchActivities(connection, { after })).sort(byStart);
	const latest = activities.at(-1);
	const source = latest ? `${connection.address} ${athleteIdOf(latest)}` : state.source;
	const isFirst = state.knownIds === undefined || (state.source ?? source) !== source;
	const knownIds = new Set(isFirst ? [] : state.knownIds);
	// The previous poll did not read earlier activities if Look Back was lower.
	const isEarlier = (activity: IDataObject): boolean =>
		startOf(activity) / 1000 <= (state.after ?? -Infinity);
	const added = activities.filter(
		(activity) => !knownIds.has(toText(activity.id)) && !isEarlier(activity),
	);
	// n8n saves static data when a poll emits items and when the trigger starts.
	Object.assign(state, {
		...(source === undefined ? {} : { source }),
		after,
		polledAt,
		knownIds: activities.map(({ id }) => toText(id)),
	} satisfies PollState);
	return isFirst ? null : toOutput(added);
}

/** Activities by start. The service returns the latest activities first, unless `after` is set. */
const fetchActivities = async (
	connection: Connection,
	query: IDataObject,
	maxRows?: number,
): Promise<IDataObject[]> =>
	await fetchAllRows(
		connection,
		planRequest('GET /athlete/activities', { query }),
		pollPaging,
		{ idempotency: 'safe', permission: 'activity:read' },
		maxRows,
	);

const startOf = ({ start_date: start }: IDataObject): number => Date.parse(toText(start));

const byStart = (one: IDataObject, other: IDataObject): number => startOf(one) - startOf(other);
