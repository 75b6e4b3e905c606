/** Long-running operations: waiting for them, their result, and what to say when they fail (specification part D; reference, longRunning). */
import type { IDataObject } from 'n8n-workflow';
import { type Call, choice, decimal, PackError, type Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { waitUntil } from '../engine/run/waitUntil';
import { canonical, errors } from './errors';
import { locationPath } from './place';

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

export const wait = choice(
	'Wait For Completion',
	{
		no: 'No',
		operation: 'Yes, and Return the Operation With Its Metadata',
		result: 'Yes, and Return the Result',
	},
	{
		description:
			'Whether to go on at once with the operation that was begun, or ask until it is done',
		default: 'result',
		in: 'none',
	},
);

export const waitOptions = {
	maximumWait: decimal('Maximum Wait (Minutes)', {
		description:
			'How long to wait for completion. After that the item carries the operation as it is, marked timedOut.',
		default: 60,
		minimum: 0.001,
		maximum: 10_080,
		in: 'none',
	}),
	pollingInterval: decimal('Polling Interval (Seconds)', {
		description:
			'Time before the operation is asked for again; grows by half each time, up to half a minute',
		default: 1,
		minimum: 0.01,
		maximum: 3600,
		in: 'none',
		hideFromAgents: true,
	}),
} as const;

/**
 * The row of an operation that was begun, after the wait that the person chose.
 * @param finished makes the row of the result; the result itself when absent
 */
export async function completed(
	call: Call<WaitInput>,
	begun: LongRunning,
	finished: (result: IDataObject) => Row | Promise<Row> = toRow,
): Promise<Row> {
	const { wait: chosen = 'no' } = call.input;
	if (chosen === 'no') return toRow(begun);
	const { operation, timedOut } = await awaited(call, begun);
	if (timedOut || chosen === 'operation')
		return toRow(timedOut ? { ...operation, timedOut } : operation);
	return await finished(resultOf(operation));
}

/** The result of an operation, waited for whatever the person chose. @throws Refusal when it did not end in time */
export async function resultAfter(call: Call<WaitInput>, begun: LongRunning): Promise<IDataObject> {
	const { operation, timedOut } = await awaited(call, begun);
	if (!timedOut) return resultOf(operation);
	throw new PackError(`The operation ${described(operation)} has not ended yet`, {
		hint: `Raise Maximum Wait in Options, or look at it later with Operation: Get. Its name is ${operation.name}.`,
	});
}

/** Asks until an operation is done or the time is over. @throws Refusal when it failed, Stopped */
async function awaited(
	call: Call<WaitInput>,
	begun: LongRunning,
): Promise<{ operation: LongRunning; timedOut: boolean }> {
	const { maximumWait = 60, pollingInterval = 1 } = call.input;
	let first: LongRunning | undefined = begun;
	const { state: operation, timedOut } = await waitUntil({
		async read() {
			const state = first ?? (await readOperation(call, begun.name));
			first = undefined;
			return state;
		},
		isDone: ({ done }) => done === true,
		maximumMs: maximumWait * 60_000,
		intervalMs: pollingInterval * 1000,
		signal: call.connection.signal,
	});
	if (operation.error) throw failed(operation);
	return { operation, timedOut };
}

async function readOperation(call: Call<unknown>, name: string): Promise<LongRunning> {
	const values =
		/^projects\/(?<project>[^/]+)\/locations\/(?<location>[^/]+)\/operations\/(?<operationId>[^/]+)$/.exec(
			name,
		)?.groups;
	if (!values)
		throw new PackError('The service sent no operation that could be waited for', {
			hint: 'Set Wait For Completion to No, and look whether it was carried out.',
		});
	const answer = await call.request(
		`GET ${locationPath}/operations/{operationId}`,
		{ values: { ...values } },
		{ replay: 'safe' },
	);
	return answer.body as LongRunning;
}

/** The result without the name of its type, which is no field of the record. */
function resultOf({ response = {} }: LongRunning): IDataObject {
	const { '@type': type, ...result } = response;
	void type;
	return result;
}

function failed(operation: LongRunning): PackError {
	const { code, message } = operation.error!;
	const name = canonical[code ?? 2] ?? 'UNKNOWN';
	const known = name === 'CANCELLED' ? undefined : errors[name];
	const hint = typeof known?.hint === 'string' ? `${known.hint}. ` : '';
	return new PackError(
		`The operation ${described(operation)} ${name === 'CANCELLED' ? 'was canceled at the service' : `failed: ${message ?? name}`}`,
		{
			hint: `${hint}${operation.metadata?.statusMessage ? `Its status: ${String(operation.metadata.statusMessage)}. ` : ''}Its name is ${operation.name}.`,
			code: name,
		},
	);
}

const described = ({ metadata }: LongRunning): string =>
	[metadata?.verb, metadata?.target].filter(Boolean).map(String).join(' ') || 'at the service';
