import { createHmac } from 'node:crypto';
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingAppApi } from '../../credentials/CodeHostingAppApi.credentials';
import { CodeHostingWebhookApi } from '../../credentials/CodeHostingWebhookApi.credentials';
import { CodeHostingWebhookTrigger } from '../../nodes/CodeHosting/CodeHostingWebhookTrigger.node';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { Clock } from '../services/kit/clock';
import { type NodeSetup } from './kit/executor';
import { byId } from './kit/locator';
import { startManagedWebhook, type ManagedWebhook } from './kit/managedWebhook';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';
import { activateWebhook, type Delivery, type DeliveryResult } from './kit/webhooks';

const nodeType = new CodeHostingWebhookTrigger();

const startRawServer = rawServersPerTest();

let code: CodeService;
let clock: Clock;
let warnings: jest.SpyInstance;
const started: ManagedWebhook[] = [];

beforeEach(async () => {
	clock = new Clock();
	code = await startCodeService({ clock });
	warnings = jest.spyOn(Container.get(Logger), 'warn').mockReturnValue();
});
afterEach(async () => {
	jest.restoreAllMocks();
	for (const webhook of started.splice(0)) await webhook.close();
	await code.close();
	clock.stop();
});

const helloWorld: INodeParameters = {
	webhook: 'create',
	authentication: 'token',
	source: 'repository',
	owner: byId('octo-org'),
	repository: byId('hello-world'),
	events: ['push', 'issues'],
};
const octoOrg: INodeParameters = {
	...helloWorld,
	source: 'organization',
	organization: byId('octo-org'),
};

const setupOf = (data: IDataObject = {}): NodeSetup => ({
	nodeType,
	credentials: {
		codeHostingApi: { type: new CodeHostingApi(), data: { ...code.credential.data, ...data } },
		codeHostingAppApi: { type: new CodeHostingAppApi(), data: { ...code.appCredential.data } },
	},
});

let workflowNumber = 0;
/** Each trigger gets its own workflow ID, because emitted keys are kept for the process. */
async function startTrigger(
	parameters: INodeParameters = {},
	setup = setupOf(),
): Promise<ManagedWebhook> {
	const webhook = await startManagedWebhook(
		setup,
		{ ...helloWorld, ...parameters },
		`managed-${++workflowNumber}`,
	);
	started.push(webhook);
	return webhook;
}

async function activeTrigger(...args: Parameters<typeof startTrigger>): Promise<ManagedWebhook> {
	const webhook = await startTrigger(...args);
	await webhook.activate();
	await code.webhooks.settled();
	return webhook;
}

const emit = async (event: string, payload: Record<string, unknown> = {}): Promise<string> => {
	const guid = code.emit({ event, payload });
	await code.webhooks.settled();
	return guid;
};
const push = { ref: 'refs/heads/main', commits: [] };

/** Emits an event that does not reach n8n. */
async function lostPush(): Promise<string> {
	code.settings.webhooksReachN8n = false;
	const guid = await emit('push', push);
	code.settings.webhooksReachN8n = true;
	return guid;
}

async function pollAndDeliver(trigger: ManagedWebhook): Promise<void> {
	await trigger.poll();
	await code.webhooks.settled();
}

/** Forgets what the process knows. What n8n has stored for the trigger remains. */
function restart(trigger: ManagedWebhook): void {
	jest.isolateModules(() => {
		const { CodeHostingWebhookTrigger: Restarted } = jest.requireActual<{
			CodeHostingWebhookTrigger: typeof CodeHostingWebhookTrigger;
		}>('../../nodes/CodeHosting/CodeHostingWebhookTrigger.node');
		trigger.setup = { ...trigger.setup, nodeType: new Restarted() };
	});
}

/** The status codes of all delivery attempts, by GUID. */
const attemptsOf = (guid: string) =>
	code.webhooks.log.filter((entry) => entry.guid === guid).map(({ status_code: code }) => code);

