/**
 * Finance Data Updates Trigger: polls lists by update time, so that changes are emitted even if their
 * webhook was lost.
 */
import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import {
	nodeKeyOf,
	PaginationGuard,
	planRequest,
	responseRows,
	runConcurrently,
	send,
} from '../../engine';
import {
	decimal,
	flag,
	type Input,
	isObject,
	PackError,
	type Poll,
	pollTrigger,
	type RequestLine,
	secret,
	several,
	splitList,
	statusOf,
	toResult,
	toText,
} from '../../engine/describe';
import { connectionIdOf, idIn } from '../connectionId';
import { allEntities, type Entity } from '../entities';
import { isNotReadyError } from '../errors';
import { type FinanceEvent, keyOf, recordEvent } from '../events';
import { defaultPageSize, startFromField, versionWithLists } from '../fields';
import {
	afterPage,
	EmittedKeys,
	initialListState,
	pageQuery,
	type PollState,
	restartWindow,
	updatedAt,
	type ListState,
} from './pollState';
import { financeData } from '../service';

/** Entities whose list can be filtered by update time. */
const polledEntities = allEntities.filter(
	({ operations, withoutUpdateTimes }) => operations.includes('getAll') && !withoutUpdateTimes,
);

const emittedKeys = new EmittedKeys(200_000);
const concurrentLists = 4;
/** Number of records per list in a manual test run. */
const sampleSize = 5;
/** The order of the lists is not specified, so a test run reads the first period with records. */
const samplePeriods = [3_600_000, 86_400_000, 30 * 86_400_000, undefined];

const form = {
	fields: {
		lists: several(
			'Lists',
			Object.fromEntries(polledEntities.map(({ key, label }) => [key, label])),
			{
				description:
					'Lists to poll. The trigger emits changes made after it starts. A ' +
					'changed record that takes more than 60 minutes to appear in its list is missed. To ' +
					'change this limit, set Overlap.',
				required: true,
				default: ['order'],
			},
		),
	},
	options: {
		accessTokens: secret('Access Tokens', {
			description:
				'Access tokens of the connections to poll, separated by commas. If empty, the access token in the credential is used.',
			hint: 'If empty, the access token in the credential is used',
			promotedIn: versionWithLists,
		}),
		overlap: decimal('Overlap (Minutes)', {
			description:
				'Each poll reads changes from this many minutes before the latest known change. A ' +
				'changed record that takes longer than this to appear in its list is missed.',
			default: 60,
			minimum: 1,
			maximum: 43_200,
		}),
		platformData: flag('Platform Data', {
			description:
				'Whether to add the raw fields of the platform. If turned on, changes to these fields ' +
				'are also emitted, and the event key differs from the key of a webhook event without ' +
				'raw fields.',
			default: true,
		}),
		startFrom: startFromField,
	},
};

/** The list of an entity in one connection. */
interface PolledList {
	readonly entity: Entity;
	readonly token: string;
	readonly tokenHash: string;
	/** Position of the token, for errors. Undefined if there is only one. */
	readonly tokenNumber?: number;
	/**
	 * Key of the list's state. Contains only a hash of the token, because n8n stores the state with
	 * the workflow.
	 */
	readonly key: string;
}

/** A record in a list, which may have changed since it was last emitted. */
interface RecordChange {
	/** Identifies the record in this trigger. */
	readonly record: string;
	readonly event: FinanceEvent;
}

type FinancePoll = Poll<Input<typeof form.fields, typeof form.options>>;

/** What all lists of one poll share. */
interface ListReader {
	readonly poll: FinancePoll;
	readonly platformData: boolean;
	readonly overlapMs: number;
	/** Start From in epoch milliseconds; undefined to start at the time of activation. */
	readonly startFrom?: number;
	readonly isNew: (change: RecordChange) => boolean;
}

function readerOf(poll: FinancePoll): ListReader {
	const { platformData = false, overlap = 60, startFrom } = poll.settings;
	const node = nodeKeyOf(poll.context);
	return {
		poll,
		platformData,
		overlapMs: overlap * 60_000,
		startFrom: startFrom === undefined ? undefined : Number(startFrom),
		isNew: ({ record, event }) => emittedKeys.isNew(node, record, event.eventKey),
	};
}

