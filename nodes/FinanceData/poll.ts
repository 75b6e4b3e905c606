/** Polls lists by update time, so that changes are emitted even if their webhook was lost. */
import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import {
	connect,
	createRedactor,
	createRowFilter,
	encodedForms,
	guardPoll,
	maxPollBytes,
	nodeError,
	PaginationGuard,
	planRequest,
	pollBudgetMs,
	responseRows,
	type RowFilter,
	runConcurrently,
	ScopedMeter,
	send,
	validate,
} from '../engine';
import {
	type Connection,
	PackError,
	type RequestLine,
	splitList,
	toResult,
	toText,
} from '../engine/describe';
import { connectionIdOf, idIn } from './connectionId';
import { allEntities, type Entity } from './entities';
import { isNotReadyError } from './errors';
import { recordEvent, type FinanceEvent } from './events';
import { defaultPageSize, startFromField } from './fields';
import {
	afterPage,
	EmittedKeys,
	initialListState,
	LongOverlaps,
	pageQuery,
	restartWindow,
	withCorrectStart,
	type ListState,
} from './pollState';
import { financeData } from './service';

/** Entities whose list can be filtered by update time. */
export const polledEntities = allEntities.filter(
	({ operations, withoutUpdateTimes }) => operations.includes('getAll') && !withoutUpdateTimes,
);

const emittedKeys = new EmittedKeys(200_000);
const longOverlaps = new LongOverlaps();
const concurrentLists = 4;
const sampleSize = 5;

interface Options {
	readonly accessTokens?: string;
	readonly overlap?: number;
	readonly platformData?: boolean;
	readonly startFrom?: unknown;
}

/** The list of an entity in one connection. */
interface PolledList {
	readonly entity: Entity;
	readonly token: string;
	readonly tokenHash: string;
	/**
	 * Key of the list's state. Contains only a hash of the token, because n8n stores the state with
	 * the workflow.
	 */
	readonly key: string;
}

/** A record in a list, which may have changed since it was last emitted. */
interface RecordChange {
	/** Identifies the record in this process. */
	readonly recordKey: string;
	readonly event: FinanceEvent;
}

/** State that all lists of one poll share. */
interface Poll {
	readonly context: IPollFunctions;
	readonly connection: Connection;
	readonly filterRows: RowFilter;
	readonly options: Options;
	readonly overlapMs: number;
	/** Start From in epoch milliseconds; undefined to start at the time of activation. */
	readonly startFrom?: number;
	/** Deadline after which no further page is read, on the clock of `performance.now()`. */
	readonly deadline: number;
}

export const poll = async (context: IPollFunctions): Promise<INodeExecutionData[][] | null> =>
	await guardPoll(context, async () => await pollLists(context));

async function pollLists(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const connected = await toResult(connect(context, financeData, { attempts: 3 }));
	if ('error' in connected) throw nodeError(context.getNode(), connected.error, 0);
	const options = context.getNodeParameter('options', {}) as Options;
	const startFrom = startFromOf(context, options);
	const tokens = tokensOf(connected.value, options);
	const redactTokens = createRedactor(tokens.flatMap(encodedForms));
	const connection: Connection = {
		...connected.value,
		redact: (text) => redactTokens(connected.value.redact(text)),
		memory: new ScopedMeter(),
	};
	const lists = polledLists(context, tokens);
	const currentPoll: Poll = {
		context,
		connection,
		filterRows: createRowFilter(context),
		options,
		overlapMs: (options.overlap ?? 60) * 60_000,
		startFrom,
		deadline: performance.now() + pollBudgetMs(context) * 0.8,
	};
	const isManual = context.getMode() === 'manual';
	const changes: RecordChange[] = [];
	const errors: unknown[] = [];
	await runConcurrently(0, lists.length, concurrentLists, undefined, async (index) => {
		const list = lists[index]!;
		const result = await toResult(
			isManual ? sampleChanges(currentPoll, list) : pollList(currentPoll, list),
		);
		if ('error' in result) errors.push(result.error);
		else for (const change of result.value) changes.push(change);
	});
	// An error in one list must not delay events of other lists. It is therefore reported only if the
	// poll has no events to emit.
	if (changes.length === 0 && errors.length > 0)
		throw nodeError(context.getNode(), errors[0], 0, connection.redact);
	if (!isManual) markEmitted(changes);
	return changes.length === 0
		? null
		: [withoutRepeats(changes).map(({ event }) => ({ json: event }))];
}

