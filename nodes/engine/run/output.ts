/** Converts responses to the items that the next node receives. */
import {
	type IDataObject,
	type INodeExecutionData,
	type NodeApiError,
	type NodeOperationError,
	sleep,
} from 'n8n-workflow';
import type { DerivedValue, HttpResponse, Operation, Row } from '../describe';
import { PackError, toResult, valueAt } from '../describe';
import { nodeError } from '../errors/nodeError';
import { sentences } from '../errors/responseErrors';
import { responseRows } from '../http/responseRows';
import type { ItemValues } from '../read/items';
import { formatForAgent } from './agentOutput';
import type { Run } from './call';

/** New name of `error` in a response. n8n takes `json.error` in the first item for a failed run. */
export const renamedError = 'serviceError';

/** Converts a response to rows, according to the `output` of the operation. */
export function responseToRows(
	operation: Operation,
	response: HttpResponse,
	input: IDataObject = {},
): Row[] {
	if (operation.done && isEmpty(response.body)) return [{ json: operation.done(input) }];
	if (operation.output === 'rows')
		return responseRows(response, operation.rows, operation.method === 'GET').map(toRow);
	if (operation.output === 'done')
		return [{ json: operation.method === 'DELETE' ? { deleted: true } : { success: true } }];
	if (Array.isArray(response.body))
		throw new PackError('The response is a list instead of a single record', {
			hint: 'Check the base URL in the credential.',
			mayHaveBeenProcessed: true,
		});
	return response.body === undefined ? [{ json: { success: true } }] : [toRow(response.body)];
}

const isEmpty = (body: unknown): boolean =>
	body === undefined ||
	(typeof body === 'object' && body !== null && Object.keys(body).length === 0);

/** Converts a value to a row. A value that is not an object becomes `{ value }`. */
export function toRow(value: unknown): Row {
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		return { json: { value: value as IDataObject[string] } };
	const json = value as IDataObject;
	if (json.error === undefined) return { json };
	return {
		json: Object.fromEntries(
			Object.entries(json).map(([key, inner]) => [key === 'error' ? renamedError : key, inner]),
		),
	};
}

/** Transforms the rows of an item as its operation describes: refine, Simplify, parents, order. */
export async function finishRows(
	{ connection, operation, isAgent }: Pick<Run, 'connection' | 'operation' | 'isAgent'>,
	{ input, isSimplified, outputFields = [], maxRows }: ItemValues,
	rows: readonly Row[],
): Promise<readonly Row[]> {
	const { refine, simplify, parents = [], arrange } = operation;
	const refined = refine?.(rows, input) ?? rows;
	/** The records before Simplify, in which an agent can select fields, too. */
	const records = new Map<Row, Row>();
	const convert = (row: Row): Row => {
		const output = addParents(
			simplify ? simplifiedRow(operation, row, simplify) : row,
			parents,
			input,
		);
		if (outputFields.length > 0) records.set(output, row);
		return output;
	};
	const complete = simplify && !isSimplified ? refined : await mapInTurns(refined, convert);
	const arranged = arrange?.(complete, input) ?? complete;
	const { secretProperties } = connection.service;
	return isAgent
		? formatForAgent(arranged, secretProperties, outputFields, records, maxRows)
		: arranged;
}

/**
 * The output of one item: its rows, linked to the item. With Continue On Fail, an error becomes an
 * item of its own. @throws NodeApiError or NodeOperationError if the execution must stop
 */
export async function itemOutput(
	run: Run,
	item: number,
	work: () => Promise<readonly (Row | PackError)[]>,
): Promise<INodeExecutionData[]> {
	const result = await toResult(work());
	const memory = run.memory.of(item);
	memory.release();
	if ('error' in result) return [errorItem(run, item, result.error)];
	return await mapInTurns(result.value, (row) => {
		if (row instanceof PackError) return errorItem(run, item, row);
		memory.keep(row);
		return { ...row, pairedItem: { item } };
	});
}

/** The output of a failed item. @throws the error if the execution must stop */
export function errorItem(run: Run, item: number, cause: unknown): INodeExecutionData {
	const { connection, continueOnFail, operation, redactors } = run;
	const redact = redactors.get(item) ?? connection.redact;
	const error = nodeError(connection.node, cause, item, redact);
	error.context.operation = operation.action;
	if (connection.signal?.aborted || !continueOnFail) throw error;
	return failedItem(error, item);
}

/** The hint of a write whose result is unknown (`unknownResultHint`), the only one that items keep. */
const unknownResult = /The request may or may not have been processed\b[^.]*\.[^.]*\./;

/**
 * The item of a failure: its message, and whether a write may have been processed. n8n resets the
 * `json` of an item with a property `error` beside it after every later node (`normalizeNodeErrors`
 * in n8n-core), and its error output accepts the item only without other properties.
 */
export const failedItem = (
	{ message, description }: NodeApiError | NodeOperationError,
	item: number,
): INodeExecutionData => {
	const hint = unknownResult.exec(description ?? '')?.[0];
	return { json: { error: hint ? sentences(message, hint) : message }, pairedItem: { item } };
};

/** Adds the values of the fields that identify the parents of a record. */
export function addParents(row: Row, parents: readonly string[], input: IDataObject): Row {
	const missing = parents.filter(
		(name) => input[name] !== undefined && row.json[name] === undefined,
	);
	return {
		...row,
		json: { ...row.json, ...Object.fromEntries(missing.map((name) => [name, input[name]])) },
	};
}

/**
 * Simplifies a row. Text, such as a diff, and answers to writes without any of the properties are
 * returned as they came. @throws PackError if the answer to a read has none of the properties
 */
function simplifiedRow(
	{ output, method }: Operation,
	row: Row,
	keep: NonNullable<Operation['simplify']>,
): Row {
	const simplified = simplifyRow(row, keep);
	if (Object.keys(simplified.json).length > 0) return simplified;
	const isRead = output === 'single' && method === 'GET';
	const isEmptyResponse = row.json.success === true;
	if (!isRead || isEmptyResponse || typeof row.json.value === 'string') return row;
	const properties = Object.keys(row.json).slice(0, 10).join(', ');
	throw new PackError('The response does not contain the expected record', {
		hint: `The service responded with ${properties ? `the properties ${properties}` : 'an empty object'}. Check the base URL in the credential.`,
	});
}

/** Keeps only the properties that `simplify` lists. A property without a value is not added. */
export function simplifyRow(row: Row, keep: NonNullable<Operation['simplify']>): Row {
	const paths = Array.isArray(keep)
		? (keep as readonly string[]).map((key) => [key, key] as const)
		: Object.entries(keep as Record<string, string | DerivedValue>);
	const json: IDataObject = {};
	for (const [name, source] of paths) {
		const value = typeof source === 'function' ? source(row.json) : valueAt(row.json, source);
		if (value !== undefined) json[name] = value;
	}
	return { ...row, json };
}

/** How many rows are converted without a break: a few milliseconds of work. */
const rowsPerTurn = 2000;

/** Converts many rows in turns. n8n handles its other executions and requests in between. */
export async function mapInTurns<From, To>(
	rows: readonly From[],
	convert: (row: From) => To,
): Promise<To[]> {
	const converted: To[] = [];
	for (const row of rows) {
		if (converted.length > 0 && converted.length % rowsPerTurn === 0) await sleep(0);
		converted.push(convert(row));
	}
	return converted;
}
