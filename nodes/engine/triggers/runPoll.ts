/**
 * Runs a polling trigger.
 *
 * n8n saves the state just before it creates the execution, and waits for neither (2.41.1). After a
 * crash in between, the events have no execution. The state therefore contains the state before the
 * last batch. A new process starts from there, and emits the batch again with the same event keys.
 * n8n records the processed keys in its database, so that each event is processed only once.
 */
import { randomUUID } from 'node:crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import type { Connection, Poll, PollTrigger } from '../describe';
import { PackError, splitList, toResult } from '../describe';
import { nodeError, withNodeErrors } from '../errors/nodeError';
import { createRedactor } from '../errors/redact';
import { connect } from '../http/connect';
import { ScopedMeter } from '../limits/memory';
import { readForm, type ReadParameter, readRunSettings, secretInputs } from '../read/readInput';
import { enteredValue } from '../read/validate';
import { nodeKeyOf } from './eventKeys';
import { parametersOf } from './runWebhook';

/** The last batch: the process that emitted it, and the state before it. */
type StoredState = IDataObject & { lastBatch?: { processId: string; before: IDataObject } };

const processId = randomUUID();
/** A quarter of the default of Maximum Memory, which counts four times the size of responses. */
const maxMegabytes = 128;
const maxBytes = maxMegabytes * 1024 * 1024;

const listTooLarge = (): PackError =>
	new PackError(`The responses of this poll are larger than ${maxMegabytes} MB`, {
		hint: 'The trigger must read the complete list. Poll a smaller list, or move records to other lists.',
	});

export const runPoll = async (
	context: IPollFunctions,
	trigger: PollTrigger,
): Promise<INodeExecutionData[][] | null> =>
	await withNodeErrors(
		context,
		async () =>
			await guardPoll(context, async () => {
				const events = await readEvents(context, trigger, parametersOf(context));
				return events.length === 0 ? null : [events.map((json) => ({ json }))];
			}),
	);

/**
 * Runs `execute` of a polling trigger. n8n calls it at the start of every execution that a poll
 * triggers, and for manual test runs.
 */
export const runPolledExecution = async (
	context: IExecuteFunctions,
	trigger: PollTrigger,
): Promise<INodeExecutionData[][]> =>
	context.getMode() === 'manual'
		? await withNodeErrors(context, async () => {
				const events = await readEvents(context, trigger, (name, fallback) =>
					enteredValue(context.getNodeParameter(name, 0, fallback)),
				);
				return [events.map((json) => ({ json }))];
			})
		: await removeProcessed(context, trigger);

/** Number of event keys that n8n records for a node. */
const maxRecordedKeys = 3000;

/** Removes events that an earlier execution has already processed. */
export async function removeProcessed(
	context: IExecuteFunctions,
	{ eventKey: keyOf = ({ eventKey }) => eventKey }: Pick<PollTrigger, 'eventKey'>,
): Promise<INodeExecutionData[][]> {
	const [items = []] = await passThrough(context);
	// A retried execution must process the same events again.
	if (context.getMode() !== 'trigger') return [items];
	const result = await toResult(
		context.helpers.checkProcessedItemsAndRecord(
			'key',
			items.map(({ json }) => ({ key: keyOf(json) })).filter(({ key }) => key !== undefined),
			'node',
			{ mode: 'entries', maxEntries: maxRecordedKeys },
		),
	);
	if ('error' in result) {
		context.logger.warn(
			'Could not read the record of processed items. Events may be processed twice.',
			{ error: String(result.error) },
		);
		return [items];
	}
	const newKeys = new Set<unknown>([undefined, ...result.value.new.map(({ key }) => key)]);
	return [items.filter(({ json }) => newKeys.has(keyOf(json)))];
}

/** The method `execute` of a trigger whose executions process all items that started them. */
export const passThrough = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> =>
	await Promise.resolve([
		context.getInputData().map((item, index) => ({ ...item, pairedItem: { item: index } })),
	]);

/** Nodes with a poll in progress in this process. */
const activePolls = new Set<string>();

/**
 * Runs a poll, unless a poll of the same node is still running, for which n8n does not wait. It may
 * pass each poll its own copy of the static data, so nodes are identified by their IDs. Manual test
 * runs always run, because they do not use the state.
 */
