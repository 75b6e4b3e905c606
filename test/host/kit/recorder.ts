// A server outside n8n that records which items executions have processed, independently of what
// n8n reports.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LOOPBACK } from '../../../tools/system/ports';
import type { NodeSpec } from './testN8n';
import { waitUntil } from './waitUntil';

export interface Recorder {
	/** Delay of each response in milliseconds. */
	delayMs: number;
	/** How often each key of a list was recorded. */
	recorded(list: string): ReadonlyMap<string, number>;
	/**
	 * A node that records each of its items.
	 * @param key n8n expression that returns the key of an item
	 */
	recordEach(list: string, key: string): NodeSpec;
	/**
	 * A node that records all its items in one request. With one request per item, n8n's HTTP
	 * Request node would send thousands of requests at the same time and block the n8n process.
	 * @param field name of the item field that contains the key
	 */
	recordAll(list: string, field: string): NodeSpec;
	/**
	 * Resolves when a list contains this many different keys.
	 * @throws Error on timeout
	 */
	waitFor(list: string, keys: number, timeoutMs?: number): Promise<void>;
	close(): void;
}

export async function startRecorder(): Promise<Recorder> {
	const lists = new Map<string, Map<string, number>>();
	const recorded = (name: string): Map<string, number> =>
		lists.get(name) ?? lists.set(name, new Map()).get(name)!;
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { key } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { key: string };
			const counts = recorded(request.url!.slice(1));
			setTimeout(() => {
				for (const one of key.split('\n')) counts.set(one, (counts.get(one) ?? 0) + 1);
				response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
			}, recorder.delayMs);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
	const recordEach = (list: string, key: string): NodeSpec => ({
		name: 'Record',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			method: 'POST',
			url: `${url}/${list}`,
			sendBody: true,
			bodyParameters: { parameters: [{ name: 'key', value: key }] },
			options: {},
		},
	});
	const recorder: Recorder = {
		delayMs: 0,
		recorded,
		recordEach,
		recordAll: (list, field) => ({
			...recordEach(list, `={{ $input.all().map((item) => item.json.${field}).join('\\n') }}`),
			executeOnce: true,
		}),
		waitFor: async (list, keys, timeoutMs = 300_000) =>
			await waitUntil(
				`${keys} keys in the list "${list}"`,
				() => recorded(list).size >= keys,
				timeoutMs,
				() => `Recorded so far: ${recorded(list).size}`,
			),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
	return recorder;
}
