/** Runs an operation for one item. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	allFieldsOf,
	type Connection,
	isHiddenFromAgents,
	PackError,
	type RequestPlan,
	type Row,
	type SendPolicy,
	simplifyField,
	toResult,
} from '../describe';
import { nodeError } from '../errors/nodeError';
import { createRedactor, encodedForms } from '../errors/redact';
import { send } from '../http/send';
import { buildRequest } from '../plan/buildRequest';
import { recordOutsidePath, recordsInPath } from '../plan/recordReferences';
import { readFlag, readInput, type ReadParameter, secretInputs } from '../read/readInput';
import { formatForAgent } from './agentOutput';
import { createCall, rowLimit, type Run } from './call';
import { download } from './download';
import { fileBody, inputFile } from './inputFile';
import { mapInTurns } from './mapInTurns';
import { addParents, responseToRows, simplifyRow, toRow } from './output';
import { fetchAllRows } from './pagination';
import { sendOnce } from './sendOnce';

/**
 * The output of one item: its rows, linked to the item. With Continue On Fail, an error becomes an
 * item of its own.
 * @throws NodeApiError or NodeOperationError if the execution must stop
 */
export async function itemOutput(
	run: Run,
	item: number,
	work: () => Promise<readonly (Row | PackError)[]>,
): Promise<INodeExecutionData[]> {
	const result = await toResult(work());
	const memory = run.memory.of(item);
	if ('error' in result) {
		memory.discard();
		return [errorItem(run, item, result.error)];
	}
	memory.finish(result.value.flatMap((row) => (row instanceof PackError ? [] : [row])));
	return await mapInTurns(result.value, (row) =>
		row instanceof PackError ? errorItem(run, item, row) : { ...row, pairedItem: { item } },
	);
}

/**
 * The output of a failed item.
 * @throws the error if the execution must stop
 */
export function errorItem(run: Run, item: number, cause: unknown): INodeExecutionData {
	const error = nodeError(
		run.connection.node,
		cause,
		item,
		run.redactors.get(item) ?? run.connection.redact,
	);
	error.context.operation = run.operation.action;
	if (run.connection.signal?.aborted || !run.context.continueOnFail()) throw error;
	return { json: {}, error, pairedItem: { item } };
}

const reader =
	({ context, operation, isAgent, connection, fixedValues }: Run, item: number): ReadParameter =>
	(name, fallback = null) => {
		if (fixedValues.has(name)) return fixedValues.get(name);
		const field = operation.fields[name];
		// n8n throws if the form of the tool does not contain the parameter.
		if (isAgent && field && isHiddenFromAgents(field)) return fallback;
		const value: unknown = context.getNodeParameter(name, item, fallback, { extractValue: true });
		// Objects are not kept, because an operation could change them.
		if (typeof value !== 'object' && isFixed(connection.node.parameters[name]))
			fixedValues.set(name, value);
		return value;
	};

/** Whether a parameter contains no expression, so that its value is the same for all items. */
const isFixed = (value: unknown): boolean =>
	typeof value === 'string'
		? !value.startsWith('=')
		: typeof value === 'object' && value !== null
			? Object.values(value).every(isFixed)
			: value !== undefined;

/**
 * Runs the operation for one item. Returns its final rows, followed by the errors of failed rows.
 * @param input the validated input
 * @param startNext lets the next item start, if the operation has `overlapWaits`
 */
export async function runItem(
	run: Run,
	item: number,
	input: IDataObject,
	startNext?: () => void,
): Promise<readonly (Row | PackError)[]> {
	const { operation } = run;
	const connection = connectionOf(run, item, input, {
		sendOnce: run.sentWrites && sendOnce(run.sentWrites, item),
		startNext: operation.overlapWaits ? startNext : undefined,
	});
	const rows = operation.run
		? await operation.run(createCall(run, item, input, connection))
		: await requestRows(run, connection, item, input);
	const succeeded = rows.flatMap((row) => (row instanceof PackError ? [] : [row]));
	const failed = rows.filter((row) => row instanceof PackError);
	return [...(await finishRows(run, item, input, succeeded)), ...failed];
}

