/**
 * Long-running operations: polling, results and errors (README.md, Long-running
 * operations).
 */
import type { IDataObject } from 'n8n-workflow';
import { toRow, waitUntil } from '../engine';
import {
	type Call,
	choice,
	decimal,
	ownValue,
	PackError,
	type Row,
	toResult,
	toText,
} from '../engine/describe';
import { errors, statusNames } from './errors';
import { locationPath } from './location';

export interface LongRunning extends IDataObject {
	readonly name: string;
	readonly done?: boolean;
	readonly metadata?: IDataObject;
	readonly error?: { readonly code?: number; readonly message?: string };
	readonly response?: IDataObject;
}

export interface WaitInput extends IDataObject {
	readonly wait?: string;
	readonly maximumWait?: number;
	readonly pollingInterval?: number;
}

export const waitForCompletion = choice(
	'Wait For Completion',
	{
		no: 'No',
		operation: 'Yes, and Return the Operation With Its Metadata',
		result: 'Yes, and Return the Result',
	},
	{
		description:
			'Whether to poll the operation until it is done, or return it as soon as it is started',
		default: 'result',
		in: 'none',
	},
);

export const waitOptions = {
	maximumWait: decimal('Maximum Wait (Minutes)', {
		description:
			'How long to wait for completion. After that, the item contains the operation in its current state, with timedOut set to true.',
		default: 60,
		minimum: 0.001,
		maximum: 10_080,
		in: 'none',
	}),
	pollingInterval: decimal('Polling Interval (Seconds)', {
		description:
			'Seconds to wait before the first poll. The interval grows by 50% each time, up to 30 seconds.',
		default: 1,
		minimum: 0.01,
		maximum: 3600,
		in: 'none',
		hideFromAgents: true,
	}),
} as const;

/**
 * The row of a started operation. Waits for the operation first, unless Wait For Completion is No.
 * @param toResultRow creates the row of the result. Default: the result itself
 * @throws PackError if the operation failed
 */
export async function waitIfRequested(
	call: Call<WaitInput>,
	started: LongRunning,
	toResultRow: (result: IDataObject) => Row | Promise<Row> = toRow,
): Promise<Row> {
	const { wait = 'no' } = call.input;
	if (wait === 'no') return toRow(started);
	const { operation, timedOut } = await pollUntilDone(call, started, 'hint');
	if (timedOut || wait === 'operation')
		return toRow(timedOut ? { ...operation, timedOut } : operation);
	return await toResultRow(resultOf(operation));
}

/**
 * Waits for the result of an operation, regardless of Wait For Completion.
 * @throws PackError if the operation failed or did not finish in time
 */
export async function waitForResult(
	call: Call<WaitInput>,
	started: LongRunning,
): Promise<IDataObject> {
	const { operation, timedOut } = await pollUntilDone(call, started);
	if (!timedOut) return resultOf(operation);
	throw new PackError(`The operation ${labelOf(operation)} is not done yet`, {
		hint:
			'Increase Maximum Wait (Minutes) in Options, or check the operation later with Operation: Get. ' +
			`Operation name: ${operation.name}.`,
	});
}

const operationName =
	/^projects\/(?<project>[^/]+)\/locations\/(?<location>[^/]+)\/operations\/(?<operationId>[^/]+)$/;

/**
 * @param started the operation, or what the service responded instead
 * @throws PackError if the operation failed, CanceledError if the execution was canceled
 */
async function pollUntilDone(
	call: Call<WaitInput>,
	started: LongRunning | undefined,
	onTimeout?: 'hint',
): Promise<{ operation: LongRunning; timedOut: boolean }> {
	const { maximumWait = 60, pollingInterval = 1 } = call.input;
	const name = toText(started?.name);
	const values = operationName.exec(name)?.groups;
	if (!values && started?.done !== true)
		throw new PackError('The service returned no operation to wait for', {
			mayHaveBeenProcessed: true,
			hint: 'The request may have been processed. Check in the service, and set Wait For Completion to No.',
		});
	let initial: LongRunning | undefined = started;
	const { state: operation, timedOut } = await waitUntil({
		async read() {
			const state = initial ?? (await readOperation(call, name, { ...values }));
			initial = undefined;
			return state;
		},
		isDone: ({ done }) => done === true,
		maximumMs: maximumWait * 60_000,
		intervalMs: pollingInterval * 1000,
		connection: call.connection,
		onTimeout,
	});
	if (operation.error) throw operationError(operation);
	return { operation, timedOut };
}

async function readOperation(
	call: Call<unknown>,
	name: string,
	values: IDataObject,
): Promise<LongRunning> {
	const result = await toResult(
		call.request(
			`GET ${locationPath}/operations/{operationId}`,
			{ values },
			{ idempotency: 'safe' },
		),
	);
	if ('value' in result && result.value.body !== undefined) return result.value.body as LongRunning;
	const error =
		'error' in result
			? result.error
			: new PackError('The service returned an empty response instead of the operation');
	throw error instanceof PackError ? withStartedOperation(error, name) : error;
}

/**
 * Converts an error that occurred while polling a started operation. The new hint says that the
 * operation may have been processed, and names it.
 */
const withStartedOperation = (error: PackError, name: string): PackError =>
	new PackError(error.message, {
		...error.details,
		hint: [
			'The operation was started and may have been processed.',
			'Check it with Operation: Get before you run the item again.',
			`Operation name: ${name}.`,
			...(error.details.hint ? [error.details.hint] : []),
		].join(' '),
		mayHaveBeenProcessed: true,
	});

/** The result without `@type`, which is not a field of the record. */
function resultOf({ response = {} }: LongRunning): IDataObject {
	const { '@type': type, ...result } = response;
	void type;
	return result;
}

function operationError(operation: LongRunning): PackError {
	const { code, message } = operation.error!;
	const status = ownValue(statusNames, toText(code ?? 2)) ?? 'UNKNOWN';
	const known = status === 'CANCELLED' ? undefined : ownValue(errors, status);
	const hint = typeof known?.hint === 'string' ? `${known.hint}. ` : '';
	const statusMessage = operation.metadata?.statusMessage
		? `Status message: ${toText(operation.metadata.statusMessage)}. `
		: '';
	const result =
		status === 'CANCELLED' ? 'was canceled in the service' : `failed: ${toText(message) || status}`;
	return new PackError(`The operation ${labelOf(operation)} ${result}`, {
		hint: `${hint}${statusMessage}Operation name: ${operation.name}.`,
		code: status,
	});
}

/**
 * Verb and target of an operation, such as `create projects/p/locations/l/groups/g`, or the
 * operation name if it has neither verb nor target.
 */
const labelOf = ({ metadata, name }: LongRunning): string =>
	[metadata?.verb, metadata?.target].map(toText).filter(Boolean).join(' ') || name;
