/** All items of a run: bounded, in order, linked to their input, cancellable. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { fetchAllRows, createCall, rowLimit, type Call, type Run } from './call';
import type { Operation, Row, Service } from './vocabulary';
import { formatForAgent } from './agent';
import { download, inputFile } from './binary';
import { runOptions } from './common';
import { connect, type Connection, type RunSettings } from './connection';
import { isHiddenFromAgents } from './editor';
import { nodeError } from './failure';
import { allFieldsOf, readInput, secretInputs, type ReadParameter } from './input';
import { runConcurrently } from './lanes';
import { toRow, responseToRows, simplifyRow } from './output';
import { cancellableSleep } from './pause';
import { PackError, CanceledError } from './refusal';
import { buildRequest } from './request';
import { encodedForms, createRedactor } from './secrets';
import { send } from './send';
import { toResult } from './settle';
import { sendOnce } from './tries';

interface Settings extends RunSettings {
	readonly itemsAtOnce?: number;
	readonly batchSize?: number;
	readonly batchPause?: number;
}

/** Runs the chosen operation of a service for every input item. This is a node's whole `execute()`. */
export async function runService(
	context: IExecuteFunctions,
	service: Service,
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, service);
	const settings = settingsOf(context, service, operation);
	const signal = context.getExecutionCancelSignal();
	const connection = await connect(
		context,
		service,
		settings,
		authenticationOf(context, service),
		signal,
	).catch((error: unknown) => {
		throw nodeError(context.getNode(), error, 0);
	});
	const itemCount = context.getInputData().length;
	const run: Run = {
		context,
		connection,
		operation,
		itemCount,
		isAgent: connection.node.type.endsWith('Tool'),
		runIndex: runIndexOf(context),
		suspended: false,
		redactors: new Map(),
	};
	const outputs = new Array<INodeExecutionData[]>(itemCount);
	const size = settings.batchSize ?? (settings.batchPause === undefined ? itemCount : 50);
	for (let from = 0; from < itemCount; from += size) {
		if (from > 0) await cancellableSleep(settings.batchPause ?? 1000, signal);
		const to = Math.min(from + size, itemCount);
		if (operation.batch) await batches(run, from, to, outputs);
		else {
			await runConcurrently(
				from,
				to,
				settings.itemsAtOnce ?? (isReading(operation) ? 10 : 1),
				signal,
				async (item) => {
					outputs[item] = await itemOutput(run, item, async () => await perform(run, item));
				},
			);
		}
	}
	return run.suspended ? [context.getInputData()] : [outputs.flat()];
}

/** The options that every node or every operation of the service has, read once and checked like any field. */
function settingsOf(context: IExecuteFunctions, service: Service, operation: Operation): Settings {
	try {
		const given = context.getNodeParameter('options', 0, {});
		return readInput(
			{
				...operation,
				fields: {},
				options: { ...service.options, ...runOptions },
				check: undefined,
				prepare: undefined,
			},
			(_, fallback) => given ?? fallback,
		);
	} catch (error) {
		throw nodeError(context.getNode(), error, 0);
	}
}

const authenticationOf = (context: IExecuteFunctions, service: Service): unknown =>
	service.credentials.length > 1 ? context.getNodeParameter('authentication', 0) : undefined;

/** n8n shows the run index to expressions only. */
const runIndexOf = (context: IExecuteFunctions): number =>
	Number(context.evaluateExpression('{{ $runIndex }}', 0) ?? 0);

function chosenOperation(context: IExecuteFunctions, service: Service): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const name = context.getNodeParameter('operation', 0) as string;
	const operation = service.resources[resource]?.operations[name];
	if (operation) return operation;
	throw nodeError(
		context.getNode(),
		new PackError(`${service.label} has no operation ${resource} / ${name}`, {
			hint: 'Choose resource and operation again.',
		}),
		0,
	);
}

const isReading = (operation: Operation): boolean =>
	operation.request ? /^(GET|HEAD) /.test(operation.request) : operation.replay === 'safe';

/** Output of one item: its rows, linked to it, or its failure where the person wants to go on. */
async function itemOutput(
	run: Run,
	item: number,
	work: () => Promise<readonly Row[]>,
): Promise<INodeExecutionData[]> {
	try {
		const rows = await work();
		return rows.map((row) => ({ ...row, pairedItem: { item } }));
	} catch (cause) {
		const error = nodeError(
			run.connection.node,
			cause,
			item,
			run.redactors.get(item) ?? run.connection.redact,
		);
		error.context.operation = run.operation.action;
		if (run.connection.signal?.aborted || !run.context.continueOnFail()) throw error;
		return [{ json: {}, error, pairedItem: { item } }];
	}
}

const reader =
	({ context, operation, isAgent }: Run, item: number): ReadParameter =>
	(name, fallback = null) => {
		const field = operation.fields[name];
		// The form of a tool doesn't have it, and n8n fails on a name that a form doesn't have.
		if (isAgent && field && isHiddenFromAgents(field)) return fallback;
		return context.getNodeParameter(name, item, fallback, { extractValue: true });
	};

