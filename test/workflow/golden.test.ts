/**
 * Event keys and stored states of all triggers, as workflows have stored them. Both outlive an update
 * of the package: Remove Duplicates compares keys of earlier executions, and n8n passes the state of
 * the previous version to a trigger. Cases may be added, but no recorded value may change.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { credentials, nodes } from '../contract/kit/pack';
import type { NodeSetup } from './kit/executor';
import { startManagedWebhook } from './kit/managedWebhook';
import { polling } from './kit/polling';
import { rawServersPerTest, type RawServer } from './kit/rawServer';

/** Bodies by method and path. Requests that are not listed get a 404. */
type Responses = Readonly<Record<string, unknown>>;

interface PollRecord {
	readonly parameters: INodeParameters;
	readonly polls: ReadonlyArray<{
		readonly now: string;
		readonly responses: Responses;
		readonly eventKeys: readonly unknown[];
		/** What n8n has stored after the poll. Without events, n8n stores only the first state. */
		readonly stored: IDataObject;
	}>;
}

interface DeliveryRecord {
	readonly parameters: INodeParameters;
	/** Requests of the activation. Without them, the trigger registers nothing. */
	readonly activation?: { readonly responses: Responses; readonly stored: IDataObject };
	readonly deliveries: ReadonlyArray<{
		readonly headers?: Readonly<Record<string, string>>;
		readonly body: unknown;
		readonly responses?: Responses;
		readonly status: number;
		readonly eventKeys: readonly unknown[];
	}>;
}

const readGolden = <T>(name: string): T =>
	JSON.parse(readFileSync(join(__dirname, 'golden', `${name}.json`), 'utf8')) as T;

const startServer = rawServersPerTest();
let server: RawServer;
beforeEach(async () => {
	server = await startServer();
});
afterEach(() => jest.restoreAllMocks());

function respondWith(responses: Responses, url = ''): void {
	server.respond = (response, { method, target }) => {
		const body = responses[`${method} ${target.split('?')[0]}`];
		response
			.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
			.end(JSON.stringify(body ?? {}).replaceAll('{trigger}', url));
	};
}

/** Replaces what is different in every run: ports, random secrets, and the ID of the process. */
const comparable = (stored: IDataObject, url = '{trigger}'): unknown =>
	JSON.parse(
		JSON.stringify(stored)
			.replaceAll(url, '{trigger}')
			.replaceAll(server.url, '{service}')
			.replaceAll(/"processId":"[^"]+"/g, '"processId":"{process}"')
			.replaceAll(/"secret":"[0-9a-f]{64}"/g, '"secret":"{secret}"'),
	);

/** Items of Code Hosting Trigger are identified by the ID that the service gives an event. */
const keysOf = (items: readonly INodeExecutionData[] = []): unknown[] =>
	items.map(({ json }) => json.eventKey ?? json.id);

/** A trigger of the pack with a credential of the given type. */
function setupOf(name: string, credentialType: string, data: IDataObject): NodeSetup {
	const { nodeType } = nodes.find(({ description }) => description.name === name)!;
	const { type } = credentials.find((one) => one.type.name === credentialType)!;
	const address = { provider: 'other', baseUrl: server.url };
	return { nodeType, credentials: { [credentialType]: { type, data: { ...address, ...data } } } };
}

const token = { accessToken: 'token' };
const finance = {
	...token,
	clientId: 'client',
	clientSecret: 'secret',
	version: '2024-08-31',
	vendor: 'Rutter',
};

test.each([
	['activityTrackingUpdatesTrigger', 'activityTrackingApi', { ...token, interface: 'specified' }],
	['codeHostingTrigger', 'codeHostingApi', { token: 'token' }],
	['financeDataUpdatesTrigger', 'financeDataApi', finance],
	['taskListTrigger', 'taskListApi', token],
])('polls of %s have the recorded event keys and states', async (name, type, data) => {
	const { parameters, polls } = readGolden<PollRecord>(name);
	const node = polling(setupOf(name, type, data), parameters);
	for (const { now, responses, eventKeys, stored } of polls) {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
		respondWith(responses);
		expect(keysOf(await node.poll())).toEqual(eventKeys);
		expect(comparable(node.stored())).toEqual(stored);
	}
});

type Sign = (body: string, stored: IDataObject) => Record<string, string>;

const ofCodeHosting: Sign = (body, { webhook }) => ({
	'x-hub-signature-256': signatureOf(body, String((webhook as IDataObject).secret), 'hex'),
});
const ofFinanceData: Sign = (body) => ({
	'x-rutter-signature': signatureOf(body, 'secret', 'base64'),
});
const oAuth2 = {
	interface: 'specified',
	grantType: 'authorizationCode',
	authentication: 'body',
	clientId: '1',
	clientSecret: 'secret',
	oauthTokenData: { token_type: 'Bearer', access_token: 'token' },
};

test.each<[string, string, IDataObject, Sign | undefined]>([
	['activityTrackingTrigger', 'activityTrackingOAuth2Api', oAuth2, undefined],
	['codeHostingWebhookTrigger', 'codeHostingApi', { token: 'token' }, ofCodeHosting],
	['documentSearchTrigger', 'documentSearchApi', { apiKey: 'key', scheme: 'Bearer' }, undefined],
	['financeDataTrigger', 'financeDataApi', finance, ofFinanceData],
	[
		'mediaGenerationTrigger',
		'mediaGenerationApi',
		{ authentication: 'bearer', apiKey: 'key' },
		undefined,
	],
])('deliveries to %s have the recorded event keys', async (name, type, data, sign) => {
	const { parameters, activation, deliveries } = readGolden<DeliveryRecord>(name);
	const webhook = await startManagedWebhook(
		setupOf(name, type, data),
		parameters,
		`golden-${name}`,
	);
	try {
		if (activation) {
			respondWith(activation.responses, webhook.url);
			await webhook.activate();
			expect(comparable(webhook.stored(), webhook.url)).toEqual(activation.stored);
		}
		for (const { headers, body, responses = {}, status, eventKeys } of deliveries) {
			respondWith(responses, webhook.url);
			const text = JSON.stringify(body);
			const result = await webhook.deliver({
				body: Buffer.from(text),
				headers: {
					'content-type': 'application/json',
					...headers,
					...sign?.(text, webhook.stored()),
				},
			});
			expect([result.status, keysOf(result.items)]).toEqual([status, eventKeys]);
		}
	} finally {
		await webhook.close();
	}
});

const signatureOf = (body: string, secret: string, encoding: 'hex' | 'base64'): string =>
	`sha256=${createHmac('sha256', secret).update(body).digest(encoding)}`;
