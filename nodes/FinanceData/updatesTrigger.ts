/** Polls lists by their update time, so that what a dropped webhook spoke of arrives too. */
import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { type Connection, PackError, type RequestLine } from '../engine/describe';
import { planRequest } from '../engine/request/buildRequest';
import { runConcurrently } from '../engine/run/concurrency';
import { connect } from '../engine/transport/connect';
import { nodeError } from '../engine/transport/nodeError';
import { createRedactor, encodedForms } from '../engine/transport/redact';
import { responseRows } from '../engine/transport/responseRows';
import { toResult } from '../engine/transport/result';
import { send } from '../engine/transport/send';
import { allEntities, type Entity } from './entities';
import { notReady } from './errors';
import { recordEvent, type FinanceEvent } from './events';
import { standardPageSize } from './operations';
import { financeData } from './service';
import {
	advanced,
	begun,
	Latest,
	LongOverlaps,
	queryOf,
	restarted,
	type ListState,
} from './updates';

/** Lists that can be asked for by update time. */
export const polledEntities = allEntities.filter(
	({ operations, plain }) => operations.includes('getAll') && !plain,
);

const handedOn = new Latest(200_000);
const longOverlaps = new LongOverlaps();
const listsAtOnce = 4;
const testRows = 5;

interface Options {
	readonly accessTokens?: string;
	readonly overlap?: number;
	readonly platformData?: boolean;
	readonly startFrom?: string;
}

/** One list of one connection. */
interface Task {
	readonly entity: Entity;
	readonly token: string;
	readonly key: string;
}

/** n8n 1.x has no such method. */
type Budgeted = IPollFunctions & { getPollBudgetMs?(): number };

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const opened = await toResult(connect(context, financeData, { attempts: 3 }));
	if ('error' in opened) throw nodeError(context.getNode(), opened.error, 0);
	const options = context.getNodeParameter('options', {}) as Options;
	const tokens = tokensOf(opened.value, options);
	const hidden = createRedactor(tokens.flatMap(encodedForms));
	const connection: Connection = {
		...opened.value,
		redact: (text) => hidden(opened.value.redact(text)),
	};
	const found: FinanceEvent[] = [];
	const failures: unknown[] = [];
	const tasks = tasksOf(context, tokens);
	const isTest = context.getMode() === 'manual';
	const until = Date.now() + ((context as Budgeted).getPollBudgetMs?.() ?? 30_000) * 0.8;
	await runConcurrently(0, tasks.length, listsAtOnce, undefined, async (index) => {
		const task = tasks[index]!;
		const result = await toResult(
			isTest ? sample(connection, task) : read(context, connection, task, options, until),
		);
		if ('value' in result) found.push(...result.value);
		else failures.push(result.error);
	});
	// What was found goes out first; a list that keeps failing is told when nothing else is.
	if (found.length === 0 && failures.length > 0)
		throw nodeError(context.getNode(), failures[0], 0, connection.redact);
	if (!isTest) for (const event of found) handedOn.add(recordOf(context, event), event.eventKey);
	return found.length === 0 ? null : [found.map((json) => ({ json }))];
}

function tokensOf({ credential }: Connection, { accessTokens = '' }: Options): string[] {
	const given = accessTokens
		.split(',')
		.map((token) => token.trim())
		.filter(Boolean);
	return given.length > 0 ? [...new Set(given)] : [String(credential.accessToken ?? '')];
}

function tasksOf(context: IPollFunctions, tokens: readonly string[]): Task[] {
	const lists = context.getNodeParameter('lists', []) as string[];
	const chosen = polledEntities.filter(({ key }) => lists.includes(key));
	if (chosen.length === 0)
		throw nodeError(context.getNode(), new PackError('No list is chosen', { field: 'Lists' }), 0);
	if (tokens.includes('')) {
		throw nodeError(
			context.getNode(),
			new PackError('Access Token is required', {
				field: 'Access Tokens',
				hint: 'Enter one in the credential, or several in Options.',
			}),
			0,
		);
	}
	return tokens.flatMap((token) =>
		chosen.map((entity) => ({
			entity,
			token,
			key: `${createHash('sha256').update(token).digest('hex').slice(0, 12)}:${entity.key}`,
		})),
	);
}

/** Not downloaded yet is no failure: the records arrive when they are there. */
const isWaiting = (error: unknown): boolean =>
	error instanceof PackError &&
	error.details.code !== undefined &&
	notReady.has(error.details.code);