async function perform(run: Run, item: number): Promise<readonly Row[]> {
	const { operation } = run;
	const input = inputOf(run, item);
	const connection = guarded(run, item, input);
	const rows = operation.run
		? await operation.run(createCall(run, item, input, connection))
		: await requestRows(run, connection, item, input);
	return finished(run, item, input, rows);
}

/** The connection of one item: secrets that were given for it are kept out of sight like those of the credential. */
function guarded(
	{ connection, operation, redactors: scrubs }: Run,
	item: number,
	input: IDataObject,
): Connection {
	const secrets = secretInputs(operation, input).filter(
		(secret) => connection.redact(secret) === secret,
	);
	if (secrets.length === 0) return connection;
	const ofItem = createRedactor(secrets.flatMap(encodedForms));
	const scrub = (text: string): string => ofItem(connection.redact(text));
	scrubs.set(item, scrub);
	return { ...connection, redact: scrub };
}

function inputOf(run: Run, item: number): IDataObject {
	if (run.isAgent && run.operation.agents === false)
		throw new PackError(`${run.operation.name} is not offered to AI agents`);
	const { service, credential } = run.connection;
	return readInput(run.operation, reader(run, item), {
		zone: run.context.getTimezone(),
		defaults: service.defaults?.(credential),
	});
}

function finished(
	run: Run,
	item: number,
	input: IDataObject,
	rows: readonly Row[],
): readonly Row[] {
	const { refine, simplify, arrange } = run.operation;
	const refined = refine?.(rows, input) ?? rows;
	const brief =
		simplify && reader(run, item)('simplify', true) === true
			? refined.map((row) => simplifyRow(row, simplify))
			: refined;
	const arranged = arrange?.(brief, input) ?? brief;
	return run.isAgent ? formatForAgent(arranged) : arranged;
}

/** Sends items together. Input is checked for all of them before anything is sent; every entry of an answer lands on its own item. */
async function batches(
	run: Run,
	from: number,
	to: number,
	outputs: INodeExecutionData[][],
): Promise<void> {
	const { size, prepare, group, run: send } = run.operation.batch!;
	const groups = new Map<string, Call<IDataObject>[]>();
	for (let item = from; item < to; item++) {
		outputs[item] = await itemOutput(run, item, async () => {
			const given = inputOf(run, item);
			const input = prepare?.(createCall(run, item, given)) ?? given;
			const key = group?.(input) ?? '';
			const calls = groups.get(key) ?? [];
			groups.set(key, calls);
			calls.push(createCall(run, item, input, guarded(run, item, input)));
			return await Promise.resolve([]);
		});
	}
	for (const calls of groups.values()) {
		const most = typeof size === 'number' ? size : size(calls[0]!.input);
		for (let at = 0; at < calls.length; at += most) {
			if (run.connection.signal?.aborted) throw new CanceledError();
			const together = calls.slice(at, at + most);
			const results = await toResult(send(together));
			for (const [index, { item, input }] of together.entries()) {
				outputs[item] = await itemOutput(run, item, async () => {
					if ('error' in results) throw results.error;
					const result = results.value[index];
					if (result === undefined || result instanceof PackError)
						throw result ?? new PackError('The service did not answer for this item');
					return await Promise.resolve(finished(run, item, input, result));
				});
			}
		}
	}
}

async function requestRows(
	run: Run,
	connection: Connection,
	item: number,
	input: IDataObject,
): Promise<readonly Row[]> {
	const { operation } = run;
	const plan = buildRequest(
		operation.requestFor?.(input) ?? operation.request!,
		allFieldsOf(operation),
		input,
	);
	const policy = { replay: operation.replay, scope: operation.scope };
	if (operation.paging) {
		return (
			await fetchAllRows(connection, plan, operation.paging, policy, rowLimit(run, item))
		).map(toRow);
	}
	if (operation.output === 'binary') {
		return [
			{ json: {}, binary: { data: await download(run.context, connection, { url: plan.url }) } },
		];
	}
	const [property] =
		Object.entries(operation.fields).find(([, field]) => field.kind === 'file') ?? [];
	const file =
		property === undefined
			? undefined
			: await inputFile(run.context, item, input[property] as string);
	const body = file
		? {
				open: async () => ({
					body: await file.open(),
					headers: { 'content-type': file.mimeType, 'content-length': String(file.size) },
				}),
			}
		: {};
	const sent = async () =>
		await send(
			connection,
			{ ...plan, ...body },
			{ ...policy, as: operation.output === 'text' ? 'text' : 'json' },
		);
	const answer =
		operation.replay === 'never'
			? await sendOnce({ ...run, connection, item }, sent)
			: await sent();
	return responseToRows(operation, answer, input);
}