function startFromOf(context: IPollFunctions, { startFrom }: Options): number | undefined {
	if (startFrom === undefined || startFrom === '') return undefined;
	try {
		return validate(startFromField, startFrom, context.getTimezone()) as number;
	} catch (error) {
		throw nodeError(context.getNode(), error, 0);
	}
}

function tokensOf({ credential }: Connection, { accessTokens }: Options): string[] {
	const tokens = splitList(accessTokens);
	return tokens.length > 0 ? [...new Set(tokens)] : [toText(credential.accessToken)];
}

function polledLists(context: IPollFunctions, tokens: readonly string[]): PolledList[] {
	const keys = context.getNodeParameter('lists', []) as string[];
	const selected = polledEntities.filter(({ key }) => keys.includes(key));
	if (selected.length === 0)
		throw nodeError(
			context.getNode(),
			new PackError('Lists is required', { field: 'Lists', hint: 'Select at least one list.' }),
			0,
		);
	if (tokens.includes('')) {
		throw nodeError(
			context.getNode(),
			new PackError('Access Token is required', {
				field: 'Access Tokens',
				hint: 'Enter an access token in the credential, or several access tokens in Options.',
			}),
			0,
		);
	}
	return tokens.flatMap((token) => {
		const tokenHash = createHash('sha256').update(token).digest('hex').slice(0, 12);
		return selected.map((entity) => ({
			entity,
			token,
			tokenHash,
			key: `${tokenHash}:${entity.key}`,
		}));
	});
}

/**
 * Whether an error can mean that a cursor has expired or is too long.
 */
const mayBeExpiredCursor = (error: unknown): boolean =>
	error instanceof PackError && [400, 404, 410, 414, 431].includes(error.details.status ?? 0);

function markEmitted(changes: readonly RecordChange[]): void {
	for (const { recordKey, event } of changes) emittedKeys.add(recordKey, event.eventKey);
}

/**
 * Omits changes that are equal to the previous change of the same record. A record can be on two
 * pages if the list changes while it is read, and in two lists if two tokens belong to the same
 * connection. A record that was changed and changed back is not a repeat.
 */
function withoutRepeats(changes: readonly RecordChange[]): RecordChange[] {
	const lastKeys = new Map<string, string>();
	return changes.filter(({ recordKey, event: { eventKey } }) => {
		const isRepeat = lastKeys.get(recordKey) === eventKey;
		lastKeys.set(recordKey, eventKey);
		return !isRepeat;
	});
}

/**
 * Reads a list from its stored position until its end or the deadline. Updates the position in
 * static data, which n8n saves when a poll emits items and when the workflow is activated.
 */