const isRefused = (error: unknown): boolean =>
	error instanceof PackError && [400, 404, 410].includes(error.details.status ?? 0);

const recordOf = (
	context: IPollFunctions,
	{ type, data, connection_id: connection }: FinanceEvent,
): string => [context.getWorkflow().id, context.getNode().id, connection, type, data.id].join('\n');

/**
 * Reads a list from where it was left, as far as the time allows. The state moves on in place; n8n keeps it when items are handed on,
 * and once at the activation.
 */
async function read(
	context: IPollFunctions,
	connection: Connection,
	task: Task,
	options: Options,
	until: number,
): Promise<FinanceEvent[]> {
	const states = context.getWorkflowStaticData('node') as Record<string, ListState>;
	const known = states[task.key];
	const now = Date.now();
	const overlapMs = (options.overlap ?? 60) * 60_000;
	const list = [context.getWorkflow().id, context.getNode().id, task.key].join('\n');
	const newest =
		known?.cursor === undefined ? longOverlaps.newest(list, overlapMs, now) : undefined;
	if (known !== undefined && newest !== undefined) {
		const { events, state } = await walk(
			context,
			connection,
			task,
			begun(now, newest),
			overlapMs,
			options,
			until,
		);
		longOverlaps.newer(list, state.cursor === undefined ? state.since : undefined);
		return events;
	}
	const began = known ?? begun(now, options.startFrom ? Date.parse(options.startFrom) : undefined);
	const walked = await toResult(walk(context, connection, task, began, overlapMs, options, until));
	if ('error' in walked) {
		if (!isWaiting(walked.error)) throw walked.error;
		states[task.key] = began;
		return [];
	}
	const { events, state, pages } = walked.value;
	states[task.key] = state;
	if (state.cursor === undefined)
		longOverlaps.whole(list, began.cursor === undefined ? pages : Infinity, state.since, now);
	if (known !== undefined || options.startFrom) return events;
	// What is there when it begins is no change, whatever its platform's clock says.
	for (const event of events) handedOn.add(recordOf(context, event), event.eventKey);
	return [];
}

interface Walked {
	readonly events: FinanceEvent[];
	readonly state: ListState;
	readonly pages: number;
}

async function walk(
	context: IPollFunctions,
	connection: Connection,
	task: Task,
	from: ListState,
	overlapMs: number,
	options: Options,
	until: number,
): Promise<Walked> {
	const events: FinanceEvent[] = [];
	let state = from;
	let pages = 0;
	do {
		const asked = Date.now();
		const query = {
			...queryOf(state, overlapMs),
			limit: standardPageSize,
			...(options.platformData ? { expand: 'platform_data' } : {}),
		};
		const read = await toResult(pageOf(connection, task, query));
		if ('error' in read) {
			// What the cursor of an earlier poll pointed at may be gone by now; the window is read anew.
			if (state === from && from.cursor !== undefined && isRefused(read.error))
				return await walk(context, connection, task, restarted(from), overlapMs, options, until);
			throw read.error;
		}
		const page = read.value;
		pages++;
		events.push(
			...page.events.filter((event) => handedOn.isNew(recordOf(context, event), event.eventKey)),
		);
		state = advanced(state, page, asked);
	} while (state.cursor !== undefined && Date.now() < until);
	return { events, state, pages };
}

/** Some records for the editor, whenever they changed. */
const sample = async (connection: Connection, task: Task): Promise<FinanceEvent[]> =>
	(await pageOf(connection, task, { limit: testRows })).events.slice(0, testRows);

async function pageOf(
	connection: Connection,
	{ entity: { path, rows: name, name: type }, token }: Task,
	query: IDataObject,
) {
	const answer = await send(
		connection,
		planRequest(`GET ${path}` as RequestLine, { query: { ...query, access_token: token } }),
		{ replay: 'safe' },
	);
	const rows = responseRows(answer, name);
	const { next_cursor: next, connection: from } = (answer.body ?? {}) as {
		next_cursor?: unknown;
		connection?: IDataObject;
	};
	const events = rows.map((row) =>
		recordEvent(type, row, typeof from?.id === 'string' ? from.id : undefined),
	);
	return { rows, events, next: typeof next === 'string' && next !== '' ? next : undefined };
}
