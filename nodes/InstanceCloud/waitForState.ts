/** Waits until an instance reaches a state. */
import type { IDataObject } from 'n8n-workflow';
import { toRow, waitUntil } from '../engine';
import { type Call, type Row, toText } from '../engine/describe';
import { entriesOf, requireRows, rowsOfEntries } from './envelope';
import { referencedObject } from './referencedObject';
import { inputOf } from './requestBody';
import { targetOf } from './targets';

export const states = [
	'stopped',
	'starting',
	'running',
	'draining',
	'stopping',
	'template',
	'standby',
	'deleted',
	'checkpoint',
];

/** Maximum duration of one blocking request. Proxies close requests that take longer. */
const maxBlockMs = 20_000;

/**
 * Repeats the blocking wait request until the instance reaches the requested state or Maximum Wait
 * has passed.
 */
export async function waitForState(call: Call<unknown>): Promise<Row[]> {
	const { connection } = call;
	const input = inputOf(call);
	const wantedState = toText(input.wantedState);
	const maximumMs = Number(input.maximumWait ?? 5) * 60_000;
	const until = performance.now() + maximumMs;
	const read = async (): Promise<IDataObject> => {
		const blockMs = Math.max(1, Math.min(maxBlockMs, Math.round(until - performance.now())));
		const query = {
			...targetOf(toText(input.instanceId), 'Instance'),
			state: wantedState,
			timeout_ms: blockMs,
		};
		const { body } = await call.request(
			'GET /instances/wait',
			{ query },
			{ idempotency: 'safe', timeoutMs: blockMs + connection.limits.timeoutMs },
		);
		return requireRows(rowsOfEntries(entriesOf(body), referencedObject(call)))[0]!.json;
	};
	const { state, timedOut } = await waitUntil({
		read,
		isDone: (entry) => entry.state === wantedState,
		maximumMs,
		intervalMs: 250,
		longestIntervalMs: 2000,
		connection,
		onTimeout: input.failOnTimeout ? 'fail' : 'hint',
	});
	return [toRow(timedOut ? { ...state, timedOut } : state)];
}
