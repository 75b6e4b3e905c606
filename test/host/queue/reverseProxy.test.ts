/** The one address in front of queue mode's processes. */
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { openDoor, type Door } from '../../../tools/queue/reverseProxy';
import { freePort, LOOPBACK } from '../../../tools/system/ports';

let servers: Server[] = [];
let doors: Door[] = [];
afterEach(() => {
	for (const door of doors) door.close();
	for (const server of servers) server.close().closeAllConnections();
	doors = [];
	servers = [];
});

/** A process that answers who it is and what it was asked. */
async function named(name: string, handle?: (incoming: IncomingMessage) => void): Promise<number> {
	const server = createServer((incoming, outgoing) => {
		if (handle) return handle(incoming);
		let body = '';
		incoming
			.on('data', (part) => (body += part))
			.on('end', () =>
				outgoing
					.writeHead(201, { 'x-by': name })
					.end(
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
	server.on('upgrade', (incoming, socket) =>
		socket.end(
			`HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: ${incoming.headers.upgrade}\r\n\r\n`,
		),
	);
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
	return (server.address() as AddressInfo).port;
}

async function door(main: number, processors: number[]): Promise<Door> {
	const opened = await openDoor({ main, processors });
	doors.push(opened);
	return opened;
}

const call = async (url: string) =>
	await axios.post<{ name: string; url: string; body: string; host: string; from: string }>(
		url,
		{ a: 1 },
		{ proxy: false, validateStatus: () => true },
	);

test('production webhooks go to the processors in turn, everything else to the main process', async () => {
	const { url } = await door(await named('main'), [await named('first'), await named('second')]);
	const by = async (path: string) => (await call(url + path)).data.name;
	expect([
		await by('/webhook/a'),
		await by('/webhook/a?b=1'),
		await by('/webhook-waiting/7'),
		await by('/form-waiting/7'),
	]).toEqual(['first', 'second', 'first', 'second']);
	for (const path of ['/webhook-test/a', '/form-test/a', '/rest/login', '/', '/webhooks'])
		expect(await by(path)).toBe('main');
});

test('what is sent and answered stays as it is, and n8n learns the address that was called', async () => {
	const { url, port } = await door(0, [await named('first')]);
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

test('a processor that is gone is passed over', async () => {
	const { url } = await door(0, [await freePort(), await named('second')]);
	expect([
		(await call(`${url}/webhook/a`)).data.name,
		(await call(`${url}/webhook/a`)).data.name,
	]).toEqual(['second', 'second']);
});

test('a call that breaks in the middle is not given to another, as it may have been carried out', async () => {
	const second = jest.fn();
	const { url } = await door(0, [
		await named('first', ({ socket }) => socket.destroy()),
		await named('second', second),
	]);
	expect((await call(`${url}/webhook/a`)).status).toBe(502);
	expect(second).not.toHaveBeenCalled();
});

test('without any process it says so', async () => {
	const { url } = await door(await freePort(), [await freePort(), await freePort()]);
	expect([(await call(`${url}/webhook/a`)).status, (await call(`${url}/rest`)).status]).toEqual([
		502, 502,
	]);
});

test('the live connection of the editor reaches the main process', async () => {
	const { port } = await door(await named('main'), []);
	const upgrade = await new Promise<string>((resolve, reject) => {
		const asking = request({
			host: LOOPBACK,
			port,
			path: '/rest/push',
			headers: { connection: 'upgrade', upgrade: 'websocket' },
		});
		asking
			.once('upgrade', ({ headers }) => resolve(String(headers.upgrade)))
			.once('error', reject)
			.end();
	});
	expect(upgrade).toBe('websocket');
});
