// Binds local services to the real addresses of providers. n8n sends its requests for these
// addresses through this proxy (HTTPS_PROXY, which all HTTP clients of n8n and the popup windows of
// the browser support). The proxy terminates TLS with a certificate that n8n trusts
// (NODE_EXTRA_CA_CERTS), and forwards the requests to local services instead of the internet.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOOPBACK } from '../../../tools/system/ports';
import { createCertificate } from './certificate';

/** Beginnings of provider URLs, with the local URL that replaces each of them. */
export type Routes = Readonly<Record<string, string>>;

export interface ProviderProxy {
	/** URL of the proxy. */
	readonly url: string;
	/** Environment variables with which n8n uses the proxy and trusts its certificate. */
	readonly env: Record<string, string>;
	/** Replaces the routes. Their hosts must be among those that the proxy was started with. */
	route(routes: Routes): void;
	/** URLs requested since the last call of `route`. */
	readonly requested: readonly string[];
	close(): Promise<void>;
}

/** @param hosts all host names of the routes, for the certificate */
export async function startProviderProxy(hosts: readonly string[]): Promise<ProviderProxy> {
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-proxy-'));
	const { file, cert, key } = createCertificate(folder, hosts);
	let routes: Routes = {};
	const requested: string[] = [];

	const tls = createTlsServer({ cert, key }, (incoming, outgoing) => {
		const url = `https://${incoming.headers.host}${incoming.url}`;
		requested.push(url);
		const prefix = Object.keys(routes).find((start) => url.startsWith(start));
		if (prefix === undefined) outgoing.writeHead(502).end(`No route for ${url}`);
		else forward(incoming, outgoing, routes[prefix]! + url.slice(prefix.length));
	});
	const server = createServer((_incoming, outgoing) => outgoing.writeHead(501).end());
	server.on('connect', ({ url: address }, socket, head) => {
		socket.on('error', () => socket.destroy());
		if (!hosts.includes(address!.replace(/:443$/, ''))) return void socket.destroy();
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		socket.unshift(head);
		tls.emit('connection', socket);
	});
	server.listen(0, LOOPBACK);
	await once(server, 'listening');
	const url = `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;

	return {
		url,
		env: { HTTPS_PROXY: url, NO_PROXY: LOOPBACK, NODE_EXTRA_CA_CERTS: file },
		route(next) {
			routes = next;
			requested.length = 0;
		},
		requested,
		async close() {
			tls.closeAllConnections();
			server.closeAllConnections();
			server.close();
			await once(server, 'close');
			rmSync(folder, { recursive: true });
		},
	};
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, url: string): void {
	const { method, headers } = incoming;
	// The service then knows the protocol that the client used.
	const forwarded = request(url, { method, headers: { ...headers, 'x-forwarded-proto': 'https' } });
	forwarded.on('response', (response) => {
		outgoing.writeHead(response.statusCode!, response.headers);
		response.pipe(outgoing);
	});
	forwarded.on('error', (error) => outgoing.writeHead(502).end(error.message));
	incoming.pipe(forwarded);
}
