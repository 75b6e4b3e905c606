/** Runs an operation for all input items. Every node calls this in `execute()`. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Call, Operation, RateLimits, Row, Service } from '../describe';
import {
	CanceledError,
	defaultOf,
	fileSizeOption,
	isReadRequest,
	isTool,
	ownValue,
	PackError,
	requestOptions,
	toResult,
	valueOf,
} from '../describe';
import { addHint, nodeError } from '../errors/nodeError';
import { connect, type RunSettings } from '../http/connect';
import { sentWritesOf } from '../http/once';
import { send } from '../http/pipeline';
import { RunMemory } from '../limits/memory';
import { cancellableSleep } from '../limits/sleep';
import { planOperation, rejectWithdrawn } from '../plan/planOperation';
import { ItemReader, type ItemValues } from '../read/items';
import { type ReadParameter, readRunSettings } from '../read/readInput';
import { createCall, type Run, showHint } from './call';
import { type ConcurrencyLimits, runConcurrently } from './concurrency';
import {
	errorItem,
	failedItem,
	finishRows,
	itemOutput,
	mapInTurns,
	responseToRows,
	toRow,
} from './output';
import { fetchAllRows } from './pagination';
import { runBatches } from './runBatches';

interface Settings extends RunSettings {
	readonly itemsAtOnce?: number;
	readonly batchSize?: number;
	readonly batchPause?: number;
	readonly maximumMemory?: number;
}

/** @param continueOnFail n8n's rules require that `execute` itself reads this setting */
export async function runService(
	context: IExecuteFunctions,
	service: Service,
	continueOnFail: boolean,
): Promise<INodeExecutionData[][]> {
	const prepared = await toResult(prepareRun(context, service, continueOnFail));
	if ('error' in prepared) return [errorItems(context, prepared.error, continueOnFail)];
	const { run, settings } = prepared.value;
	const outputs = await toResult(processItems(run, settings));
	if ('error' in outputs) {
		addHint(outputs.error, run.operation.describeProgress?.(run) ?? describeWrites(run));
		throw outputs.error;
	}
	for (const hint of run.items.hints()) showHint(context, hint);
	if (run.emptyHint !== undefined && outputs.value.every(({ length }) => length === 0))
		showHint(context, run.emptyHint);
	// A copy, because n8n empties the array with an error output, and stores its own for the resume.
	return [run.suspended ? [...context.getInputData()] : outputs.value.flat()];
}

async function processItems(run: Run, settings: Settings): Promise<INodeExecutionData[][]> {
	await checkItems(run);
	const { operation, itemCount, items } = run;
	const limits = limitsOf(operation, settings, run.connection.limits.rate);
	const { signal } = run.connection;
	const outputs = new Array<INodeExecutionData[]>(itemCount);
	const { batchSize, batchPause } = settings;
	const size =
		batchSize ?? (batchPause === undefined ? itemCount : defaultOf(requestOptions.batchSize));
	for (let from = 0; from < itemCount; from += size) {
		if (from > 0)
			await cancellableSleep(batchPause ?? defaultOf(requestOptions.batchPause), signal);
		const to = Math.min(from + size, itemCount);
		if (operation.batch) await runBatches(run, from, to, outputs);
		else
			await runConcurrently(from, to, limits, signal, async (item, startNext) => {
				outputs[item] = await itemOutput(
					run,
					item,
					async () => await runItem(run, item, valueOf(items.take(item)), startNext),
				);
			});
	}
	return outputs;
}

/** Runs the operation for one item. Returns its final rows, and then the errors of failed rows. */
async function runItem(
	run: Run,
	item: number,
	values: ItemValues,
	startNext?: () => void,
): Promise<readonly (Row | PackError)[]> {
	const { operation, sentWrites } = run;
	const call = createCall(run, item, values, {
		...(sentWrites ? { sentWrites: (sentWrites.requests[item] ??= new Map()) } : {}),
		...(operation.overlapWaits && startNext ? { startNext } : {}),
	});
	const rows = operation.run ? await operation.run(call) : await requestRows(call);
	run.succeeded += 1;
	if (rows.length === 0) run.emptyHint ??= operation.emptyHint?.(values.input);
	const failed = rows.filter((row) => row instanceof PackError);
	const succeeded = rows.filter((row) => !(row instanceof PackError)) as Row[];
	return [...(await finishRows(run, values, succeeded)), ...failed];
}

async function requestRows({
	connection,
	operation,
	input,
	maxRows,
}: Call<IDataObject>): Promise<readonly (Row | PackError)[]> {
	const { plan, policy } = planOperation(operation, input);
	const { paging } = operation;
	if (paging) {
		const rows = await fetchAllRows(connection, plan, paging, policy, maxRows);
		return await mapInTurns(rows, (row) => paging.rowError?.(row) ?? toRow(row));
	}
	return responseToRows(operation, await send(connection, plan, policy), input);
}

