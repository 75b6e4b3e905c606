/**
 * Event keys and stored states of all triggers, as workflows have stored them. Both outlive an update
 * of the package: Remove Duplicates compares keys of earlier executions, and n8n passes the state of
 * the previous version to a trigger. Cases may be added, but no recorded value may change.
 */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../credentials/ActivityTrackingApi.credentials';
import { ActivityTrackingOAuth2Api } from '../../credentials/ActivityTrackingOAuth2Api.credentials';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { DocumentSearchApi } from '../../credentials/DocumentSearchApi.credentials';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { MediaGenerationApi } from '../../credentials/MediaGenerationApi.credentials';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { ActivityTrackingTrigger } from '../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import { ActivityTrackingUpdatesTrigger } from '../../nodes/ActivityTracking/ActivityTrackingUpdatesTrigger.node';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { CodeHostingWebhookTrigger } from '../../nodes/CodeHosting/CodeHostingWebhookTrigger.node';
import { DocumentSearchTrigger } from '../../nodes/DocumentSearch/DocumentSearchTrigger.node';
import { FinanceDataTrigger } from '../../nodes/FinanceData/FinanceDataTrigger.node';
import { FinanceDataUpdatesTrigger } from '../../nodes/FinanceData/FinanceDataUpdatesTrigger.node';
import { MediaGenerationTrigger } from '../../nodes/MediaGeneration/MediaGenerationTrigger.node';
import { TaskListTrigger } from '../../nodes/TaskList/TaskListTrigger.node';
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

const finance = (): NodeSetup['credentials'] => ({
	financeDataApi: {
		type: new FinanceDataApi(),
		data: {
			provider: 'other',
			baseUrl: server.url,
			clientId: 'client',
			clientSecret: 'secret',
			accessToken: 'token',
			version: '2024-08-31',
			vendor: 'Rutter',
		},
	},
});
const code = (): NodeSetup['credentials'] => ({
	codeHostingApi: {
		type: new CodeHostingApi(),
		data: { provider: 'other', baseUrl: server.url, token: 'token' },
	},
});

test.each([
	{
		name: 'activityTrackingUpdatesTrigger',
		nodeType: new ActivityTrackingUpdatesTrigger(),
		credentials: (): NodeSetup['credentials'] => ({
			activityTrackingApi: {
				type: new ActivityTrackingApi(),
				data: {
					provider: 'other',
					baseUrl: server.url,
					accessToken: 'token',
					interface: 'specified',
				},
			},
		}),
	},
	{ name: 'codeHostingTrigger', nodeType: new CodeHostingTrigger(), credentials: code },
	{
		name: 'financeDataUpdatesTrigger',
		nodeType: new FinanceDataUpdatesTrigger(),
		credentials: finance,
	},
	{
		name: 'taskListTrigger',
		nodeType: new TaskListTrigger(),
		credentials: (): NodeSetup['credentials'] => ({
			taskListApi: {
				type: new TaskListApi(),
				data: { provider: 'other', baseUrl: server.url, accessToken: 'token' },
			},
		}),
	},
])('polls of $name have the recorded event keys and states', async (trigger) => {
	const { name, nodeType, credentials } = trigger;
	const { parameters, polls } = readGolden<PollRecord>(name);
	const node = polling({ nodeType, credentials: credentials() }, parameters);
	for (const { now, responses, eventKeys, stored } of polls) {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse(now));
		respondWith(responses);
		expect(keysOf(await node.poll())).toEqual(eventKeys);
		expect(comparable(node.stored())).toEqual(stored);
	}
});

test.each([
	{
		name: 'activityTrackingTrigger',
		nodeType: new ActivityTrackingTrigger(),
		credentials: (): NodeSetup['credentials'] => ({
			activityTrackingOAuth2Api: {
				type: new ActivityTrackingOAuth2Api(),
				data: {
					provider: 'other',
					baseUrl: server.url,
					interface: 'specified',
					grantType: 'authorizationCode',
					authentication: 'body',
					clientId: '1',
					clientSecret: 'secret',
					oauthTokenData: { token_type: 'Bearer', access_token: 'token' },
				},
			},
		}),
	},
	{
		name: 'codeHostingWebhookTrigger',
		nodeType: new CodeHostingWebhookTrigger(),
		credentials: code,
		sign: (body: string, { webhook }: IDataObject) => ({
			'x-hub-signature-256': signatureOf(body, String((webhook as IDataObject).secret), 'hex'),
		}),
	},
	{
		name: 'documentSearchTrigger',
		nodeType: new DocumentSearchTrigger(),
		credentials: (): NodeSetup['credentials'] => ({
			documentSearchApi: {
				type: new DocumentSearchApi(),
				data: { provider: 'other', baseUrl: server.url, apiKey: 'key', scheme: 'Bearer' },
			},
		}),
	},
	{
		name: 'financeDataTrigger',
		nodeType: new FinanceDataTrigger(),
		credentials: finance,
		sign: (body: string) => ({ 'x-rutter-signature': signatureOf(body, 'secret', 'base64') }),
	},
	{
		name: 'mediaGenerationTrigger',
		nodeType: new MediaGenerationTrigger(),
		credentials: (): NodeSetup['credentials'] => ({
			mediaGenerationApi: {
				type: new MediaGenerationApi(),
				data: { baseUrl: server.url, authentication: 'bearer', apiKey: 'key' },
			},
		}),
	},
])('deliveries to $name have the recorded event keys', async (trigger) => {
	const { name, nodeType, credentials, sign } = trigger;
	const { parameters, activation, deliveries } = readGolden<DeliveryRecord>(name);
	const webhook = await startManagedWebhook(
		{ nodeType, credentials: credentials() },
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