async function pollList(currentPoll: Poll, list: PolledList): Promise<RecordChange[]> {
	const { context, overlapMs, startFrom } = currentPoll;
	const states = context.getWorkflowStaticData('node') as Record<string, ListState>;
	const stored = states[list.key];
	const now = Date.now();
	const startedAt = performance.now();
	const listKey = [context.getWorkflow().id, context.getNode().id, list.key].join('\n');
	const skipTo =
		stored?.cursor === undefined ? longOverlaps.skipTo(listKey, overlapMs, startedAt) : undefined;
	if (stored !== undefined && skipTo !== undefined) {
		const { changes, state } = await readWindow(currentPoll, list, initialListState(now, skipTo));
		longOverlaps.addNewerRead(listKey, state.cursor === undefined ? state.since : undefined);
		return changes;
	}
	const start = stored ?? initialListState(now, startFrom);
	const result = await toResult(readWindow(currentPoll, list, start));
	if ('error' in result) {
		if (!isNotReadyError(result.error)) throw result.error;
		states[list.key] = start;
		return [];
	}
	const { changes, state, pages } = result.value;
	states[list.key] = state;
	if (state.cursor === undefined)
		longOverlaps.addCompleteRead(
			listKey,
			start.cursor === undefined ? pages : Infinity,
			state.since,
			startedAt,
		);
	if (stored !== undefined || startFrom !== undefined) return changes;
	// Records that exist on activation are not changes, even if the platform's clock is ahead.
	markEmitted(changes);
	return [];
}

interface WindowResult {
	readonly changes: RecordChange[];
	readonly state: ListState;
	readonly pages: number;
}

async function readWindow(
	currentPoll: Poll,
	list: PolledList,
	start: ListState,
): Promise<WindowResult> {
	const { connection, options, overlapMs, startFrom, deadline } = currentPoll;
	const changes: RecordChange[] = [];
	const guard = new PaginationGuard(true);
	let state = start;
	let pages = 0;
	do {
		const requestedAt = Date.now();
		const query = {
			...pageQuery(state, overlapMs),
			limit: defaultPageSize,
			...(options.platformData ? { expand: 'platform_data' } : {}),
		};
		const result = await toResult(fetchPage(currentPoll, list, query));
		if ('error' in result) {
			// The cursor of an earlier poll may have expired, so read the window again from its start.
			if (state === start && start.cursor !== undefined && mayBeExpiredCursor(result.error))
				return await readWindow(currentPoll, list, restartWindow(start));
			throw result.error;
		}
		const page = result.value;
		guard.checkRows(page.rows);
		if (page.next !== undefined) guard.checkNext(page.next);
		pages++;
		for (const change of page.changes)
			if (emittedKeys.isNew(change.recordKey, change.event.eventKey)) changes.push(change);
		state = withCorrectStart(afterPage(state, page, requestedAt), startFrom, page.date);
		// At the deadline, or after `maxPollBytes`, the remaining pages are left to the next poll.
	} while (
		state.cursor !== undefined &&
		performance.now() < deadline &&
		(connection.memory?.bytes ?? 0) < maxPollBytes
	);
	return { changes, state, pages };
}

/** Sample output of a manual test run, regardless of update times. */
const sampleChanges = async (currentPoll: Poll, list: PolledList): Promise<RecordChange[]> =>
	(await fetchPage(currentPoll, list, { limit: sampleSize })).changes.slice(0, sampleSize);

async function fetchPage(
	{ context, connection, filterRows }: Poll,
	{ entity: { path, listName, recordName }, token, tokenHash }: PolledList,
	query: IDataObject,
) {
	const response = await send(
		connection,
		planRequest(`GET ${path}` as RequestLine, { query: { ...query, access_token: token } }),
		{ idempotency: 'safe' },
	);
	const rows = filterRows(responseRows(response, listName));
	const { next_cursor: next } = (response.body ?? {}) as IDataObject;
	const connectionId =
		rows.length === 0
			? undefined
			: (idIn(response.body) ?? (await connectionIdOf(connection, token)));
	const changes = rows.map((row): RecordChange => {
		const event = recordEvent(recordName, row, connectionId, tokenHash);
		const { type, data } = event;
		const source = [context.getWorkflow().id, context.getNode().id, connectionId ?? tokenHash];
		return { recordKey: [...source, type, toText(data.id)].join('\n'), event };
	});
	return {
		rows,
		changes,
		next: typeof next === 'string' && next !== '' ? next : undefined,
		date: response.headers.date,
	};
}
