/** A server that answers whatever a test wants it to, byte by byte if need be, and keeps what arrived as it arrived. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Seen {
	readonly method: string;
	/** Path and query as they came over the wire. */
	readonly target: string;
	/** Names and values by turns, as they came. */
	readonly rawHeaders: readonly string[];
	readonly body: Buffer;
}

export type Answering = (
	response: ServerResponse,
	seen: Seen,
	request: IncomingMessage,
) => void | Promise<void>;

export interface Hostile {
	readonly url: string;
	readonly seen: Seen[];
	/** How it answers from now on. */
	answer: Answering;
	close(): Promise<void>;
}

export const json =
	(value: unknown, status = 200): Answering =>
	(response) =>
		void response
			.writeHead(status, { 'content-type': 'application/json' })
			.end(JSON.stringify(value));

/** Starts one on a free port of 127.0.0.1. */
export async function startHostile(): Promise<Hostile> {
	const seen: Seen[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const one = {
				method: request.method!,
				target: request.url!,
				rawHeaders: request.rawHeaders,
				body: Buffer.concat(parts),
			};
			seen.push(one);
			void hostile.answer(response, one, request);
		});
		response.on('error', () => undefined);
		request.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const hostile: Hostile = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		seen,
		answer: json({}),
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return hostile;
}
