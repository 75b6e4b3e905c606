/** The service that every row of the benchmark talks to: plain Node, small answers, a stated latency. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, linkOf } from './answers';

/** What the clock in n8n's process says of one run. */
export interface Clocked {
	readonly ms: number;
	readonly cpuMs: number;
	readonly grownBytes: number;
	/** Items that came out of the node. */
	readonly items: number;
}

export interface Upstream {
	readonly url: string;
	/** Milliseconds before each answer. */
	latencyMs: number;
	/** Records behind the lists. */
	records: number;
	/** Events of the feed, newest first, and the name of its present state. */
	feed: { etag: string; events: readonly unknown[] };
	readonly requests: number;
	readonly sentBytes: number;
	readonly mostInFlight: number;
	reset(): void;
	/** The next report of the clock. */
	clocked(): Promise<Clocked>;
	close(): void;
}

/** Starts it on a free port of the loopback interface. */
export async function startUpstream(): Promise<Upstream> {
	let inFlight = 0;
	let report: (clocked: Clocked) => void = () => undefined;
	const state = {
		latencyMs: 0,
		records: 0,
		feed: { etag: '"0"', events: [] as readonly unknown[] },
		requests: 0,
		sentBytes: 0,
		mostInFlight: 0,
	};
	const server: Server = createServer(
		(request, response) =>
			void (request.url === '/clock' ? reported(request, response) : answer(request, response)),
	);
	const reported = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		const parts: Buffer[] = [];
		for await (const chunk of request) parts.push(chunk as Buffer);
		response.end();
		report(JSON.parse(Buffer.concat(parts).toString()) as Clocked);
	};
	const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		state.requests++;
		state.mostInFlight = Math.max(state.mostInFlight, ++inFlight);
		response.on('close', () => inFlight--);
		const url = new URL(request.url!, `http://${request.headers.host}`);
		if (url.pathname.startsWith('/files/'))
			return await pour(response, Number(url.pathname.split('/')[2]));
		let received = 0;
		for await (const chunk of request) received += (chunk as Buffer).length;
		if (state.latencyMs > 0) await sleep(state.latencyMs);
		if (url.pathname.endsWith('/zip'))
			response
				.writeHead(302, { location: `${url.origin}/files/${url.pathname.split('/').at(-2)}` })
				.end();
		else if (url.pathname.endsWith('/events')) feed(url, request, response);
		else send(response, bodyOf(url, received, state.records), linkOf(url, state.records));
	};
	const feed = (url: URL, request: IncomingMessage, response: ServerResponse): void => {
		const page = Number(url.searchParams.get('page') ?? 1);
		const etag = `"${page}-${state.feed.etag}"`;
		if (request.headers['if-none-match'] === etag) response.writeHead(304, { etag }).end();
		else send(response, state.feed.events.slice((page - 1) * 100, page * 100), { etag });
	};
	const send = (response: ServerResponse, body: unknown, headers: Record<string, string>): void => {
		const text = JSON.stringify(body);
		state.sentBytes += Buffer.byteLength(text);
		response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
	};
	server.listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return Object.assign(state, {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		reset: () => Object.assign(state, { requests: 0, sentBytes: 0, mostInFlight: 0 }),
		clocked: async () => await new Promise<Clocked>((resolve) => (report = resolve)),
		close: () => {
			server.closeAllConnections();
			server.close();
		},
	});
}

async function pour(response: ServerResponse, bytes: number): Promise<void> {
	response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
	const block = Buffer.alloc(64 * 1024, 5);
	for (let left = bytes; left > 0; left -= block.length) {
		if (!response.write(left < block.length ? block.subarray(0, left) : block))
			await new Promise((resolve) => response.once('drain', resolve));
	}
	response.end();
}
