// The service that all rows of the benchmark use: a plain Node server with small responses and a
// configurable latency.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificate } from '../host/kit/certificate';
import { linkHeader, responseBody } from './responses';

/** Figures of one run, sent by the Clock node in n8n's process. */
export interface ClockReport {
	readonly ms: number;
	readonly cpuMs: number;
	readonly grownBytes: number;
	/** Growth of the used heap, after garbage collections. */
	readonly retainedBytes: number;
	/** The longest time during which the event loop was blocked. */
	readonly maxLoopDelayMs: number;
	/** Number of output items. */
	readonly items: number;
	/** Number of output items with an error. */
	readonly failed: number;
}

export interface Upstream {
	readonly url: string;
	/** Delay of each response in milliseconds. With TLS, opening a connection takes twice as long. */
	latencyMs: number;
	/** Requests that are accepted within any second. The others get a 429 response. */
	maxPerSecond: number;
	/** Number of records in the lists. */
	records: number;
	readonly requests: number;
	/** Number of 429 responses. */
	readonly rejected: number;
	readonly maxInFlight: number;
	/** Forgets all requests, so that the next run has its figures and the rate limit for itself. */
	reset(): void;
	/** Resolves to the next report of the Clock node. */
	nextReport(): Promise<ClockReport>;
	close(): void;
}

/**
 * Starts the service on a free loopback port.
 * @param certificate of localhost, for a service with TLS
 */
export async function startUpstream(certificate?: Certificate): Promise<Upstream> {
	const [scheme, hostname] = certificate ? ['https', 'localhost'] : ['http', '127.0.0.1'];
	let inFlight = 0;
	let report: (received: ClockReport) => void = () => undefined;
	const state = {
		latencyMs: 0,
		maxPerSecond: Infinity,
		records: 0,
		requests: 0,
		rejected: 0,
		maxInFlight: 0,
	};
	/** Times of the requests that were accepted in the last second, oldest first. */
	let accepted: number[] = [];
	const accept = (): boolean => {
		const now = performance.now();
		accepted = accepted.filter((time) => time > now - 1000);
		return accepted.length < state.maxPerSecond && accepted.push(now) > 0;
	};
	const receive = (request: IncomingMessage, response: ServerResponse): void =>
		void (request.url === '/clock' ? receiveReport(request, response) : respond(request, response));
	const server: Server = certificate
		? createSecureServer(certificate, receive)
		: createServer(receive);
	// Opening a connection takes one round trip for TCP and one for TLS 1.3.
	const acceptLater = (socket: Socket): void =>
		void setTimeout(() => server.emit('connection', socket), 2 * state.latencyMs);
	const listener = certificate ? createTcpServer({ pauseOnConnect: true }, acceptLater) : server;
	const receiveReport = async (
		request: IncomingMessage,
		response: ServerResponse,
	): Promise<void> => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		response.end();
		report(JSON.parse(Buffer.concat(chunks).toString()) as ClockReport);
	};
	const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
		state.requests++;
		state.maxInFlight = Math.max(state.maxInFlight, ++inFlight);
		response.on('close', () => inFlight--);
		if (state.maxPerSecond < Infinity && !accept()) {
			state.rejected++;
			request.resume();
			response.writeHead(429, { 'retry-after': '1' }).end();
			return;
		}
		const url = new URL(request.url!, `${scheme}://${request.headers.host}`);
		if (url.pathname.startsWith('/files/'))
			return await sendFile(response, Number(url.pathname.split('/')[2]));
		let received = 0;
		for await (const chunk of request) received += (chunk as Buffer).length;
		if (state.latencyMs > 0) await sleep(state.latencyMs);
		if (url.pathname.endsWith('/zip'))
			response
				.writeHead(302, { location: `${url.origin}/files/${url.pathname.split('/').at(-2)}` })
				.end();
		else send(response, responseBody(url, received, state.records), linkHeader(url, state.records));
	};
	const send = (response: ServerResponse, body: unknown, headers: Record<string, string>): void => {
		response
			.writeHead(200, { 'content-type': 'application/json', ...headers })
			.end(JSON.stringify(body));
	};
	listener.listen(0, hostname);
	await new Promise((resolve) => listener.once('listening', resolve));
	return Object.assign(state, {
		url: `${scheme}://${hostname}:${(listener.address() as AddressInfo).port}`,
		reset: () => {
			Object.assign(state, { requests: 0, rejected: 0, maxInFlight: 0 });
			accepted = [];
		},
		nextReport: async () => await new Promise<ClockReport>((resolve) => (report = resolve)),
		close: () => {
			server.closeAllConnections();
			listener.close();
		},
	});
}

async function sendFile(response: ServerResponse, bytes: number): Promise<void> {
	response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
	const block = Buffer.alloc(64 * 1024, 5);
	for (let left = bytes; left > 0; left -= block.length) {
		if (!response.write(left < block.length ? block.subarray(0, left) : block))
			await new Promise((resolve) => response.once('drain', resolve));
	}
	response.end();
}
