import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IWebhookFunctions } from 'n8n-workflow';
import { rawBodyOf, registerDelivery } from '../../../../nodes/engine/triggers/runWebhook';

interface DeliveryOptions {
	/** Status of the response. */
	readonly status?: number;
	/**
	 * Disconnects the caller before the event is registered, or between registration and response.
	 */
	readonly disconnect?: 'before' | 'after';
}

/** Delivers an event over HTTP. Returns whether its key was new. */
async function deliver(
	eventKey: string,
	{ status = 200, disconnect }: DeliveryOptions = {},
): Promise<boolean> {
	let onClose = () => undefined as void;
	const closed = new Promise<void>((resolve) => (onClose = resolve));
	let isNew = false;
	const server = createServer((_, response) => {
		const register = () => {
			isNew = registerDelivery(
				{
					getMode: () => 'webhook',
					getNode: () => ({ id: 'n1' }),
					getWorkflow: () => ({ id: 'w1' }),
					getResponseObject: () => response,
				} as unknown as IWebhookFunctions,
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

test.each<[string, DeliveryOptions]>([
	['n8n responds with 500', { status: 500 }],
	['the caller disconnects before the response', { disconnect: 'after' }],
	['the caller disconnects while the event is read', { disconnect: 'before' }],
])('an event does not count as delivered if %s', async (name, failure) => {
	expect(await deliver(name, failure)).toBe(true);
	expect(await deliver(name)).toBe(true);
	expect(await deliver(name)).toBe(false);
});

const body = Buffer.from('{}');
const unread = {
	rawBody: undefined as Buffer | undefined,
	async readRawBody() {
		this.rawBody = await Promise.resolve(body);
	},
};
const tooLarge = {
	readRawBody: async () => await Promise.reject(new Error('request entity too large')),
};

test.each([
	['that n8n has read', 'application/json', { rawBody: body }, body],
	['that n8n has not read', 'application/octet-stream', { ...unread }, body],
	['without a type', undefined, { ...unread }, body],
	['that n8n has consumed', 'Multipart/form-data; boundary=x', { ...unread }, undefined],
	['that cannot be read', 'application/octet-stream', tooLarge, undefined],
])('the raw body of a request %s', async (_, contentType, request, expected) => {
	const context = {
		getRequestObject: () => request,
		getHeaderData: () => ({ 'content-type': contentType }),
	};
	expect(await rawBodyOf(context as unknown as IWebhookFunctions)).toBe(expected);
});
