// The reverse proxy in front of queue mode's processes.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import {
	startingEtag,
	startReverseProxy,
	type ReverseProxy,
} from '../../../tools/queue/reverseProxy';
import { freePort, LOOPBACK } from '../../../tools/system/ports';

let servers: Server[] = [];
let proxies: ReverseProxy[] = [];
afterEach(() => {
	for (const proxy of proxies) proxy.close();
	for (const server of servers) server.close().closeAllConnections();
	proxies = [];
	servers = [];
});

/** Starts a server that returns its name and the request. */
async function startUpstream(
	name: string,
	handle?: (incoming: IncomingMessage) => void,
): Promise<number> {
	const server = createServer((incoming, outgoing) => {
		if (handle) return handle(incoming);
		let body = '';
		incoming
			.on('data', (chunk) => (body += chunk))
			.on('end', () =>
				outgoing.writeHead(201, { 'x-by': name }).end(
					JSON.stringify({
						name,
						url: incoming.url,
						body,
						host: incoming.headers.host,
						from: incoming.headers['x-forwarded-host'],
					}),
				),
			);
	});
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	return (server.address() as AddressInfo).port;
}

async function startProxy(main: number, processors: number[]): Promise<ReverseProxy> {
	const proxy = await startReverseProxy({ main, processors });
	proxies.push(proxy);
	return proxy;
}

const call = async (url: string) =>
	await axios.post<{ name: string; url: string; body: string; host: string; from: string }>(
		url,
		{ a: 1 },
		{ proxy: false, validateStatus: () => true },
	);

test('balances production webhooks across processors and sends everything else to the main process', async () => {
	const { url } = await startProxy(await startUpstream('main'), [
		await startUpstream('first'),
		await startUpstream('second'),
	]);
	const handledBy = async (path: string) => (await call(url + path)).data.name;
	expect([
		await handledBy('/webhook/a'),
		await handledBy('/webhook/a?b=1'),
		await handledBy('/webhook-waiting/7'),
		await handledBy('/form-waiting/7'),
	]).toEqual(['first', 'second', 'first', 'second']);
	for (const path of ['/webhook-test/a', '/form-test/a', '/rest/login', '/', '/webhooks'])
		expect(await handledBy(path)).toBe('main');
});

test('forwards request and response unchanged and adds X-Forwarded-Host', async () => {
	const { url, port } = await startProxy(0, [await startUpstream('first')]);
	const { status, headers, data } = await call(`${url}/webhook/a?b=%2F`);
	expect([status, headers['x-by'], data]).toEqual([
		201,
		'first',
		{
			name: 'first',
			url: '/webhook/a?b=%2F',
			body: '{"a":1}',
			host: `${LOOPBACK}:${port}`,
			from: `${LOOPBACK}:${port}`,
		},
	]);
});

test('forwards a body even if this process has an idle connection to the processor', async () => {
	const processor = await startUpstream('first');
	await call(`http://${LOOPBACK}:${processor}/healthz`);
	const { url } = await startProxy(0, [processor]);
	expect((await call(`${url}/webhook/a`)).data.body).toBe('{"a":1}');
});

test('skips a processor that is not running', async () => {
	const { url } = await startProxy(0, [await freePort(), await startUpstream('second')]);
	expect([
		(await call(`${url}/webhook/a`)).data.name,
		(await call(`${url}/webhook/a`)).data.name,
	]).toEqual(['second', 'second']);
});

test('does not retry a request after the connection breaks, because it may have been processed', async () => {
	const second = jest.fn();
	const { url } = await startProxy(0, [
		await startUpstream('first', ({ socket }) => socket.destroy()),
		await startUpstream('second', second),
	]);
	expect((await call(`${url}/webhook/a`)).status).toBe(502);
	expect(second).not.toHaveBeenCalled();
});

test('returns 502 if no process is running', async () => {
	const { url } = await startProxy(await freePort(), [await freePort(), await freePort()]);
	expect([(await call(`${url}/webhook/a`)).status, (await call(`${url}/rest`)).status]).toEqual([
		502, 502,
	]);
});

test('responds with 503 while a processor starts, because n8n responds with 200 and senders would not retry', async () => {
	const starting = createServer((_, outgoing) =>
		outgoing.writeHead(200, { etag: startingEtag }).end('n8n is starting up. Please wait'),
	);
	servers.push(starting);
	await new Promise<void>((resolve) => starting.listen(0, LOOPBACK, resolve));
	const { url } = await startProxy(0, [(starting.address() as AddressInfo).port]);
	expect((await call(`${url}/webhook/a`)).status).toBe(503);
});
