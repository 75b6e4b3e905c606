// Server-sent events of Unikraft Cloud, as its public clients read them: unikraft-cloud/js-sdk,
// src/api/platform/audit.gen.ts and src/core/http.ts (6fe94b5).
import type { ServerResponse } from 'node:http';
import { InstanceCloudApi } from '../../../credentials/InstanceCloudApi.credentials';
import { InstanceCloud } from '../../../nodes/InstanceCloud/InstanceCloud.node';
import { operationRunner } from '../kit/executor';
import { useProviderHosts } from '../kit/providerHosts';
import type { Responder } from '../kit/rawServer';

const hosts = useProviderHosts();
const run = operationRunner(new InstanceCloud(), () => ({
	instanceCloudApi: {
		type: new InstanceCloudApi(),
		data: { provider: 'unikraftCloud', metro: 'fra', token: 'token' },
	},
}));

const uuid = '69b31ad2-7d28-4a19-85ab-f0a3a11f5c31';
const stateChange = (state: string) => ({
	type: 'vm.state_change',
	timestamp: '2026-11-29T01:00:00Z',
	object: { type: 'i', uuid },
	attribution: { operation: 'o', kind: 'start', trigger: 'observed', origin: 'api' },
	data: { prev: 'starting', new: state },
});
const block = (event: object): string => `data: ${JSON.stringify(event)}\n\n`;

/** Sends the texts one after the other, and then keeps the connection open, or ends it. */
const stream =
	(texts: readonly string[], isOpen: boolean): Responder =>
	async (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		for (const text of texts) await write(response, text);
		if (!isOpen) response.end();
	};
const write = async (response: ServerResponse, text: string) =>
	await new Promise((resolve) => response.write(text, () => setTimeout(resolve, 5)));

const listen = async (options: object = {}) =>
	await run('instance', 'getEvents', { options: { listenFor: 20, ...options } });

test('each event is an item, whatever its line ends and wherever the chunks end', async () => {
	const failed = {
		type: 'vm.start_failed',
		object: { type: 'i', uuid },
		data: { error: 'EDQUOT' },
	};
	const text = [
		': keep-alive\n\n',
		`event: vm.state_change\r\nid: 1\r\ndata: ${JSON.stringify(stateChange('rünning'))}\r\n\r\n`,
		block(failed),
		'event: gap\ndata: {}\n\n',
	].join('');
	const bytes = Buffer.from(text);
	const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
		bytes.subarray(at * 7, at * 7 + 7),
	);
	hosts.server.respond = async (response) => {
		response.writeHead(200, { 'content-type': 'text/event-stream' });
		for (const chunk of chunks) await new Promise((done) => response.write(chunk, done));
		response.end();
	};
	const { items, error } = await listen();
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([stateChange('rünning'), failed, { type: 'gap' }]);
});

test('the filters are sent, separated by commas', async () => {
	hosts.server.respond = stream([], false);
	await listen({
		eventTypes: ['vm.state_change', 'vm.start_failed'],
		instanceUuids: uuid,
		instanceTags: 'web, blue',
	});
	const { target } = hosts.server.received[0]!;
	expect(Object.fromEntries(new URL(target, 'https://service').searchParams)).toEqual({
		events: 'vm.state_change,vm.start_failed',
		uuid,
		tags: 'web,blue',
	});
	expect(target).toMatch(/^\/v1\/audit\?/);
});

test('an open stream ends after Maximum Events', async () => {
	hosts.server.respond = stream(
		['a', 'b', 'c'].map((state) => block(stateChange(state))),
		true,
	);
	const { items } = await listen({ maximumEvents: 2 });
	expect(items.map(({ json }) => json.data)).toEqual([
		{ prev: 'starting', new: 'a' },
		{ prev: 'starting', new: 'b' },
	]);
});

test('an open stream ends after Listen For, with the events until then', async () => {
	hosts.server.respond = stream([block(stateChange('running'))], true);
	const { items, error } = await listen({ listenFor: 1 });
	expect(error).toBeUndefined();
	expect(items).toHaveLength(1);
});

test('a response that is no stream of events fails', async () => {
	hosts.server.respond = stream(['data: {"type":\n\n'], false);
	const { error } = await listen();
	expect(error?.message).toBe('The response is not a stream of events');
});