export async function guardPoll<T>(
	context: Pick<IPollFunctions, 'getMode' | 'getNode' | 'getWorkflow'>,
	poll: () => Promise<T>,
): Promise<T | null> {
	if (context.getMode() === 'manual') return await poll();
	const key = nodeKeyOf(context);
	if (activePolls.has(key)) return null;
	activePolls.add(key);
	try {
		return await poll();
	} finally {
		activePolls.delete(key);
	}
}

/** Time that n8n allows for a poll, in milliseconds. n8n 1.x has no `getPollBudgetMs`. */
const defaultBudgetMs = 30_000;
/** The first poll is part of the activation, which n8n 2.41 aborts after 84 seconds. */
const maxBudgetMs = 60_000;

/**
 * When a poll must send its last request, on the clock of `performance.now()`. A request that is
 * sent at the deadline may take as long as all requests before it.
 */
export const pollDeadline = (context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number =>
	performance.now() + Math.min(context.getPollBudgetMs?.() ?? defaultBudgetMs, maxBudgetMs) / 2;

/** The new events, or the latest ones in a manual test run. */
async function readEvents(
	context: IPollFunctions | IExecuteFunctions,
	trigger: PollTrigger,
	read: ReadParameter,
): Promise<readonly IDataObject[]> {
	const deadline = pollDeadline(context as IPollFunctions);
	const { form, service, requests, continues = false } = trigger;
	const settings = readForm(form, read, { zone: context.getTimezone() });
	const connected = await connect(context, service, {
		...readRunSettings(service, read),
		attempts: 3,
		timeout: 30_000,
		...requests,
	});
	const redactInputs = createRedactor(secretInputs(form, settings).flatMap(splitList));
	const memory = new ScopedMeter(undefined, continues ? Infinity : maxBytes, listTooLarge);
	const connection: Connection = {
		...connected,
		memory,
		redact: (text) => redactInputs(connected.redact(text)),
	};
	const poll: Poll = {
		context,
		connection,
		settings,
		isUsedUp: () => performance.now() > deadline || memory.bytes >= maxBytes,
	};
	const isManual = context.getMode() === 'manual';
	const events = await toResult(isManual ? trigger.sample(poll) : newEvents(poll, trigger));
	if ('error' in events) throw nodeError(context.getNode(), events.error, 0, connection.redact);
	return events.value;
}

/** States after first polls without events, which n8n 2.41 does not store with durable cursors. */
const firstStates = new Map<string, IDataObject>();

async function newEvents(poll: Poll, trigger: PollTrigger): Promise<readonly IDataObject[]> {
	const { context, connection } = poll;
	const staticData = context.getWorkflowStaticData('node');
	const node = nodeKeyOf(context);
	const isFirst = Object.keys(staticData).length === 0;
	const { lastBatch, ...stored } = toJson(
		isFirst ? (firstStates.get(node) ?? {}) : staticData,
	) as StoredState;
	// If another process emitted the last batch, it is unknown whether n8n created its execution.
	const isConfirmed = lastBatch?.processId === processId;
	const state = lastBatch && !isConfirmed ? lastBatch.before : stored;
	const { events, state: next, start = state, failures = [] } = await trigger.read(poll, state);
	if (isFirst && events.length === 0) firstStates.set(node, toJson(next));
	else firstStates.delete(node);
	store(staticData, {
		...next,
		...(events.length > 0
			? { lastBatch: { processId, before: start } }
			: isConfirmed
				? { lastBatch }
				: {}),
	});
	// An error in one feed must not delay the events of others, so it does not stop their poll.
	if (events.length === 0 && failures.length > 0) throw failures[0]!.error;
	for (const { name, error } of failures) {
		const { message } = nodeError(context.getNode(), error, 0, connection.redact);
		context.logger.warn(`Could not read ${name}: ${message}`);
	}
	return events;
}

/** Copies the state into the static data, because n8n only detects changes to this object. */
function store(staticData: IDataObject, state: object): void {
	const copy = toJson(state);
	for (const key of Object.keys(staticData)) if (!(key in copy)) delete staticData[key];
	Object.assign(staticData, copy);
}

const toJson = (value: object): IDataObject => JSON.parse(JSON.stringify(value)) as IDataObject;

/**
 * Advances the cursor of a trigger that polls by time, but never past the current time, because a
 * cursor in the future would hide all changes before it. Times are in milliseconds since 1970.
 * @param latest latest time in the records that were read
 */
export const advanceCursor = (cursor: number, latest: number, now: number): number =>
	Math.min(Math.max(cursor, latest), now);
