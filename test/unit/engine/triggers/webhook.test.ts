import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IWebhookFunctions } from 'n8n-workflow';
import { RecentKeys } from '../../../../nodes/engine/triggers/eventKeys';
import { rawBodyOf, registerDelivery } from '../../../../nodes/engine/triggers/webhook';

interface DeliveryOptions {
	readonly eventKey?: string;
	readonly mode?: string;
	readonly nodeId?: string;
	/** Status of the response. */
	readonly status?: number;
	/**
	 * Disconnects the caller before the event is registered, or between registration and response.
	 */
	readonly disconnect?: 'before' | 'after';
}

/** Delivers an event over HTTP. Returns whether its key was new. */
async function deliver(
	keys: RecentKeys,
	{
		eventKey = 'event',
		mode = 'webhook',
		nodeId = 'n1',
		status = 200,
		disconnect,
	}: DeliveryOptions = {},
): Promise<boolean> {
	let onClose = () => undefined as void;
	const closed = new Promise<void>((resolve) => (onClose = resolve));
	let isNew = false;
	const server = createServer((_, response) => {
		const register = () => {
			isNew = registerDelivery(
				{
					getMode: () => mode,
					getNode: () => ({ id: nodeId }),
					getWorkflow: () => ({ id: 'w1' }),
					getResponseObject: () => response,
				} as unknown as IWebhookFunctions,
				keys,
				eventKey,
			);
		};
		if (disconnect !== 'before') register();
		response.once('close', () => {
			if (disconnect === 'before') register();
			onClose();
		});
		if (disconnect) request.destroy();
		else response.writeHead(status).end();
	});
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const request = get({ port: (server.address() as AddressInfo).port, agent: false }, (response) =>
		response.resume(),
	);
	request.on('error', () => undefined);
	await closed;
	server.closeAllConnections();
	await new Promise((stopped) => server.close(stopped));
	return isNew;
}

test('an event key counts as new only once per node', async () => {
	const keys = new RecentKeys(10);
	expect(await deliver(keys)).toBe(true);
	expect(await deliver(keys)).toBe(false);
	expect(await deliver(keys, { nodeId: 'n2' })).toBe(true);
	expect(await deliver(keys, { eventKey: 'other' })).toBe(true);
});

test('a manual test run neither registers nor drops events', async () => {
	const keys = new RecentKeys(10);
	expect(await deliver(keys, { mode: 'manual' })).toBe(true);
	expect(await deliver(keys)).toBe(true);
	expect(await deliver(keys, { mode: 'manual' })).toBe(true);
});

test.each<[string, DeliveryOptions]>([
	['n8n responds with 500', { status: 500 }],
	['the node responds with 503', { status: 503 }],
	['the caller disconnects before the response', { disconnect: 'after' }],
	['the caller disconnects while the event is read', { disconnect: 'before' }],
])('an event does not count as delivered if %s', async (_, failure) => {
	const keys = new RecentKeys(10);
	expect(await deliver(keys, failure)).toBe(true);
	expect(await deliver(keys)).toBe(true);
	expect(await deliver(keys)).toBe(false);
});

describe('rawBodyOf', () => {
	const body = Buffer.from('{}');
	const read = async (contentType: string | undefined, request: object) =>
		await rawBodyOf({
			getRequestObject: () => request,
			getHeaderData: () => ({ 'content-type': contentType }),
		} as unknown as IWebhookFunctions);
	const unread = () => ({
		rawBody: undefined as Buffer | undefined,
		async readRawBody() {
			this.rawBody = await Promise.resolve(body);
		},
	});

	test('returns the body that n8n has read', async () => {
		expect(await read('application/json', { rawBody: body })).toBe(body);
	});

	test('reads a body that n8n has not read', async () => {
		expect(await read('application/octet-stream', unread())).toBe(body);
		expect(await read(undefined, unread())).toBe(body);
	});

	test('does not read a multipart body, because n8n has consumed it', async () => {
		expect(await read('Multipart/form-data; boundary=x', unread())).toBeUndefined();
	});

	test('returns nothing if the body cannot be read', async () => {
		const readRawBody = async () => await Promise.reject(new Error('request entity too large'));
		expect(await read('application/octet-stream', { readRawBody })).toBeUndefined();
	});
});
