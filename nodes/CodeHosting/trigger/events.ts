/** The trigger between n8n and its state machine: parameters and memory in, items out. */
import { randomUUID } from 'node:crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { type Connection, type Fields, type Operation, PackError } from '../../engine/describe';
import { readInput, type ReadParameter } from '../../engine/input/readInput';
import { simplifyRow, toRow } from '../../engine/run/output';
import { connect, type RunSettings } from '../../engine/transport/connect';
import { nodeError } from '../../engine/transport/nodeError';
import { cancellableSleep } from '../../engine/transport/sleep';
import { clientOptions } from '../client';
import { codeHosting } from '../service';
import { eventBrief } from '../shapes';
import { readFeed, timelineWindow, type FeedEvent } from './feed';
import { filterFields, moreFeeds, triggerFields, watchOf } from './feeds';
import { poll, type Memory } from './machine';
import { feedReader, judge, type Watch } from './reader';

/** Batches that this process made. */
const own = new Set<string>();
const ownMost = 10_000;

/** Memories that a poll is at work on: n8n begins the next poll on time, even where the last one takes longer. */
const atWork = new WeakSet<object>();

/** What is left of a poll interval, for which it is worth to wait: n8n's minute and the service's seldom meet. */
const shortWaitMs = 5_000;
/** What n8n 1.x gives a poll, for lack of a word of its own. */
const standardBudgetMs = 30_000;
/** A poll belongs to the activation, which n8n 2.41 gives up after 84 seconds. */
const longestBudgetMs = 60_000;

/** A poll answers to the clock: better to come again than to wait. */
const hasty: RunSettings = { attempts: 2, maximumRetryWait: 2_000, timeout: 15_000 };

interface Settings {
	readonly connection: Connection;
	readonly watches: readonly Watch[];
	readonly begin: 'now' | 'window';
	wanted(event: FeedEvent): boolean;
	itemOf(event: FeedEvent): INodeExecutionData;
}

export async function pollEvents(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const memory = context.getWorkflowStaticData('node') as Memory;
	if (atWork.has(memory)) return null;
	atWork.add(memory);
	try {
		const until =
			Date.now() + Math.min(context.getPollBudgetMs?.() ?? standardBudgetMs, longestBudgetMs) / 2;
		const settings = await settingsOf(context, (name, fallback) =>
			context.getNodeParameter(name, fallback, { extractValue: true }),
		);
		return context.getMode() === 'manual'
			? await sample(settings)
			: await polled(context, memory, settings, until);
	} catch (error) {
		throw nodeError(context.getNode(), error, 0);
	} finally {
		atWork.delete(memory);
	}
}

/** A try from the editor: the latest events, and the memory stays as it is. */
export async function sampleEvents(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return await sample(
			await settingsOf(context, (name, fallback) =>
				context.getNodeParameter(name, 0, fallback, { extractValue: true }),
			),
		);
	} catch (error) {
		throw nodeError(context.getNode(), error, 0);
	}
}

async function polled(
	context: IPollFunctions,
	memory: Memory,
	settings: Settings,
	until: number,
): Promise<INodeExecutionData[][] | null> {
	const { connection, watches, begin, wanted, itemOf } = settings;
	const feeds = new Map(watches.map((watch) => [connection.address + watch.path, watch]));
	await turn(memory, [...feeds.keys()]);
	const {
		memory: next,
		events,
		failures,
		gaps,
	} = await poll(memory, {
		feeds: [...feeds.keys()],
		reader: (feed) => feedReader(connection, feeds.get(feed)!),
		now: Date.now,
		begin,
		wanted,
		isOwn: (mark) => own.has(mark),
		mark: newMark,
		judge,
		until,
	});
	remember(memory, next);
	for (const feed of gaps)
		context.logger.warn(
			`More happened in ${feed} since the last poll than a feed holds; poll more often`,
		);
	const grave = failures
		.filter(({ isGrave }) => isGrave)
		.map(({ feed, error }) => ({
			feed,
			error: nodeError(connection.node, error, 0, connection.redact),
		}));
	if (events.length === 0 && grave.length > 0) throw grave[0]!.error;
	for (const { feed, error } of grave)
		context.logger.warn(`${feed} cannot be read: ${error.message}`);
	return events.length > 0 ? [events.map(itemOf)] : null;
}

