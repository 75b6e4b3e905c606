/** Creates the call of an operation for one item. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import {
	allFieldsOf,
	type Call,
	type Connection,
	limitFields,
	type Operation,
	type RecordReference,
	type RequestLine,
} from '../describe';
import { send } from '../http/send';
import type { RunMemory } from '../limits/memory';
import { planRequest } from '../plan/buildRequest';
import { recordOutsidePath, recordsInPath } from '../plan/recordReferences';
import { readFlag, type ReadParameter, readValue } from '../read/readInput';
import { validate } from '../read/validate';
import type { SentWrites } from './sendOnce';

/** State shared by all calls of a run. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly operation: Operation;
	readonly itemCount: number;
	readonly isAgent: boolean;
	/** Run index of the node. With Retry On Fail, the run index of the first attempt. */
	readonly runIndex: number;
	readonly sentWrites?: SentWrites;
	suspended: boolean;
	readonly memory: RunMemory;
	/** Values of the parameters without expressions, which are read once. */
	readonly fixedValues: Map<string, unknown>;
	/** Redaction functions by item, for items whose parameters contain secrets. */
	readonly redactors: Map<number, Connection['redact']>;
}

/** Creates the call of an operation for one item. */
export function createCall(
	run: Run,
	item: number,
	input: IDataObject,
	connection = run.connection,
): Call<IDataObject> {
	const { context, operation, itemCount, isAgent } = run;
	const fields = allFieldsOf(operation);
	return {
		context,
		connection,
		operation,
		item,
		itemCount,
		input,
		isAgent,
		runIndex: run.runIndex,
		get key() {
			return idempotencyKey(run, item);
		},
		get maxRows() {
			return operation.paging ? rowLimit(run, item) : undefined;
		},
		async request(line, more = {}, policy = {}) {
			return await send(
				connection,
				planRequest(
					line,
					more,
					(name) => fields[name]?.label,
					(name) => fields[name]?.allowSlashes ?? false,
				),
				{
					idempotency: operation.idempotency,
					permission: operation.permission,
					records: recordsOf(run, line, more.values ?? {}, input),
					...policy,
				},
			);
		},
		async suspend(until, passed) {
			const data = context.getInputData()[item]!;
			Object.assign(data, { json: passed.json, pairedItem: { item } });
			run.suspended = true;
			await context.putExecutionToWait(until);
		},
	};
}

/**
 * The records that a request refers to. A request for several items has no single record, unless
 * its path contains one.
 */
function recordsOf(
	{ operation }: Pick<Run, 'operation'>,
	line: RequestLine,
	values: IDataObject,
	input: IDataObject,
): RecordReference[] {
	const inPath = recordsInPath(line, allFieldsOf(operation), values);
	return inPath.length > 0 || operation.batch ? inPath : recordOutsidePath(operation.fields, input);
}

/**
 * Maximum number of rows, from Return All and Limit; undefined for all rows.
 * @throws PackError for an invalid value
 */
export function rowLimit({ context }: Pick<Run, 'context'>, item: number): number | undefined {
	const read: ReadParameter = (name, fallback) =>
		context.getNodeParameter(name, item, fallback, { extractValue: true });
	if (readFlag(read, 'returnAll', limitFields.returnAll!, false)) return undefined;
	const limit = limitFields.limit!;
	return validate(limit, readValue(read, 'limit', limit, 50)) as number;
}

/**
 * Idempotency key: the SHA-256 of execution, node, run and item in hexadecimal. Reveals nothing
 * about the workflow to the service.
 */
const idempotencyKey = ({ context, connection, runIndex }: Run, item: number): string =>
	createHash('sha256')
		.update([context.getExecutionId(), connection.node.id, runIndex, item].join('\n'))
		.digest('hex');
