/** Reads the parameters of the trigger node. */
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import type { Connection, Fields, Operation } from '../../engine/describe';
import { toText } from '../../engine/input/messages';
import { readInput, type ReadParameter } from '../../engine/input/readInput';
import { simplifyRow, toRow } from '../../engine/run/output';
import { connect, type RunSettings } from '../../engine/transport/connect';
import { clientOptions } from '../client';
import { codeHosting } from '../service';
import { eventBrief } from '../shapes';
import type { FeedRequest } from './feedClient';
import { feedRequest, filterFields, moreFeeds, triggerFields } from './feeds';
import type { PollOptions } from './pollFeeds';
import type { FeedEvent } from './readFeed';

/**
 * The time of a poll is limited, so there is no long wait before a retry. Instead, the next poll
 * reads the feed again.
 */
const runSettings: RunSettings = { attempts: 2, maximumRetryWait: 2_000, timeout: 15_000 };

export interface Settings {
	readonly connection: Connection;
	readonly feeds: readonly FeedRequest[];
	readonly begin: PollOptions['begin'];
	/** Whether an event passes the filters. */
	readonly matches: (event: FeedEvent) => boolean;
	readonly toItem: (event: FeedEvent) => INodeExecutionData;
}

/** @throws PackError if a parameter is missing or not valid */
export async function readSettings(
	context: IPollFunctions | IExecuteFunctions,
	read: ReadParameter,
): Promise<Settings> {
	/**
	 * Returns a parameter reader for `readInput`. When `readInput` reads `options`, the reader returns
	 * the collection parameter `name` instead.
	 */
	const readCollection =
		(name: string): ReadParameter =>
		(parameter, fallback) =>
			parameter === 'options' ? (read(name, {}) ?? fallback) : read(parameter, fallback);
	const { begin, ...feed } = readInput(asOperation(triggerFields, {}), read);
	const filters = readInput(asOperation({}, filterFields), readCollection('filters')) as Filters;
	const options = readInput(
		asOperation({}, { ...clientOptions, moreFeeds }),
		readCollection('options'),
	) as IDataObject & { moreFeeds?: IDataObject[] };
	const connection = await connect(
		context,
		codeHosting,
		{ ...options, ...runSettings },
		read('authentication'),
	);
	const isSimple = (read('options', {}) as IDataObject).simplify !== false;
	return {
		connection,
		feeds: [feed, ...(options.moreFeeds ?? [])].map(feedRequest),
		begin: begin as Settings['begin'],
		matches: filterBy(filters),
		toItem: (event) => ({
			json: (isSimple ? simplifyRow(toRow(event), eventBrief) : toRow(event)).json,
		}),
	};
}

/** Wraps fields in an operation, because `readInput` validates the parameters of an operation. */
const asOperation = (fields: Fields, options: Fields): Operation => ({
	name: '',
	action: '',
	fields,
	options,
	replay: 'safe',
	output: 'rows',
});

interface Filters {
	readonly eventTypes?: string[];
	readonly actors?: string[];
	readonly repositories?: string[];
	readonly visibility?: string;
}

/**
 * Names are case-insensitive, as in the service. A repository matches with or without its owner.
 */
function filterBy({ eventTypes, actors, repositories, visibility }: Filters): Settings['matches'] {
	const oneOf = (allowed: string[] | undefined): ((name: unknown) => boolean) => {
		const names = new Set(allowed?.map((name) => name.toLowerCase()));
		return (name) => names.size === 0 || names.has(toText(name).toLowerCase());
	};
	const [isType, isActor, isRepository] = [oneOf(eventTypes), oneOf(actors), oneOf(repositories)];
	return ({ type, actor, repo, public: isPublic }) =>
		isType(type) &&
		isActor(property(actor, 'login')) &&
		[property(repo, 'name'), property(repo, 'name').split('/')[1]].some(isRepository) &&
		(visibility === undefined || (visibility === 'public') === isPublic);
}

const property = (value: unknown, key: string): string =>
	toText((value as IDataObject | undefined)?.[key]);
