import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import { type Call, type Connection, type ItemState, memoize } from '../describe';
import { createRedactor } from '../errors/redact';
import type { SentWrites } from '../http/once';
import { send } from '../http/pipeline';
import type { RunMemory } from '../limits/memory';
import { planCall } from '../plan/planOperation';
import type { ItemReader, ItemValues } from '../read/items';

/** State shared by all calls of a run. */
export interface Run extends Pick<
	Call<unknown>,
	'context' | 'connection' | 'operation' | 'itemCount' | 'isAgent' | 'runIndex'
> {
	readonly continueOnFail: boolean;
	readonly items: ItemReader;
	readonly sentWrites?: SentWrites;
	suspended: boolean;
	/** Number of items that the service has processed. */
	succeeded: number;
	/** What to show if no item returns a row. */
	emptyHint?: string;
	readonly memory: RunMemory;
	/** Redaction functions by item, for items whose parameters contain secrets. */
	readonly redactors: Map<number, Connection['redact']>;
}

/** The call of an operation for one item. @param state what its connection needs in addition */
export function createCall(
	run: Run,
	item: number,
	values: ItemValues,
	state?: ItemState,
): Call<IDataObject> {
	const { context, operation, itemCount, isAgent } = run;
	const { input, maxRows } = values;
	const connection = connectionOf(run, item, values, state);
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
		maxRows,
		async request(line, parts, more = {}) {
			const { plan, policy } = planCall(operation, input, line, parts);
			return await send(connection, plan, { ...policy, ...more });
		},
		async suspend(until, passed) {
			const data = context.getInputData()[item]!;
			Object.assign(data, { json: passed.json, pairedItem: { item } });
			run.suspended = true;
			await context.putExecutionToWait(until);
		},
	};
}

/** The connection of one item: counts its memory, and redacts the secrets in its parameters. */
function connectionOf(
	{ connection, context, memory, redactors }: Run,
	item: number,
	{ secrets }: ItemValues,
	state?: ItemState,
): Connection {
	const own = {
		...connection,
		memory: memory.of(item),
		item: {
			...state,
			showHint: (message: string): void => {
				showHint(context, message);
			},
		},
	};
	if (secrets.length === 0) return own;
	const redactItem = createRedactor(secrets);
	const redact = (text: string): string => redactItem(connection.redact(text));
	redactors.set(item, redact);
	return { ...own, redact };
}

/** SHA-256 in hexadecimal, which reveals nothing about the workflow to the service. */
const idempotencyKey = ({ context, connection, runIndex }: Run, item: number): string =>
	createHash('sha256')
		.update([context.getExecutionId(), connection.node.id, runIndex, item].join('\n'))
		.digest('hex');

const messagesOf = memoize<object, Set<string>>(() => new Set());

/** Shows a hint in the output panel, once per run of the node. */
export function showHint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
): void {
	const messages = messagesOf(context);
	if (messages.has(message)) return;
	messages.add(message);
	context.addExecutionHints?.({ message, location: 'outputPane' });
}

/**
 * Creates a cache of values that all items of a run share, such as a public key or the ID of the
 * user. A value is read once per run and key. A failed read is not kept, so that the next item
 * reads the value again.
 */
export function cachePerRun<T>() {
	const valuesOf = memoize<object, Map<string, Promise<T>>>(() => new Map());
	return async (
		{ runKey }: Pick<Connection, 'runKey'>,
		key: string,
		read: () => Promise<T>,
	): Promise<T> => {
		const values = valuesOf(runKey);
		const value = values.get(key) ?? read();
		values.set(key, value);
		value.catch(() => values.delete(key));
		return await value;
	};
}