/** Waits for the feeds that are due in a moment, all of them: two that are read one after the other are due one after the other. */
async function turn({ feeds = {} }: Memory, wanted: readonly string[]): Promise<void> {
	const left = wanted
		.map((feed) => (feeds[feed]?.notBefore ?? 0) - Date.now())
		.filter((ms) => ms <= shortWaitMs);
	await cancellableSleep(Math.max(0, ...left));
}

/** n8n looks at its own object, so what is remembered is put into that. */
function remember(memory: Memory, next: Memory): void {
	for (const key of ['feeds', 'last', 'handed'] as const) {
		if (next[key] === undefined) delete memory[key];
		else Object.assign(memory, { [key]: JSON.parse(JSON.stringify(next[key])) as unknown });
	}
}

function newMark(): string {
	const mark = randomUUID();
	own.add(mark);
	if (own.size > ownMost) own.delete(own.values().next().value!);
	return mark;
}

const sampleSize = 10;

async function sample({
	connection,
	watches,
	wanted,
	itemOf,
}: Settings): Promise<INodeExecutionData[][]> {
	const found = new Map<string, FeedEvent>();
	for (const watch of watches) {
		const reader = feedReader(connection, watch);
		const { unseen } = await readFeed(
			{},
			async (page) => await reader.read(page, undefined, undefined),
			{ ...timelineWindow, pages: 1 },
		);
		for (const event of unseen) if (wanted(event)) found.set(event.id, event);
	}
	if (found.size === 0)
		throw new PackError('No event of the last hundred passes the filters', {
			hint: 'Loosen the filters, or activate the workflow and wait for an event.',
		});
	return [
		[...found.values()]
			.sort((one, other) => Date.parse(one.created_at ?? '') - Date.parse(other.created_at ?? ''))
			.slice(-sampleSize)
			.map(itemOf),
	];
}

/** Reads the form as an operation's is read: checked, and with a word for what is missing. */
const form = (fields: Fields, options: Fields): Operation => ({
	name: '',
	action: '',
	fields,
	options,
	replay: 'safe',
	output: 'rows',
});

async function settingsOf(
	context: IPollFunctions | IExecuteFunctions,
	read: ReadParameter,
): Promise<Settings> {
	const collection =
		(name: string): ReadParameter =>
		(asked, fallback) =>
			asked === 'options' ? (read(name, {}) ?? fallback) : read(asked, fallback);
	const { begin, ...feed } = readInput(form(triggerFields, {}), read);
	const filters = readInput(form({}, filterFields), collection('filters')) as Filters;
	const options = readInput(
		form({}, { ...clientOptions, moreFeeds }),
		collection('options'),
	) as IDataObject & { moreFeeds?: IDataObject[] };
	const connection = await connect(
		context,
		codeHosting,
		{ ...options, ...hasty },
		read('authentication'),
	);
	const isSimple = (read('options', {}) as IDataObject).simplify !== false;
	return {
		connection,
		watches: [feed, ...(options.moreFeeds ?? [])].map(watchOf),
		begin: begin as Settings['begin'],
		wanted: wantedBy(filters),
		itemOf: (event) => ({
			json: (isSimple ? simplifyRow(toRow(event), eventBrief) : toRow(event)).json,
		}),
	};
}

interface Filters {
	readonly eventTypes?: string[];
	readonly actors?: string[];
	readonly repositories?: string[];
	readonly visibility?: string;
}

const nameIn = (value: unknown, key: string): string =>
	String((value as IDataObject | undefined)?.[key]);

/** Names are the same in capitals and in small letters, as for the service; a repository may be named without its owner. */
function wantedBy({ eventTypes, actors, repositories, visibility }: Filters): Settings['wanted'] {
	const among = (wanted: string[] | undefined): ((name: unknown) => boolean) => {
		const names = new Set(wanted?.map((name) => name.toLowerCase()));
		return (name) => names.size === 0 || names.has(String(name).toLowerCase());
	};
	const [isType, isActor, isRepository] = [among(eventTypes), among(actors), among(repositories)];
	return ({ type, actor, repo, public: isPublic }) =>
		isType(type) &&
		isActor(nameIn(actor, 'login')) &&
		[nameIn(repo, 'name'), nameIn(repo, 'name').split('/')[1]].some(isRepository) &&
		(visibility === undefined || (visibility === 'public') === isPublic);
}
