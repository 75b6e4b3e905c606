/**
 * Responses that stop before their end, on a connection that stays open. The node must stop waiting
 * and close the connection.
 */
import { createServer, type AddressInfo } from 'node:net';
import { thingByIndex, useExampleService } from './kit/exampleService';
import { rawServersPerTest, type RawServer } from './kit/rawServer';

const startRawServer = rawServersPerTest();
const service = useExampleService();
let server: RawServer;
let closed: Promise<unknown>[];
let onResponse: () => unknown;
beforeEach(async () => {
	server = await startRawServer();
	closed = [];
	onResponse = () => undefined;
});

/** Sends this text in response to every request, and nothing more. */
const stallAfter = (text: string): void => {
	server.respond = (_, __, { socket }) => {
		closed.push(new Promise((resolve) => socket.once('close', resolve)));
		socket.write(text, () => onResponse());
	};
};
const headers = 'Content-Type: application/json\r\nContent-Length: 500\r\n\r\n';
const run = async (
	operation: string,
	parameters: object = {},
	during?: (cancel: () => void) => void,
) =>
	await service.run(operation, {
		items: [{ json: { index: 0 } }],
		data: { baseUrl: server.url },
		parameters: {
			...thingByIndex,
			...parameters,
			// Longer than the test may take, so that only a cancel can end the request.
			options: { timeout: during ? 300_000 : 1000, attempts: 1 },
		},
		...(during ? { during } : {}),
	});

test.each([
	['headers', 'get', 'HTTP/1.1 200 OK\r\n', 'Example did not respond in time'],
	['body', 'get', `HTTP/1.1 200 OK\r\n${headers}{"id":`, 'Example did not respond in time'],
	['empty body', 'get', `HTTP/1.1 200 OK\r\n${headers}`, 'Example did not respond in time'],
	['error body', 'get', `HTTP/1.1 400 No\r\n${headers}{"me`, 'Example rejected the request (400)'],
	[
		'redirect body',
		'create',
		`HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\n${headers}`,
		expect.stringContaining('redirected to an address that the node does not follow'),
	],
	['download', 'download', `HTTP/1.1 200 OK\r\n${headers}abc`, 'The download was interrupted'],
])(
	'a stalled response ends with an error, and its connection is closed: %s',
	async (_, operation, response, message) => {
		stallAfter(response);
		const { error } = await run(operation, { name: 'a', size: 1 });
		expect(error?.message).toEqual(message);
		expect(closed).toHaveLength(1);
		await Promise.all(closed);
	},
);

test.each([
	['headers', 'HTTP/1.1 200 OK\r\n'],
	['body', `HTTP/1.1 200 OK\r\n${headers}{"id":`],
])(
	'a canceled execution closes the connection of a stalled response: %s',
	async (_, response) => {
		stallAfter(response);
		const {
			run: { status },
		} = await run('get', {}, (cancel) => {
			// n8n receives what was sent before the cancel.
			onResponse = () => setTimeout(cancel, 200);
		});
		expect(status).toBe('canceled');
		expect(closed).toHaveLength(1);
		await Promise.all(closed);
	},
	60_000,
);

test.each([
	['a port without HTTPS', 'Example does not use HTTPS at 127.0.0.1', 'HTTP/1.1 400 Bad\r\n\r\n'],
	[
		'a rejected version',
		'Could not establish a TLS connection to Example',
		Buffer.from('15030300020246', 'hex'),
	],
	['a closed connection', 'Could not establish a TLS connection to Example', ''],
])(
	'a failed TLS handshake is reported as such, and a write counts as not sent: %s',
	async (_, message, response) => {
		const handshakes = createServer((socket) => {
			socket.on('error', () => undefined);
			socket.once('data', () => socket.end(response));
		});
		await new Promise<void>((resolve) => handshakes.listen(0, '127.0.0.1', resolve));
		const { port } = handshakes.address() as AddressInfo;
		const { error } = await service.run('create', {
			items: [{ json: { index: 0 } }],
			data: { baseUrl: `https://127.0.0.1:${port}` },
			parameters: { name: 'a', size: 1 },
		});
		handshakes.close();
		expect(error?.message.replace(`:${port}`, '')).toBe(message);
		expect(error?.description).toContain('Check Base URL in the credential');
		expect(error?.description).not.toContain('processed');
	},
);