/**
 * The connection of one item. It counts the memory of the item, and also redacts the secrets among
 * its parameters.
 */
export function connectionOf(
	{ connection: shared, operation, memory, redactors }: Run,
	item: number,
	input: IDataObject,
	own: Pick<Connection, 'sendOnce' | 'startNext'> = {},
): Connection {
	const connection: Connection = { ...shared, ...own, memory: memory.of(item) };
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
	// Reject an invalid value of Simplify before a request is sent.
	isSimplified(run, item);
	return readInput(
		run.operation,
		reader(run, item),
		{ zone: run.context.getTimezone(), credential },
		service.defaults?.(credential),
	);
}

/** @throws PackError for an invalid value */
function isSimplified(run: Run, item: number): boolean {
	return (
		run.operation.simplify !== undefined &&
		readFlag(reader(run, item), 'simplify', simplifyField.simplify!, true)
	);
}

/** Applies Simplify and the other transformations of the operation to the rows of an item. */
export async function finishRows(
	run: Run,
	item: number,
	input: IDataObject,
	rows: readonly Row[],
): Promise<readonly Row[]> {
	const { refine, simplify, parents = [], arrange } = run.operation;
	const refined = refine?.(rows, input) ?? rows;
	const isRaw = simplify !== undefined && !isSimplified(run, item);
	const simplified = isRaw
		? refined
		: await mapInTurns(refined, (row) =>
				addParents(simplify ? simplifyRow(row, simplify) : row, parents, input),
			);
	const arranged = arrange?.(simplified, input) ?? simplified;
	return run.isAgent ? formatForAgent(arranged) : arranged;
}

async function requestRows(
	run: Run,
	connection: Connection,
	item: number,
	input: IDataObject,
): Promise<readonly (Row | PackError)[]> {
	const { operation } = run;
	const line = operation.requestFor?.(input) ?? operation.request!;
	const fields = allFieldsOf(operation);
	const plan = buildRequest(line, fields, input, operation.fixedBody);
	const policy: SendPolicy = {
		idempotency: operation.idempotency,
		permission: operation.permission,
		as: operation.output === 'text' ? 'text' : 'json',
		// Only errors need the records.
		get records() {
			const inPath = recordsInPath(line, fields, input);
			return inPath.length > 0 ? inPath : recordOutsidePath(operation.fields, input);
		},
	};
	const { paging } = operation;
	if (paging) {
		const maxRows = rowLimit(run, item);
		const compare = operation.compare?.(input);
		const found = await fetchAllRows(
			connection,
			plan,
			paging,
			policy,
			compare ? undefined : maxRows,
		);
		const rows = compare ? found.sort(compare).slice(0, maxRows) : found;
		return await mapInTurns(rows, (row) => paging.rowError?.(row) ?? toRow(row));
	}
	if (operation.output === 'binary') {
		return [
			{
				json: {},
				binary: {
					data: await download(run.context, connection, {
						url: plan.url,
						records: policy.records,
					}),
				},
			},
		];
	}
	const response = await send(
		connection,
		{ ...plan, ...(await inputBody(run, item, input)) },
		policy,
	);
	return responseToRows(operation, response, input);
}

/** The file of the item as the body of the request, if the operation has a file field. */
async function inputBody(
	{ context, operation }: Run,
	item: number,
	input: IDataObject,
): Promise<Pick<RequestPlan, 'open'>> {
	const [property, field] =
		Object.entries(operation.fields).find(([, { kind }]) => kind === 'file') ?? [];
	if (property === undefined) return {};
	const file = await inputFile(context, item, input[property] as string, field?.label);
	return fileBody(file);
}
