/**
 * A server whose response a test can write byte by byte. It records requests exactly as they
 * arrive.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RawRequest {
	readonly method: string;
	/** Path and query as received. */
	readonly target: string;
	/** Names and values alternately, as received. */
	readonly rawHeaders: readonly string[];
	readonly body: Buffer;
}

export type Responder = (
	response: ServerResponse,
	received: RawRequest,
	request: IncomingMessage,
) => void | Promise<void>;

export interface RawServer {
	readonly url: string;
	readonly received: RawRequest[];
	/** Writes the response to every request. Can be replaced at any time. */
	respond: Responder;
	close(): Promise<void>;
}

export const respondWithJson =
	(value: unknown, status = 200): Responder =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json' })
			.end(JSON.stringify(value));

/** Starts a server on a free port of 127.0.0.1. */
export async function startRawServer(): Promise<RawServer> {
	const received: RawRequest[] = [];
	const httpServer = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const rawRequest = {
				method: request.method!,
				target: request.url!,
				rawHeaders: request.rawHeaders,
				body: Buffer.concat(chunks),
			};
			received.push(rawRequest);
			void server.respond(response, rawRequest, request);
		});
		response.on('error', () => undefined);
		request.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => httpServer.listen(0, '127.0.0.1', resolve));
	const server: RawServer = {
		url: `http://127.0.0.1:${(httpServer.address() as AddressInfo).port}`,
		received,
		respond: respondWithJson({}),
		close: async () => {
			httpServer.closeAllConnections();
			await new Promise((resolve) => httpServer.close(resolve));
		},
	};
	return server;
}

/** Returns a function that starts servers, which are closed after each test. */
export function rawServersPerTest(): typeof startRawServer {
	const servers: RawServer[] = [];
	afterEach(async () => {
		for (const server of servers.splice(0)) await server.close();
	});
	return async () => {
		const server = await startRawServer();
		servers.push(server);
		return server;
	};
}