export const updatedRecords = pollTrigger({
	service: financeData,
	form,
	requests: { timeout: 60_000 },
	continues: true,
	async sample(poll) {
		const reader = readerOf(poll);
		const { values, failures } = await readLists(
			polledLists(poll),
			async (list) => await latestChanges(reader, list),
		);
		const failure =
			failures.find(({ error }) => !isNotReadyError(error)) ??
			(values.length === 0 ? failures[0] : undefined);
		if (failure) throw failure.error;
		return withoutRepeats(values.flat());
	},
	async read(poll, stored: Partial<PollState>) {
		const now = Date.now();
		const [node, reader, lists] = [nodeKeyOf(poll.context), readerOf(poll), polledLists(poll)];
		const newLists = lists.filter(({ key }) => stored[key] === undefined);
		const start: PollState = {
			...stored,
			...Object.fromEntries(
				newLists.map(({ key }) => [key, initialListState(now, reader.startFrom)]),
			),
		};
		emittedKeys.load(node, stored.emittedKeys);
		const { values, failures } = await readLists(lists, async (list) => ({
			list,
			...(await readAvailable(reader, list, start[list.key] as ListState)),
		}));
		// Records that exist on activation are not changes, even if the platform's clock is ahead.
		const isChange = (list: PolledList): boolean =>
			reader.startFrom !== undefined || !newLists.includes(list);
		return {
			start,
			events: withoutRepeats(
				values.flatMap(({ list, changes }) => (isChange(list) ? changes : [])),
			),
			state: {
				...stored,
				...Object.fromEntries(values.map(({ list, state }) => [list.key, state])),
				emittedKeys: emittedKeys.add(
					node,
					stored.emittedKeys,
					values.flatMap(({ changes }) =>
						changes.map(({ record, event }): [string, string] => [record, event.eventKey]),
					),
				),
			},
			failures,
		};
	},
	eventKey: keyOf,
});

function polledLists({ connection, settings }: FinancePoll): PolledList[] {
	const entered = splitList(settings.accessTokens);
	const tokens =
		entered.length > 0 ? [...new Set(entered)] : [toText(connection.credential.accessToken)];
	const selected = polledEntities.filter(({ key }) => settings.lists.includes(key));
	if (tokens.includes(''))
		throw new PackError('Access Token is required', {
			field: 'Access Tokens',
			hint: 'Enter an access token in the credential, or in the node.',
		});
	return tokens.flatMap((token, index) => {
		const tokenHash = createHash('sha256').update(token).digest('hex').slice(0, 12);
		return selected.map((entity) => ({
			entity,
			token,
			tokenHash,
			tokenNumber: tokens.length > 1 ? index + 1 : undefined,
			key: `${tokenHash}:${entity.key}`,
		}));
	});
}

/** Reads several lists at the same time. An error in one list does not affect the others. */
async function readLists<T>(
	lists: readonly PolledList[],
	read: (list: PolledList) => Promise<T>,
): Promise<{ values: T[]; failures: Array<{ name: string; error: unknown }> }> {
	const values: T[] = [];
	const failures: Array<{ name: string; error: unknown }> = [];
	await runConcurrently(0, lists.length, concurrentLists, undefined, async (index) => {
		const list = lists[index]!;
		const result = await toResult(read(list));
		if ('value' in result) values.push(result.value);
		else failures.push({ name: list.entity.label, error: withListName(result.error, list) });
	});
	return { values, failures };
}

/** Adds to an error which of several access tokens it concerns. */
const withListName = (error: unknown, { entity, tokenNumber }: PolledList): unknown =>
	tokenNumber === undefined || !(error instanceof PackError)
		? error
		: new PackError(
				`Access token ${tokenNumber}, ${entity.label}: ${error.message}`,
				error.details,
			);

/**
 * The events, without those that are equal to the previous event of the same record. A record can
 * be on two pages if the list changes while it is read, and in two lists if two tokens belong to
 * the same connection. A record that was changed and changed back is not a repeat.
 */
