/** One operation on one item: what an operation with a `run` of its own works with. */
import { createHash } from 'node:crypto';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Operation, RequestLine, Row } from './vocabulary';
import type { Connection } from './connection';
import { allFieldsOf } from './input';
import { fetchPages } from './paging';
import { PackError } from './refusal';
import { fillPath, type RequestPlan } from './request';
import { send } from './send';
import type { HttpResponse, SendPolicy } from './vocabulary';

export interface Call<I> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly operation: Operation;
	/** Index of the input item. */
	readonly item: number;
	readonly itemCount: number;
	readonly input: I;
	/** Whether an AI agent runs the node as its tool. */
	readonly isAgent: boolean;
	/** How often the node ran before in this execution (loops). */
	readonly runIndex: number;
	/** The same for every try of Retry On Fail, another for every item, node, run and execution. */
	readonly key: string;
	/** Most rows that a Get Many may answer; all when undefined. */
	readonly maxRows?: number;
	/** Sends a request with a body of its own; placeholders of the line are filled from `values`. */
	request(
		line: RequestLine,
		more?: RequestParts,
		policy?: Partial<SendPolicy>,
	): Promise<HttpResponse>;
	/** Suspends the execution after this node until a webhook call or the date; the items that then go on if nobody called are given. */
	suspend(until: Date, passed: Row): Promise<void>;
}

export interface RequestParts extends Partial<Omit<RequestPlan, 'method' | 'url'>> {
	readonly values?: IDataObject;
}

/** What all calls of a run share. */
export interface Run {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly operation: Operation;
	readonly itemCount: number;
	readonly isAgent: boolean;
	readonly runIndex: number;
	suspended: boolean;
	/** For items that were given secrets of their own. */
	readonly redactors: Map<number, Connection['redact']>;
}

/** The call of one item. */
export function createCall(
	run: Run,
	item: number,
	input: IDataObject,
	connection = run.connection,
): Call<IDataObject> {
	const { context, operation, itemCount, isAgent } = run;
	const labels = allFieldsOf(operation);
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
			return stableKey(run, item);
		},
		get maxRows() {
			return operation.paging ? rowLimit(run, item) : undefined;
		},
		async request(line, more = {}, policy = {}) {
			return await send(
				connection,
				planRequest(line, more, (name) => labels[name]?.label),
				{ replay: operation.replay, scope: operation.scope, ...policy },
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
 * Rows that the item asks for with Return All and Limit; all when undefined.
 * @throws Refusal for a limit below one
 */
export function rowLimit({ context }: Pick<Run, 'context'>, item: number): number | undefined {
	const read = (name: string, fallback: unknown): unknown =>
		context.getNodeParameter(name, item, fallback, { extractValue: true });
	if (read('returnAll', false) === true) return undefined;
	const limit = Number(read('limit', 50));
	if (Number.isInteger(limit) && limit >= 1) return limit;
	throw new PackError('Limit must be a whole number of at least 1', { field: 'Limit' });
}

/**
 * A request from its line and parts.
 * @param labelOf label of the field that fills a placeholder, for a person to find it again
 */
export function planRequest(
	line: RequestLine,
	{ values = {}, query = {}, headers = {}, body, open }: RequestParts = {},
	labelOf: (name: string) => string | undefined = () => undefined,
): RequestPlan {
	const [method, path] = line.split(' ', 2) as [RequestPlan['method'], string];
	return {
		method,
		url: fillPath(
			path,
			(name) => values[name],
			(name) => labelOf(name) ?? name,
		),
		query,
		headers,
		...(body === undefined ? {} : { body }),
		...(open ? { open } : {}),
	};
}

/** All rows of a paged request, at once. */
export async function fetchAllRows(
	...parameters: Parameters<typeof fetchPages>
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const page of fetchPages(...parameters)) rows.push(...page);
	return rows;
}

/** SHA-256 over execution, node, run and item, in hexadecimal: 64 characters that tell a service nothing. */
const stableKey = ({ context, connection, runIndex }: Run, item: number): string =>
	createHash('sha256')
		.update([context.getExecutionId(), connection.node.id, runIndex, item].join('\n'))
		.digest('hex');
