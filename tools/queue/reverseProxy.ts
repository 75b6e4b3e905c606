// One address for the whole of queue mode, as a reverse proxy gives it: production webhooks to the processors in turn, the rest to the main process.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { pipeline, type Duplex } from 'node:stream';
import { LOOPBACK } from '../system/ports';

export interface Door {
	readonly url: string;
	readonly port: number;
	close(): void;
}

export interface DoorOptions {
	/** A free one without it. */
	port?: number | undefined;
	/** Port of the main process. */
	main: number;
	/** Ports of the webhook processors. */
	processors: readonly number[];
}

/** What webhook processors answer; test webhooks live in the main process. deploy/Caddyfile says the same. */
export const forProcessors: readonly string[] = [
	'/webhook/',
	'/webhook-waiting/',
	'/form/',
	'/form-waiting/',
	'/mcp/',
];

export async function openDoor({ port = 0, main, processors }: DoorOptions): Promise<Door> {
	let turn = 0;
	/** Ports to try, first the one whose turn it is. */
	const candidates = (url: string): readonly number[] => {
		if (!forProcessors.some((prefix) => url.startsWith(prefix))) return [main];
		const first = turn++ % processors.length;
		return [...processors.slice(first), ...processors.slice(0, first)];
	};
	const server = createServer((incoming, outgoing) =>
		forward(incoming, outgoing, candidates(incoming.url ?? '/')),
	);
	// The editor's live connection.
	server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
		tunnel(incoming, socket, head, main),
	);
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve, reject) =>
		server.once('error', reject).listen(port, LOOPBACK, resolve),
	);
	const taken = (server.address() as AddressInfo).port;
	return {
		url: `http://${LOOPBACK}:${taken}`,
		port: taken,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

function forward(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	[port, ...others]: readonly number[],
): void {
	if (port === undefined) {
		outgoing.writeHead(502).end('No process of n8n answers');
		return;
	}
	const { method, url: path, headers } = incoming;
	const onward = request(
		{
			host: LOOPBACK,
			port,
			method,
			path,
			headers: { ...headers, ...forwarded(incoming), connection: 'close' },
		},
		(answer) => {
			outgoing.writeHead(answer.statusCode!, answer.headers);
			// Whoever asked sees a broken answer as broken.
			pipeline(answer, outgoing, (error) => error && outgoing.destroy());
		},
	);
	onward.on('error', (error: NodeJS.ErrnoException) => {
		// Nothing has been sent where there was no connection; anything else may have been carried out, and is the sender's to repeat.
		if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, others);
		else if (outgoing.headersSent) outgoing.destroy();
		else outgoing.writeHead(502).end('The process of n8n went away');
	});
	onward.once('socket', (socket) => socket.once('connect', () => incoming.pipe(onward)));
	outgoing.once('close', () => onward.destroy());
}

function tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
	const onward = connect(port, LOOPBACK, () => {
		const headers = Object.entries({ ...incoming.headers, ...forwarded(incoming) }).map(
			([name, value]) => `${name}: ${String(value)}`,
		);
		onward.write([`${incoming.method} ${incoming.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'));
		onward.write(head);
		socket.pipe(onward).pipe(socket);
	});
	const end = (): void => {
		onward.destroy();
		socket.destroy();
	};
	for (const side of [onward, socket]) side.on('error', end).once('close', end);
}

const forwarded = ({ headers, socket }: IncomingMessage): Record<string, string> => ({
	'x-forwarded-for': socket.remoteAddress ?? LOOPBACK,
	'x-forwarded-proto': 'http',
	...(headers.host === undefined ? {} : { 'x-forwarded-host': headers.host }),
});
