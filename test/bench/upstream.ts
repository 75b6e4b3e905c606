/** The service that every row of the benchmark talks to: plain Node, one small answer, a stated latency. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Upstream {
	readonly url: string;
	/** Milliseconds before each answer. */
	latencyMs: number;
	/** Records behind the list. */
	records: number;
	readonly requests: number;
	readonly mostInFlight: number;
	reset(): void;
	close(): void;
}

const pageSize = 100;

/** Starts it on a free port of the loopback interface. */
export async function startUpstream(): Promise<Upstream> {
	let inFlight = 0;
	const state = { latencyMs: 0, records: 0, requests: 0, mostInFlight: 0 };
	const server: Server = createServer((request, response) => {
		state.requests++;
		state.mostInFlight = Math.max(state.mostInFlight, ++inFlight);
		response.on('close', () => inFlight--);
		void answer(request, response);
	});
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const url = new URL(request.url!, 'http://upstream');
		if (url.pathname.startsWith('/files/')) {
			response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': Number(url.pathname.split('/')[2]) });
			await pour(response, Number(url.pathname.split('/')[2]));
			return;
		}
		let received = 0;
		for await (const chunk of request) received += (chunk as Buffer).length;
		if (state.latencyMs > 0) await sleep(state.latencyMs);
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(bodyOf(url, received, state.records)));
	};
	server.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return Object.assign(state, {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		reset: () => Object.assign(state, { requests: 0, mostInFlight: 0 }),
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	});
}

function bodyOf(url: URL, received: number, records: number): unknown {
	if (url.pathname === '/api/v2/generations' && url.searchParams.has('limit')) {
		const from = Number(url.searchParams.get('cursor') ?? 0);
		const to = Math.min(records, from + Math.min(pageSize, Number(url.searchParams.get('limit'))));
		const generations = Array.from({ length: to - from }, (_, index) => record(String(from + index)));
		return { generations, ...(to < records ? { next_cursor: String(to) } : {}) };
	}
	if (url.pathname === '/api/v2/uploads') return { id: 'u', filename: 'f', content_type: 'application/octet-stream', size: received, url: url.href };
	return record(url.pathname.split('/').at(-1)!);
}

const record = (id: string) => ({ id, model: 'flux-dev', type: 'image', status: 'completed', cost: 1.5, created: '2026-01-01T00:00:00Z', outputs: [] });

async function pour(response: ServerResponse, bytes: number): Promise<void> {
	const block = Buffer.alloc(64 * 1024, 5);
	for (let left = bytes; left > 0; left -= block.length) {
		if (!response.write(left < block.length ? block.subarray(0, left) : block)) await new Promise((resolve) => response.once('drain', resolve));
	}
	response.end();
}