describe('creating and removing the webhook', () => {
	test.each([
		['/repos/octo-org/hello-world', 'a token', helloWorld],
		['/orgs/octo-org', 'a token', octoOrg],
		['/repos/octo-org/hello-world', 'an app', { ...helloWorld, authentication: 'app' }],
		['/orgs/octo-org', 'an app', { ...octoOrg, authentication: 'app' }],
	])('of %s, with %s', async (owner, _, parameters) => {
		const trigger = await activeTrigger(parameters);
		expect(code.webhooks.all).toMatchObject([
			{
				owner,
				active: true,
				events: ['issues', 'push'],
				config: {
					url: trigger.url,
					content_type: 'json',
					insecure_ssl: '0',
					secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				},
			},
		]);
		expect(await trigger.deactivate()).toBe(true);
		expect(code.webhooks.all).toEqual([]);
		expect(trigger.stored()).toEqual({});
	});

	test('keeps an existing webhook, and updates it if someone changed it', async () => {
		const trigger = await activeTrigger();
		const [webhook] = code.webhooks.all;
		const { secret } = webhook!.config;
		code.requests.clear();
		await trigger.activate();
		expect(code.requests.count('PATCH *') + code.requests.count('POST *')).toBe(0);
		webhook!.active = false;
		trigger.parameters = { ...trigger.parameters, events: ['*'] };
		await trigger.activate();
		expect(code.webhooks.all).toEqual([webhook]);
		expect(webhook).toMatchObject({ active: true, events: ['*'], config: { secret } });
	});

	test('moves the webhook if the repository was changed without a deactivation', async () => {
		const trigger = await activeTrigger();
		trigger.parameters = { ...trigger.parameters, repository: byId('spoon-knife') };
		await trigger.activate();
		expect(code.webhooks.all.map(({ owner }) => owner)).toEqual(['/repos/octo-org/spoon-knife']);
	});

	test('takes over a webhook with its URL, whose ID n8n did not store', async () => {
		const trigger = await activeTrigger();
		const [{ id, config }] = code.webhooks.all as [(typeof code.webhooks.all)[0]];
		const other = await startManagedWebhook(setupOf(), trigger.parameters, 'lost');
		started.push(other);
		config.url = other.url;
		const { secret } = config;
		await other.activate();
		expect(code.webhooks.all.map((webhook) => webhook.id)).toEqual([id]);
		expect(code.webhooks.all[0]!.config.secret).not.toBe(secret);
		await emit('push', push);
		expect(other.emitted).toHaveLength(1);
	});

	describe('leaves a webhook with another URL alone, for example in a copy of the database,', () => {
		const url = 'https://production.example.com/webhook/events';
		let copy: ManagedWebhook;
		beforeEach(async () => {
			copy = await activeTrigger();
			code.webhooks.all[0]!.config.url = url;
		});
		const urls = () => code.webhooks.all.map(({ config }) => config.url);
		const warning = expect.stringContaining(`calls ${url}, which is not the URL of this trigger`);

		test('and creates one of its own', async () => {
			const { secret } = code.webhooks.all[0]!.config;
			await copy.activate();
			expect(urls()).toEqual([url, copy.url]);
			expect(code.webhooks.all[0]!.config.secret).toBe(secret);
			expect(warnings.mock.calls[0]?.[0]).toEqual(warning);
		});

		test('and does not remove it', async () => {
			expect(await copy.deactivate()).toBe(true);
			expect(urls()).toEqual([url]);
			expect(warnings.mock.calls[0]?.[0]).toEqual(warning);
		});
	});

	test('a webhook that cannot be removed is logged', async () => {
		const trigger = await activeTrigger();
		code.faults.add({ on: 'DELETE *', status: 500 });
		expect(await trigger.deactivate()).toBe(false);
		expect(warnings.mock.calls[0]?.[0]).toMatch(
			/^Could not remove the webhook \/repos\/octo-org\/hello-world\/hooks\/\d+: .*Remove it in the settings/,
		);
		code.faults.clear();
		code.webhooks.all.splice(0);
		expect(await trigger.deactivate()).toBe(true);
	});

	test('a webhook at a previous base URL is left behind, which is logged', async () => {
		const server = await startRawServer();
		server.respond = (response, received, request) =>
			respondWithJson(received.method === 'GET' ? [] : { id: 7 })(response, received, request);
		const trigger = await activeTrigger();
		const { id } = code.webhooks.all[0]!;
		trigger.setup = setupOf({ baseUrl: server.url });
		await trigger.activate();
		expect(warnings.mock.calls.flat().join()).toContain(
			`hooks/${id} at ${code.url} was left behind`,
		);
		expect(trigger.stored().webhook).toMatchObject({ id: '7', address: server.url });
	});

	test('a webhook without an ID does not count as created', async () => {
		const server = await startRawServer();
		server.respond = (response, received, request) =>
			respondWithJson(received.method === 'GET' ? [] : {})(response, received, request);
		const trigger = await startTrigger({}, setupOf({ baseUrl: server.url }));
		await expect(trigger.activate()).rejects.toThrow('did not return the ID of the webhook');
		expect(trigger.stored()).toEqual({});
	});

	test.each([
		[404, {}, /could not find/, /admin rights.*Use an Existing Webhook/],
		[0, { events: ['membership'] }, /repositories do not receive the event membership/, /Source/],
		[0, { events: ['installation'] }, /do not receive the event installation/, /Existing Webhook/],
		[422, { events: ['no_such_event'] }, /no_such_event/, /N8N_WEBHOOK_URL/],
		[0, { events: [] }, /Events are required/, /Fill in the field/],
		[0, { repository: byId('') }, /Repository is required/, /Fill in the field/],
	])('explains why it failed: status %d, %j', async (status, parameters, message, hint) => {
		// GitHub hides webhooks from callers without admin rights.
		if (status === 404) code.faults.add({ on: '*/hooks', status });
		const errors = [{ resource: 'Hook', code: 'custom', message: 'no_such_event is unknown' }];
		const json = { message: 'Validation Failed', errors };
		if (status === 422) code.faults.add({ on: 'POST */hooks', status, json });
		const trigger = await startTrigger(parameters as INodeParameters);
		const error = await trigger.activate().then(
			() => undefined,
			(reason: Error & { description?: string }) => reason,
		);
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(hint);
		expect(code.webhooks.all).toEqual([]);
	});
});

