/** All items of a run: bounded, in order, linked to their input, cancellable. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { allRows, callOf, type Run } from './call';
import type { Operation, Row, Service } from './catalogue';
import { download, fileOf } from './binary';
import { connect, type Connection, type RunSettings } from './connection';
import { nodeError } from './failure';
import { fieldsOf, readInput } from './input';
import { lanes } from './lanes';
import { rowOf, rowsOfAnswer, simplified } from './output';
import { pause } from './pause';
import { Refusal } from './refusal';
import { buildRequest } from './request';
import { send } from './send';

interface Settings extends RunSettings {
	readonly itemsAtOnce?: number;
	readonly batchSize?: number;
	readonly batchPause?: number;
}

/** Runs the chosen operation of a service for every input item. This is a node's whole `execute()`. */
export async function runService(context: IExecuteFunctions, service: Service): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, service);
	const settings = context.getNodeParameter('options', 0, {}) as Settings;
	const signal = context.getExecutionCancelSignal();
	const connection = await connect(context, service, settings, signal).catch((error: unknown) => {
		throw nodeError(context.getNode(), error, 0);
	});
	const itemCount = context.getInputData().length;
	const run: Run = { context, connection, operation, itemCount, isAgent: connection.node.type.endsWith('Tool'), runIndex: runIndexOf(context), suspended: false };
	const outputs = new Array<INodeExecutionData[]>(itemCount);
	const size = settings.batchSize ?? (settings.batchPause === undefined ? itemCount : 50);
	for (let from = 0; from < itemCount; from += size) {
		if (from > 0) await pause(settings.batchPause ?? 1000, signal);
		await lanes(from, Math.min(from + size, itemCount), settings.itemsAtOnce ?? (isReading(operation) ? 10 : 1), signal, async (item) => {
			outputs[item] = await itemOutput(run, item);
		});
	}
	return run.suspended ? [context.getInputData()] : [outputs.flat()];
}

/** n8n shows the run index to expressions only. */
const runIndexOf = (context: IExecuteFunctions): number => Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0);

function chosenOperation(context: IExecuteFunctions, service: Service): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = service.resources[resource]?.operations[name];
	if (operation) return operation;
	throw nodeError(context.getNode(), new Refusal(`${service.label} has no operation ${resource} / ${name}`, { hint: 'Choose resource and operation again.' }), 0);
}

const isReading = (operation: Operation): boolean => (operation.request ? /^(GET|HEAD) /.test(operation.request) : operation.replay === 'safe');

async function itemOutput(run: Run, item: number): Promise<INodeExecutionData[]> {
	try {
		const rows = await perform(run, item);
		return rows.map((row) => ({ ...row, pairedItem: { item } }));
	} catch (cause) {
		const error = nodeError(run.connection.node, cause, item, run.connection.scrub);
		if (run.connection.signal?.aborted || !run.context.continueOnFail()) throw error;
		return [{ json: {}, error, pairedItem: { item } }];
	}
}

async function perform(run: Run, item: number): Promise<readonly Row[]> {
	const { context, connection, operation } = run;
	const read = (name: string, fallback: unknown = null): unknown => context.getNodeParameter(name, item, fallback, { extractValue: true });
	if (run.isAgent && operation.agents === false) throw new Refusal(`${operation.name} is not offered to AI agents`);
	const input = readInput(operation, read);
	const call = callOf(run, item, input);
	const rows = operation.run ? await operation.run(call) : await requestRows(run, connection, item, input, read);
	return operation.simplify && read('simplify', true) === true ? rows.map((row) => simplified(row, operation.simplify!)) : rows;
}

async function requestRows(run: Run, connection: Connection, item: number, input: IDataObject, read: (name: string, fallback?: unknown) => unknown): Promise<readonly Row[]> {
	const { operation } = run;
	const plan = buildRequest(operation.request!, fieldsOf(operation), input);
	const policy = { replay: operation.replay, scope: operation.scope };
	if (operation.paging) {
		const most = read('returnAll', false) === true ? undefined : limitOf(read('limit', 50));
		return (await allRows(connection, plan, operation.paging, policy, most)).map(rowOf);
	}
	if (operation.output === 'binary') {
		return [{ json: {}, binary: { data: await download(run.context, connection, { url: plan.url }) } }];
	}
	const [property] = Object.entries(operation.fields).find(([, field]) => field.kind === 'file') ?? [];
	const file = property === undefined ? undefined : await fileOf(run.context, item, input[property] as string);
	const body = file ? { open: async () => ({ body: await file.open(), headers: { 'content-type': file.mimeType, 'content-length': String(file.size) } }) } : {};
	return rowsOfAnswer(operation, await send(connection, { ...plan, ...body }, { ...policy, as: operation.output === 'text' ? 'text' : 'json' }));
}

function limitOf(value: unknown): number {
	const limit = Number(value);
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new Refusal('Limit must be a whole number of at least 1', { field: 'Limit' });
}
