/** Creates the call of an operation for one item. */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { allFieldsOf, type Call, type Connection, type Operation, PackError } from '../describe';
import { planRequest } from '../request/buildRequest';
import { send } from '../transport/send';

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
	throw new PackError('Limit must be an integer of at least 1', { field: 'Limit' });
}

/** SHA-256 over execution, node, run and item, in hexadecimal: 64 characters that tell a service nothing. */
const stableKey = ({ context, connection, runIndex }: Run, item: number): string =>
	createHash('sha256')
		.update([context.getExecutionId(), connection.node.id, runIndex, item].join('\n'))
		.digest('hex');
