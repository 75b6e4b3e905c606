/** Waiting for a state: the service blocks for a while, and is asked again until the time is over. */
import type { IDataObject } from 'n8n-workflow';
import type { Call, Row } from '../engine/describe';
import { toRow } from '../engine/run/output';
import { waitUntil } from '../engine/run/waitUntil';
import { entriesOf, rowsOfEntries } from './envelope';
import { inputOf } from './requests';
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

/** How long one request may block; a cancel ends it at once, and proxies close longer ones. */
const longestBlockMs = 20_000;

export async function waitForState(call: Call<unknown>): Promise<Row[]> {
	const { connection } = call;
	const input = inputOf(call);
	const wanted = String(input.wantedState);
	const maximumMs = Number(input.maximumWait ?? 5) * 60_000;
	const until = Date.now() + maximumMs;
	const read = async (): Promise<IDataObject> => {
		const timeout = Math.max(1, Math.min(longestBlockMs, Math.round(until - Date.now())));
		const query = {
			...targetOf(String(input.instanceId), 'Instance'),
			state: wanted,
			timeout_ms: timeout,
		};
		const { body } = await call.request(
			'GET /instances/wait',
			{ query },
			{ replay: 'safe', timeoutMs: timeout + connection.timeoutMs },
		);
		return rowsOfEntries(entriesOf(body))[0]?.json ?? {};
	};
	const { state, timedOut } = await waitUntil({
		read,
		isDone: (entry) => entry.state === wanted,
		maximumMs,
		intervalMs: 250,
		longestIntervalMs: 2000,
		signal: connection.signal,
	});
	return [toRow(timedOut ? { ...state, timedOut } : state)];
}
