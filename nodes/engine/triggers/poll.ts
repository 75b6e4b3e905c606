/**
 * Runs a polling trigger. A service supplies how to read its events and what it remembers between
 * polls. This module does the rest: it skips overlapping polls, limits time and memory, skips
 * malformed rows, reports errors, stores the state, and recovers from a crash.
 *
 * n8n saves the state only if a poll emits events. It saves the state just before it creates the
 * execution, and waits for neither (2.41.1). If n8n crashes in between, the state is saved, but the
 * events have no execution. The stored state therefore contains the state before the last batch. A
 * new process starts from there, so it emits the batch again, with the same event keys.
 */
import { randomUUID } from 'node:crypto';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
} from 'n8n-workflow';
import { type Connection, isObject, PackError, type Service, toResult } from '../describe';
import { nodeError, withNodeErrors } from '../errors/nodeError';
import { connect } from '../http/connect';
import { ScopedMeter } from '../limits/memory';
import type { ReadParameter } from '../read/readInput';
import { guardPoll, pollBudgetMs } from './pollGuard';
import { removeProcessed } from './removeProcessed';

/** Returns the rows that are objects, so that one malformed row does not fail the poll. */
export type RowFilter = (rows: readonly unknown[]) => IDataObject[];

/** What a poll can use. */
export interface Poll {
	readonly context: IPollFunctions | IExecuteFunctions;
	readonly readParameter: ReadParameter;
	readonly filterRows: RowFilter;
	/** For connections of polls that can continue in the next poll. */
	readonly memory: ScopedMeter;
	/** Whether the time or the memory of the poll is used up. The next poll reads the rest. */
	isUsedUp(): boolean;
}

/** What a service supplies, for one poll. */
export interface PollSource<State extends object> {
	/** The latest records, for a manual test run. The state does not change. */
	sample(): Promise<IDataObject[]>;
	/**
	 * Reads the events since the last poll. If it throws an error, the state does not change.
	 * @param state empty in the first poll. Must not be modified.
	 */
	read(state: Partial<State>): Promise<PollResult<State>>;
	readonly redact?: (text: string) => string;
}

export interface PollResult<State extends object> {
	/** The output, oldest event first. */
	readonly events: readonly IDataObject[];
	/** n8n stores it as JSON with the workflow, so it must be small, and its keys must not change. */
	readonly state: State;
	/**
	 * The state that the poll started from, if it is not the stored state. For example, it contains
	 * the start of a feed that was read for the first time.
	 */
	readonly start?: State;
	/** Errors of single feeds or lists. */
	readonly failures?: ReadonlyArray<{ readonly name: string; readonly error: unknown }>;
}

/** Prepares a poll: reads the parameters and connects. */
export type PreparePoll<State extends object> = (poll: Poll) => Promise<PollSource<State>>;

interface StoredState extends IDataObject {
	/** The last batch: the process that emitted it, and the state before it. */
	lastBatch?: { processId: string; before: IDataObject };
}

const processId = randomUUID();
/** The first poll is part of the activation, which n8n 2.41 aborts after 84 seconds. */
const maxBudgetMs = 60_000;
const maxMegabytes = 128;
/**
 * Corresponds to the default of the option Maximum Memory (512 MB), which counts four times the
 * size of the responses.
 */
const maxBytes = maxMegabytes * 1024 * 1024;

/** Runs `poll` of a node. */
export const runPoll = async <State extends object>(
	context: IPollFunctions,
	prepare: PreparePoll<State>,
): Promise<INodeExecutionData[][] | null> =>
	await withNodeErrors(
		context,
		async () =>
			await guardPoll(context, async () => {
				const source = await prepare(
					pollOf(context, pollBudgetMs(context), (name, fallback) =>
						context.getNodeParameter(name, fallback, { extractValue: true }),
					),
				);
				const events =
					context.getMode() === 'manual'
						? await redacted(context, source, source.sample())
						: await newEvents(context, source);
				return events.length === 0 ? null : [events.map((json) => ({ json }))];
			}),
	);

/**
 * Runs `execute` of a polling trigger whose events have unique keys. n8n calls it at the start of
 * every execution that a poll triggers, and for manual test runs.
 * @param keyField property of an item that contains the key of its event
 */