/**
 * Applies `checkRun` of the operation to all items together, and rejects those that must not run.
 * @throws NodeApiError or NodeOperationError for the first rejected item if the run must stop
 */
async function checkItems(run: Run): Promise<void> {
	const { checkRun } = run.operation;
	if (!checkRun) return;
	const calls: Call<IDataObject>[] = [];
	for (const [item, values] of run.items.all().entries()) {
		if ('value' in values) calls.push(createCall(run, item, values.value));
		else errorItem(run, item, values.error);
	}
	const errors = await toResult(checkRun(calls));
	for (const [index, { item }] of calls.entries()) {
		const error = 'error' in errors ? errors.error : errors.value[index];
		if (error === undefined) continue;
		run.items.reject(item, error);
		errorItem(run, item, error);
	}
}

/** Without the items of the output, users would not know which writes were carried out. */
const describeWrites = ({ operation, succeeded, itemCount }: Run): string | undefined =>
	succeeded > 0 && !isRead(operation)
		? `Before this error, ${succeeded} of ${itemCount} items succeeded. Run only the remaining items again, because the node sends all its input items. If it should continue after an error, set On Error to Continue (using error output).`
		: undefined;

/** Reads everything that all items share: the operation, the request options and the credential. */
async function prepareRun(
	context: IExecuteFunctions,
	service: Service,
	continueOnFail: boolean,
): Promise<{ run: Run; settings: Settings }> {
	const { operation, title } = selectedOperation(context, service);
	const read: ReadParameter = (name, fallback = null) =>
		context.getNodeParameter(name, 0, fallback) ?? fallback;
	const settings: Settings = readRunSettings(service, read, {
		...requestOptions,
		...fileSizeOption,
	});
	const signal = context.getExecutionCancelSignal();
	// Retry On Fail runs the node again even if the execution was canceled in the meantime.
	if (signal?.aborted) throw new CanceledError();
	const { rateLimit } = operation;
	const connection = await connect(context, service, { ...settings, rateLimit }, signal);
	rejectWithdrawn(operation, title, connection);
	// n8n provides the run index only to expressions.
	const runIndex = Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0);
	const sentWrites = sentWritesOf(context, runIndex);
	const isAgent = isTool(connection.node);
	const run: Run = {
		context,
		continueOnFail,
		connection,
		operation,
		items: new ItemReader({ context, connection, operation, isAgent }),
		itemCount: context.getInputData().length,
		isAgent,
		runIndex: sentWrites?.runIndex ?? runIndex,
		sentWrites,
		suspended: false,
		succeeded: 0,
		memory: new RunMemory(settings.maximumMemory ?? defaultOf(requestOptions.maximumMemory)),
		redactors: new Map(),
	};
	return { run, settings };
}

/**
 * The output if the run fails before its first item. If the node threw the error, Continue On Fail
 * would emit the input items as if they had succeeded.
 */
function errorItems(
	context: IExecuteFunctions,
	cause: unknown,
	continueOnFail: boolean,
): INodeExecutionData[] {
	const error = nodeError(context.getNode(), cause);
	if (context.getExecutionCancelSignal()?.aborted || !continueOnFail) throw error;
	return context.getInputData().map((_, item) => failedItem(error, item));
}

/** @returns the operation, and its title: `Club: Get Many Members` */
function selectedOperation(
	context: IExecuteFunctions,
	service: Service,
): { operation: Operation; title: string } {
	const resource: string = context.getNodeParameter('resource', 0);
	const name: string = context.getNodeParameter('operation', 0);
	const selected = ownValue(service.resources, resource);
	const operation = ownValue(selected?.operations ?? {}, name);
	if (operation) return { operation, title: `${selected!.label}: ${operation.name}` };
	throw new PackError(`${service.label} has no operation ${resource}: ${name}`, {
		hint: 'Select the resource and the operation again.',
	});
}

/** Without the option Items at Once, the rate limits decide how many items are read at once. */
function limitsOf(
	operation: Operation,
	{ itemsAtOnce }: Settings,
	rate: RateLimits,
): ConcurrencyLimits {
	const isAdaptive = itemsAtOnce === undefined && isRead(operation);
	const overlaps = itemsAtOnce === undefined && operation.overlapWaits === true;
	return {
		get starting() {
			return isAdaptive ? rate.concurrency : (itemsAtOnce ?? 1);
		},
		get inProgress() {
			return overlaps ? defaultOf(requestOptions.itemsAtOnce) : this.starting;
		},
	};
}

const isRead = ({ method, idempotency }: Operation): boolean =>
	method ? isReadRequest({ method }) : idempotency === 'safe';
