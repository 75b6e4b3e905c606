// A reverse proxy for queue mode: balances production webhooks across the webhook processors and
// sends everything else to the main process, like the Caddyfile in deploy/. It has no WebSockets, so
// the main process sends server-sent events to the editor.
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { LOOPBACK } from '../system/ports';

export interface ReverseProxy {
	readonly url: string;
	readonly port: number;
	close(): void;
}

export interface ReverseProxyOptions {
	port?: number | undefined;
	main: number;
	processors: readonly number[];
}

/**
 * Paths for the webhook processors. Test webhooks are handled by the main process. Must match
 * deploy/Caddyfile.
 */
export const webhookPaths: readonly string[] = [
	'/webhook/',
	'/webhook-waiting/',
	'/form/',
	'/form-waiting/',
	'/mcp/',
];

/**
 * ETag of "n8n is starting up. Please wait", with which a starting n8n answers every request. Its
 * status is 200, so the sender of an event would not retry. Must match deploy/Caddyfile.
 */
export const startingEtag = 'W/"1f-mLaR3Gmxo33cuwMmHVCxDQf9bcU"';

export async function startReverseProxy({
	port = 0,
	main,
	processors,
}: ReverseProxyOptions): Promise<ReverseProxy> {
	let next = 0;
	const server = createServer((incoming, outgoing) => {
		const isWebhook = webhookPaths.some((prefix) => incoming.url!.startsWith(prefix));
		// Round robin. The other processors are tried if this one is not running.
		const first = isWebhook ? next++ % processors.length : 0;
		const ports = [...processors.slice(first), ...processors.slice(0, first)];
		forward(incoming, outgoing, isWebhook ? ports : [main]);
	});
	server.keepAliveTimeout = 60_000;
	await new Promise<void>((resolve, reject) =>
		server.once('error', reject).listen(port, LOOPBACK, resolve),
	);
	const listening = (server.address() as AddressInfo).port;
	return {
		url: `http://${LOOPBACK}:${listening}`,
		port: listening,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

function forward(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	[port, ...otherPorts]: readonly number[],
): void {
	if (port === undefined) {
		outgoing.writeHead(502).end('No n8n process is reachable');
		return;
	}
	const { method, url: path, headers } = incoming;
	const upstream = request(
		{
			host: LOOPBACK,
			port,
			method,
			path,
			headers: { ...headers, ...forwardedHeaders(incoming), connection: 'close' },
			// A connection of its own: the body is sent when it is established (see below).
			agent: false,
		},
		(response) => {
			const isStarting = response.headers.etag === startingEtag;
			outgoing.writeHead(isStarting ? 503 : response.statusCode!, response.headers);
			// If the response is incomplete, close the connection so that the client gets an error.
			pipeline(response, outgoing, (error) => error && outgoing.destroy());
		},
	);
	upstream.on('error', (error: NodeJS.ErrnoException) => {
		// ECONNREFUSED means that nothing was sent, so trying another process is safe. After any other
		// error, the request may have been processed.
		if (error.code === 'ECONNREFUSED') forward(incoming, outgoing, otherPorts);
		else if (outgoing.headersSent) outgoing.destroy();
		else outgoing.writeHead(502).end('The n8n process closed the connection');
	});
	upstream.once('socket', (socket) => socket.once('connect', () => incoming.pipe(upstream)));
	outgoing.once('close', () => upstream.destroy());
}

const forwardedHeaders = ({ headers, socket }: IncomingMessage): Record<string, string> => ({
	'x-forwarded-for': socket.remoteAddress ?? LOOPBACK,
	'x-forwarded-proto': 'http',
	'x-forwarded-host': headers.host ?? LOOPBACK,
});