function withoutRepeats(changes: readonly RecordChange[]): FinanceEvent[] {
	const lastKeys = new Map<string, string>();
	return changes.flatMap(({ record, event }) => {
		const isRepeat = lastKeys.get(record) === event.eventKey;
		lastKeys.set(record, event.eventKey);
		return isRepeat ? [] : [event];
	});
}

interface ListResult {
	readonly changes: readonly RecordChange[];
	readonly state: ListState;
}

/** Reads a list, unless the service has not downloaded it yet. */
async function readAvailable(
	reader: ListReader,
	list: PolledList,
	start: ListState,
): Promise<ListResult> {
	const result = await toResult(readWindow(reader, list, start));
	if ('value' in result) return result.value;
	if (!isNotReadyError(result.error)) throw result.error;
	return { changes: [], state: start };
}

/** The latest changes of a list, newest first. */
async function latestChanges(reader: ListReader, list: PolledList): Promise<RecordChange[]> {
	const now = Date.now();
	let changes: readonly RecordChange[] = [];
	for (const period of samplePeriods) {
		const query = {
			...(period === undefined ? {} : { updated_at_min: now - period }),
			limit: defaultPageSize,
		};
		({ changes } = await fetchPage(reader, list, query));
		if (changes.length >= sampleSize) break;
	}
	const timeOf = ({ event }: RecordChange): number => updatedAt(event.data) || 0;
	return [...changes].sort((a, b) => timeOf(b) - timeOf(a)).slice(0, sampleSize);
}

/** Whether an error can mean that a cursor has expired or is too long. */
const mayBeExpiredCursor = (error: unknown): boolean =>
	[400, 404, 410, 414, 431].includes(statusOf(error) ?? 0);

/**
 * Reads a list from its stored position until its end, or until the time or the memory of the poll
 * is used up.
 */
async function readWindow(
	reader: ListReader,
	list: PolledList,
	start: ListState,
): Promise<ListResult> {
	const { poll, overlapMs, isNew } = reader;
	const changes: RecordChange[] = [];
	const guard = new PaginationGuard(true);
	let state = start;
	do {
		const requestedAt = Date.now();
		const query = {
			...pageQuery(state, overlapMs),
			limit: defaultPageSize,
		};
		const result = await toResult(fetchPage(reader, list, query));
		if ('error' in result) {
			// The cursor of an earlier poll may have expired, so read the window again from its start.
			if (state === start && start.cursor !== undefined && mayBeExpiredCursor(result.error))
				return await readWindow(reader, list, restartWindow(start));
			throw result.error;
		}
		const page = result.value;
		guard.checkRows(page.rows);
		if (page.next !== undefined) guard.checkNext(page.next);
		for (const change of page.changes) if (isNew(change)) changes.push(change);
		state = afterPage(state, page, requestedAt);
	} while (state.cursor !== undefined && !poll.isUsedUp());
	return { changes, state };
}

async function fetchPage(
	{ poll: { connection }, platformData }: ListReader,
	{ entity: { path, listName, recordName }, token, tokenHash }: PolledList,
	query: IDataObject,
) {
	const response = await send(
		connection,
		planRequest(`GET ${path}` as RequestLine, {
			query: {
				...query,
				...(platformData ? { expand: 'platform_data' } : {}),
				access_token: token,
			},
		}),
		{ idempotency: 'safe' },
	);
	const rows = responseRows(response, listName).filter(isObject);
	const { next_cursor: next } = (response.body ?? {}) as IDataObject;
	const connectionId =
		rows.length === 0
			? undefined
			: (idIn(response.body) ?? (await connectionIdOf(connection, token)));
	const changes = rows.map((row): RecordChange => {
		const event = recordEvent(recordName, row, connectionId, tokenHash);
		const { type, data } = event;
		return { record: [connectionId ?? tokenHash, type, toText(data.id)].join('\n'), event };
	});
	return {
		rows,
		changes,
		next: typeof next === 'string' && next !== '' ? next : undefined,
	};
}
