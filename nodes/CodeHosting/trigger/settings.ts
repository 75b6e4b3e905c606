/** Reads the parameters of the trigger node. */
import type { IDataObject } from 'n8n-workflow';
import {
	connect,
	type Poll,
	readConnectionFields,
	readForm,
	readRequestOptions,
	type RunSettings,
	simplifyRow,
	toRow,
} from '../../engine';
import { type Connection, type Form, toText } from '../../engine/describe';
import { clientOptions, connectionFields } from '../client';
import { codeHosting } from '../service';
import { eventBrief } from '../shapes';
import type { FeedRequest } from './feedClient';
import { feedRequest, filterFields, triggerFields, triggerOptions } from './feeds';
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
	readonly toOutput: (event: FeedEvent) => IDataObject;
}

/** @throws PackError if a parameter is missing or not valid */
export async function readSettings({ context, readParameter: read }: Poll): Promise<Settings> {
	const { begin, moreFeeds = [], simplify = true, ...input } = readForm(form, read);
	const authentication = read('authentication');
	const connection = await connect(
		context,
		codeHosting,
		{
			...readRequestOptions(clientOptions, read),
			...readConnectionFields(connectionFields, read, authentication),
			...runSettings,
		},
		authentication,
	);
	return {
		connection,
		feeds: [input, ...moreFeeds].map(feedRequest),
		begin: begin === 'window' ? begin : 'now',
		matches: filterBy(input),
		toOutput: (event) => (simplify ? simplifyRow(toRow(event), eventBrief) : toRow(event)).json,
	};
}

const form = {
	fields: triggerFields,
	options: { ...filterFields, ...triggerOptions },
	collection: 'filters',
} satisfies Form;

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
}: Filters): Settings['matches'] {
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