let deliveryNumber = 0;
const sign = (body: Buffer, secret: string) =>
	`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
function signedDelivery(
	event: string,
	payload: unknown,
	secret = 'a secret of an existing webhook',
	more: Partial<Delivery> = {},
): Delivery {
	const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
	return {
		body,
		headers: {
			'content-type': 'application/json',
			'x-github-event': event,
			'x-github-delivery': `0b989ba4-242f-11e5-81e1-${String(++deliveryNumber).padStart(12, '0')}`,
			'x-hub-signature-256': sign(body, secret),
		},
		...more,
	};
}

describe('deliveries', () => {
	test('start the workflow with the event', async () => {
		const trigger = await activeTrigger();
		const guid = await emit('issues', { action: 'opened', issue: { number: 7 } });
		expect(trigger.emitted).toEqual([
			{
				json: {
					eventKey: `git.example.com:${guid}`,
					event: 'issues',
					action: 'opened',
					owner: 'octo-org',
					repository: 'hello-world',
					number: 7,
					deliveryId: guid,
					body: expect.objectContaining({
						action: 'opened',
						issue: { number: 7 },
						repository: expect.objectContaining({ full_name: 'octo-org/hello-world' }) as object,
					}) as object,
					headers: expect.objectContaining({ 'x-github-event': 'issues' }) as object,
				},
			},
		]);
		expect(JSON.stringify(trigger.emitted)).not.toContain('sha256=');
		expect(JSON.stringify(trigger.emitted)).not.toContain(code.webhooks.all[0]!.config.secret);
	});

	const existing = (parameters: INodeParameters = {}, secrets: IDataObject = {}) =>
		activateWebhook(
			{
				nodeType,
				credentials: {
					codeHostingWebhookApi: {
						type: new CodeHostingWebhookApi(),
						data: {
							secret: 'a secret of an existing webhook',
							previousSecret: '',
							...secrets,
						},
					},
				},
			},
			{ webhook: 'existing', events: ['*'], filters: {}, ...parameters },
			`existing-${++workflowNumber}`,
		);

	test('of an existing webhook are verified with the secrets of the credential', async () => {
		expect((await existing()(signedDelivery('push', push))).items).toHaveLength(1);
		const previous = signedDelivery('push', push, 'the previous secret');
		expect((await existing()(previous)).status).toBe(401);
		expect(
			(await existing({}, { previousSecret: 'the previous secret' })(previous)).items,
		).toHaveLength(1);
	});

	test('that contain a form are parsed', async () => {
		const form = new URLSearchParams({ payload: JSON.stringify({ action: 'opened' }) }).toString();
		const delivery = signedDelivery('issues', form);
		const { items } = await existing()({
			...delivery,
			headers: { ...delivery.headers, 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect(items?.[0]?.json.body).toEqual({ action: 'opened' });
	});

	test('that contain JSON are rejected as a form, which an outsider could hide in it', async () => {
		const json = JSON.stringify({ message: `&payload=${encodeURIComponent('{"forged":true}')}&` });
		const delivery = signedDelivery('push', json);
		const { status, items } = await existing()({
			...delivery,
			headers: { ...delivery.headers, 'content-type': 'application/x-www-form-urlencoded' },
		});
		expect([status, items]).toEqual([400, undefined]);
	});

	const odd = [null, {}, [], [null], 'text', 0, { login: null, base: [null], ref: {} }];
	test.each(
		[
			...['ref', 'ref_type', 'commits', 'head_commit', 'branches', 'action', 'sender'],
			...['repository', 'pull_request', 'workflow_run', 'check_run', 'deployment', 'release'],
		].map((field) => [field]),
	)('with any value of %s never fail', async (field) => {
		const filters = { actions: 'a', actors: '!b', branches: 'c', paths: 'd', repositories: 'e' };
		const deliver = existing({ filters });
		for (const event of ['push', 'status', 'create', 'pull_request'])
			for (const value of odd)
				expect((await deliver(signedDelivery(event, { [field]: value }))).status).toBe(200);
	});

	test.each<[string, IDataObject, string, string]>([
		['push', { commits: {} }, 'paths', 'commits'],
		['push', { commits: [null] }, 'paths', 'commits'],
		['push', { commits: [{ added: [null] }] }, 'paths', 'commits'],
		['push', { commits: [{ added: {} }] }, 'paths', 'commits'],
		['status', { branches: {} }, 'branches', 'branches'],
		['status', { branches: [null] }, 'branches', 'branches'],
	])(
		'of %s with %j are emitted in spite of the filter %s, and the log names the field %s',
		async (event, body, filter, field) => {
			const deliver = existing({ filters: { [filter]: 'docs' } });
			const { status, items } = await deliver(signedDelivery(event, body));
			expect([status, items?.length]).toEqual([200, 1]);
			expect(warnings.mock.calls.flat().join()).toContain(`did not check ${field} of an event`);
		},
	);

	test.each([
		['no event name', { 'x-github-event': undefined }],
		['no delivery ID', { 'x-github-delivery': undefined }],
		['an invalid delivery ID', { 'x-github-delivery': 'a b' }],
	])('with %s are rejected with 400', async (_, headers) => {
		const delivery = signedDelivery('push', push);
		expect(
			(await existing()({ ...delivery, headers: { ...delivery.headers, ...headers } })).status,
		).toBe(400);
	});

	test.each<[string, (delivery: Delivery) => Partial<Delivery>, IDataObject, RegExp]>([
		['no signature', () => ({ headers: {} }), {}, /^The request is not signed/],
		[
			'an SHA-1 signature only',
			({ body }) => ({ headers: { 'x-hub-signature': sign(body, 'x') } }),
			{},
			/^The request is not signed/,
		],
		[
			'another format',
			() => ({ headers: { 'x-hub-signature-256': 'sha256=AAAA' } }),
			{},
			/has an invalid format/,
		],
		['another secret', () => ({}), { secret: 'another secret' }, /^The signature does not match/],
		['no secret', () => ({}), { secret: '' }, /^The credential has no secret/],
		['no body', () => ({ withoutRawBody: true }), {}, /^The request has no body/],
	])(
		'that are not authentic are rejected, and test deliveries say why: %s',
		async (_, change, secrets, message) => {
			const delivery = signedDelivery('push', push);
			const forged = { ...delivery, ...change(delivery) };
			const rejected = async (mode: 'manual' | 'webhook'): Promise<DeliveryResult> =>
				await existing({}, secrets)({ ...forged, mode });
			expect(await rejected('webhook')).toEqual({ status: 401, body: { message: 'Unauthorized' } });
			const { status, body, items } = await rejected('manual');
			expect([status, items]).toEqual([401, undefined]);
			expect((body as { message: string }).message).toMatch(message);
			expect(JSON.stringify(body)).not.toMatch(/another secret|[0-9a-f]{64}/);
		},
	);

	test('are rejected while n8n has no secret', async () => {
		const deliver = activateWebhook(setupOf(), helloWorld, 'no-secret');
		const delivery = signedDelivery('push', push, '');
		expect((await deliver(delivery)).status).toBe(401);
		expect((await deliver({ ...delivery, mode: 'manual' })).body).toEqual({
			message: expect.stringMatching(/^n8n has no secret/) as string,
		});
	});
});

describe('lost deliveries', () => {
	test('while n8n is down are requested when it starts again, and emitted once', async () => {
		const trigger = await activeTrigger();
		const before = await emit('push', push);
		trigger.isReady = false;
		const rejected = await emit('push', push);
		code.settings.webhooksReachN8n = false;
		const unreachable = await emit('issues', { action: 'opened' });
		code.settings.webhooksReachN8n = true;
		trigger.isReady = true;
		await trigger.activate();
		await code.webhooks.settled();
		expect([before, rejected, unreachable].map(attemptsOf)).toEqual([
			[200],
			[503, 200],
			[502, 200],
		]);
		const keys = [before, rejected, unreachable].map((guid) => `git.example.com:${guid}`);
		expect(trigger.emitted.map(({ json }) => json.eventKey)).toEqual(keys);
		code.requests.clear();
		await trigger.poll();
		expect(code.requests.list('POST *')).toEqual([]);
		expect(code.requests.count('GET *')).toBe(2);
	});

	test('are requested if polls have durable cursors, for the webhook with the URL of n8n', async () => {
		const trigger = await startTrigger();
		trigger.hasDurableCursors = true;
		await trigger.activate();
		const [own] = code.webhooks.all;
		const url = `https://other.example.com${new URL(trigger.url).pathname}`;
		code.webhooks.all.unshift({ ...own!, id: 1, active: false, config: { ...own!.config, url } });
		const guid = await lostPush();
		code.requests.clear();
		await pollAndDeliver(trigger);
		expect(attemptsOf(guid)).toEqual([502, 200]);
		expect(code.requests.count('GET */hooks/1/*')).toBe(0);
	});

	test('are requested at most as often as Redeliveries allows, also after a restart', async () => {
		const trigger = await activeTrigger({ options: { redeliveries: 2 } });
		code.settings.webhooksReachN8n = false;
		const guid = await emit('push', push);
		for (let poll = 0; poll < 4; poll++) {
			await trigger.poll();
			await code.webhooks.settled();
		}
		expect(attemptsOf(guid)).toEqual([502, 502, 502]);
		expect(warnings.mock.calls.flat().join()).toMatch(/1 deliveries failed after 2 redeliveries/);
		restart(trigger);
		code.requests.clear();
		await trigger.poll();
		expect(code.requests.count('GET */deliveries')).toBe(1);
		expect(attemptsOf(guid)).toEqual([502, 502, 502]);
	});

	test.each([
		['Redeliveries is 0', { options: { redeliveries: 0 } }],
		['the webhook is not created by the trigger', { webhook: 'existing' }],
	])('are not requested if %s', async (_, parameters) => {
		const trigger = await activeTrigger();
		code.settings.webhooksReachN8n = false;
		await emit('push', push);
		code.requests.clear();
		trigger.parameters = { ...trigger.parameters, ...parameters } as INodeParameters;
		await trigger.poll();
		expect(code.requests.total).toBe(0);
	});

	test('in a long log are found, page by page, which the next check does not read again', async () => {
		const trigger = await activeTrigger({ events: ['push'] });
		trigger.hasDurableCursors = true;
		trigger.isReady = false;
		const lost = await emit('push', push);
		trigger.isReady = true;
		for (let index = 0; index < 250; index++) code.emit({ event: 'push', payload: push });
		await code.webhooks.settled();
		code.requests.clear();
		await trigger.poll();
		await code.webhooks.settled();
		expect(attemptsOf(lost)).toEqual([503, 200]);
		expect(code.requests.count('GET */deliveries')).toBe(3);
		expect(trigger.emitted).toHaveLength(251);
		await clock.advance(3_600_000);
		await trigger.poll();
		restart(trigger);
		code.requests.clear();
		await trigger.poll();
		expect(code.requests.count('GET */deliveries')).toBe(1);
	});

	test('that cannot be checked do not fail the trigger', async () => {
		const trigger = await activeTrigger();
		code.faults.add({ on: 'GET */deliveries', status: 500 });
		expect(await trigger.poll()).toBeNull();
		expect(warnings.mock.calls.flat().join()).toMatch(/Could not check for lost deliveries: /);
	});

	test.each([
		['that the service does not redeliver', { status: 422 }, false],
		['that the service fails to redeliver', { status: 500 }, true],
		['whose request gets no response', { drop: 'before' }, true],
	] as const)('%s never prevent others, also after a restart', async (_, fault, isLogged) => {
		const trigger = await activeTrigger();
		const [failing, first] = [await lostPush(), await lostPush()];
		const { id } = code.webhooks.log.find(({ guid }) => guid === failing)!;
		const repair = code.faults.add({ on: `POST */deliveries/${id}/attempts`, ...fault });
		await pollAndDeliver(trigger);
		expect(warnings.mock.calls.flat().join().includes(failing)).toBe(isLogged);
		const second = await lostPush();
		restart(trigger);
		await pollAndDeliver(trigger);
		expect([failing, first, second].map(attemptsOf)).toEqual([[502], [502, 200], [502, 200]]);
		repair();
		await pollAndDeliver(trigger);
		expect(attemptsOf(failing)).toEqual([502, 200]);
	});

	test('are counted in the log before the webhook is removed with its log', async () => {
		const trigger = await activeTrigger();
		code.settings.webhooksReachN8n = false;
		await emit('push', push);
		await trigger.deactivate();
		expect(code.webhooks.all).toEqual([]);
		expect(warnings.mock.calls.flat().join()).toContain('with 1 deliveries that did not reach n8n');
	});
});

test('the test of the secret rejects secrets that are easy to guess', async () => {
	const { webhookSecretTest } = new CodeHostingWebhookTrigger().methods.credentialTest;
	const test = async (secret: string) =>
		(await webhookSecretTest({ data: { secret } } as never)).status;
	expect(await Promise.all(['', 'short', ' padded secret text', 'x'.repeat(16)].map(test))).toEqual(
		['Error', 'Error', 'Error', 'OK'],
	);
});