export const runPolledExecution = async <State extends object>(
	context: IExecuteFunctions,
	prepare: PreparePoll<State>,
	keyField = 'eventKey',
): Promise<INodeExecutionData[][]> =>
	context.getMode() === 'manual'
		? await withNodeErrors(context, async () => {
				const source = await prepare(
					pollOf(context, maxBudgetMs, (name, fallback) =>
						context.getNodeParameter(name, 0, fallback, { extractValue: true }),
					),
				);
				return [(await redacted(context, source, source.sample())).map((json) => ({ json }))];
			})
		: await removeProcessed(context, keyField);

function pollOf(
	context: IPollFunctions | IExecuteFunctions,
	budgetMs: number,
	readParameter: ReadParameter,
): Poll {
	// A request that is sent at the deadline may take as long as all requests before it.
	const deadline = performance.now() + Math.min(budgetMs, maxBudgetMs) / 2;
	const memory = new ScopedMeter();
	return {
		context,
		readParameter,
		filterRows: createRowFilter(context),
		memory,
		isUsedUp: () => performance.now() > deadline || memory.bytes >= maxBytes,
	};
}

/** Runs a function of a source, and redacts its error. */
async function redacted<T>(
	context: IPollFunctions | IExecuteFunctions,
	{ redact }: PollSource<object>,
	work: Promise<T>,
): Promise<T> {
	const result = await toResult(work);
	if ('error' in result) throw nodeError(context.getNode(), result.error, 0, redact);
	return result.value;
}

async function newEvents<State extends object>(
	context: IPollFunctions,
	source: PollSource<State>,
): Promise<readonly IDataObject[]> {
	const staticData = context.getWorkflowStaticData('node');
	const { lastBatch, ...stored } = toJson(staticData) as StoredState;
	// If another process emitted the last batch, it is unknown whether n8n created its execution.
	const isConfirmed = lastBatch?.processId === processId;
	const state = (lastBatch && !isConfirmed ? lastBatch.before : stored) as Partial<State>;
	const result = await redacted(context, source, source.read(state));
	const { events, state: next, start = state, failures = [] } = result;
	store(staticData, {
		...next,
		...(events.length > 0
			? { lastBatch: { processId, before: start } }
			: isConfirmed
				? { lastBatch }
				: {}),
	});
	// An error in one feed must not delay the events of others. It is therefore reported only if the
	// poll has no events to emit.
	const errors = failures.map(({ name, error }) => ({
		name,
		error: nodeError(context.getNode(), error, 0, source.redact),
	}));
	if (events.length === 0 && errors.length > 0) throw errors[0]!.error;
	for (const { name, error } of errors)
		context.logger.warn(`Could not read ${name}: ${error.message}`);
	return events;
}

/** Copies the state into the static data, because n8n only detects changes to this object. */
function store(staticData: IDataObject, state: object): void {
	const copy = toJson(state);
	for (const key of Object.keys(staticData)) if (!(key in copy)) delete staticData[key];
	Object.assign(staticData, copy);
}

const toJson = (value: object): IDataObject => JSON.parse(JSON.stringify(value)) as IDataObject;

/** Logs one warning per poll, when it first skips a row. */
export function createRowFilter(
	context: Pick<IPollFunctions, 'logger' | 'getNode' | 'getWorkflow'>,
): RowFilter {
	let hasLogged = false;
	return (rows) => {
		const objects = rows.filter(isObject);
		if (objects.length < rows.length && !hasLogged) {
			hasLogged = true;
			context.logger.warn("Skipped rows in the service's response because they are not objects", {
				nodeName: context.getNode().name,
				workflowId: context.getWorkflow().id,
			});
		}
		return objects;
	};
}

/**
 * Connects a poll that must read a list completely, with the credential that the parameter
 * Authentication selects.
 */
export async function connectPoll(
	{ context, readParameter }: Poll,
	service: Service,
): Promise<Connection> {
	const settings = { attempts: 3, timeout: 30_000 };
	const connection = await connect(context, service, settings, readParameter('authentication'));
	return { ...connection, memory: new CompleteListMemory() };
}

class CompleteListMemory extends ScopedMeter {
	/** @throws PackError above the limit */
	override add(bytes: number): void {
		super.add(bytes);
		if (this.bytes <= maxBytes) return;
		throw new PackError(`The responses of this poll are larger than ${maxMegabytes} MB`, {
			hint: 'The trigger must read the complete list. Poll a smaller list, or move records to other lists.',
		});
	}
}
