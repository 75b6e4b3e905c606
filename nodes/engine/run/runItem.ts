/** Runs an operation for one item. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { allFieldsOf, type Connection, isHiddenFromAgents, PackError, type Row } from '../describe';
import { readInput, type ReadParameter, secretInputs } from '../input/readInput';
import { buildRequest } from '../request/buildRequest';
import { formatForAgent } from './agentOutput';
import { createCall, rowLimit, type Run } from './call';
import { download } from './download';
import { inputFile } from './inputFile';
import { responseToRows, simplifyRow, toRow } from './output';
import { fetchAllRows } from './pagination';
import { sendOnce } from './sendOnce';
import { nodeError } from '../transport/nodeError';
import { createRedactor, encodedForms } from '../transport/redact';
import { send } from '../transport/send';

/**
 * The output of one item: its rows, linked to the item, or its error with Continue On Fail.
 * @throws NodeApiError or NodeOperationError if the execution must stop
 */
export async function itemOutput(
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
		// n8n throws if the form of the tool does not contain the parameter.
		if (isAgent && field && isHiddenFromAgents(field)) return fallback;
		return context.getNodeParameter(name, item, fallback, { extractValue: true });
	};

/** Runs the operation for one item. Returns its final rows. */
export async function runItem(run: Run, item: number): Promise<readonly Row[]> {
	const { operation } = run;
	const input = inputOf(run, item);
	const connection = {
		...connectionOf(run, item, input),
		...(run.sentWrites ? { sendOnce: sendOnce(run.sentWrites, item) } : {}),
	};
	const rows = operation.run
		? await operation.run(createCall(run, item, input, connection))
		: await requestRows(run, connection, item, input);
	return finishRows(run, item, input, rows);
}

/** The connection of one item. It also redacts the secrets among the parameters of the item. */
export function connectionOf(
	{ connection, operation, redactors }: Run,
	item: number,
	input: IDataObject,
): Connection {
	const secrets = secretInputs(operation, input).filter(
		(secret) => connection.redact(secret) === secret,
	);
	if (secrets.length === 0) return connection;
	const redactItem = createRedactor(secrets.flatMap(encodedForms));
	const redact = (text: string): string => redactItem(connection.redact(text));
	redactors.set(item, redact);
	return { ...connection, redact };
}

/**
 * The validated input of one item.
 * @throws PackError
 */
export function inputOf(run: Run, item: number): IDataObject {
	if (run.isAgent && run.operation.agents === false)
		throw new PackError(`${run.operation.name} is not available to AI agents`);
	const { service, credential } = run.connection;
	return readInput(run.operation, reader(run, item), {
		zone: run.context.getTimezone(),
		defaults: service.defaults?.(credential),
	});
}

/** Applies Simplify and the other transformations of the operation to the rows of an item. */
export function finishRows(
	run: Run,
	item: number,
	input: IDataObject,
	rows: readonly Row[],
): readonly Row[] {
	const { refine, simplify, arrange } = run.operation;
	const refined = refine?.(rows, input) ?? rows;
	const simplified =
		simplify && reader(run, item)('simplify', true) === true
			? refined.map((row) => simplifyRow(row, simplify))
			: refined;
	const arranged = arrange?.(simplified, input) ?? simplified;
	return run.isAgent ? formatForAgent(arranged) : arranged;
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
	const response = await send(
		connection,
		{ ...plan, ...body },
		{ ...policy, as: operation.output === 'text' ? 'text' : 'json' },
	);
	return responseToRows(operation, response, input);
}
