// Workflows with Activity Tracking Trigger that share the push subscription of an application.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Container } from '@n8n/di';
import { Logger } from '@n8n/backend-common';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingOAuth2Api } from '../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTrackingTrigger } from '../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import {
	type JoinedWorkflow,
	maxJoined,
	maxMessageBytes,
	type Message,
	messageKey,
	signatureHeader,
	signMessage,
} from '../../nodes/ActivityTracking/trigger/sharedMessages';
import { cancellableSleep } from '../../nodes/engine/limits/sleep';
import type { PushEvent } from '../services/activityTracking/pushSubscriptions';
import { FIRST_ACTIVITY, OWN_ATHLETE } from '../services/activityTracking/seedData';
import { type ActivityService, startActivityService } from '../services/activityTracking/service';
import { LOCAL_CLIENT } from '../services/activityTracking/tokens';
import { seededIntegers } from '../services/kit/random';
import { type ActiveTrigger, type DeliveryResult, managedWebhook } from './kit/webhooks';

jest.mock('../../nodes/engine/limits/sleep', () => ({
	cancellableSleep: jest.fn(),
}));

interface Received {
	path: string;
	method: string;
	body: string;
	status: number;
}

/** A workflow with the trigger, which n8n serves at a path. */
interface SharingWorkflow extends ActiveTrigger {
	readonly url: string;
	/** Event keys that started an execution. */
	readonly keys: string[];
}

type Handler = (body: string) => Pick<DeliveryResult, 'status' | 'body'>;

let tracking: ActivityService;
let server: Server;
let origin: string;
/** What the server serves. Other paths return 404, as n8n does for inactive workflows. */
let served: Map<string, SharingWorkflow | Handler>;
let received: Received[];
let created = 0;

beforeEach(async () => {
	tracking = await startActivityService();
	served = new Map();
	received = [];
	server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const url = new URL(request.url!, origin);
			const method = request.method as 'GET' | 'POST';
			const body = Buffer.concat(chunks);
			const target = served.get(url.pathname);
			const respond = async (): Promise<Pick<DeliveryResult, 'status' | 'body'>> => {
				if (!target) return { status: 404, body: { message: 'not registered' } };
				if (typeof target === 'function') return target(body.toString());
				const query = Object.fromEntries(url.searchParams);
				const result = await target.deliver({ method, query, body, headers: request.headers });
				for (const { json } of result.items ?? []) target.keys.push(String(json.eventKey));
				return result;
			};
			void respond().then(({ status, body: reply }) => {
				received.push({ path: url.pathname, method, body: body.toString(), status });
				response.writeHead(status, { 'content-type': 'application/json' });
				response.end(JSON.stringify(reply));
			});
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	jest
		.mocked(cancellableSleep)
		.mockReset()
		.mockImplementation(async () => await new Promise(setImmediate));
});
afterEach(async () => {
	jest.restoreAllMocks();
	server.close();
	await tracking.close();
});

const allEvents = ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked'];

function createWorkflow(
	parameters: INodeParameters = {},
	path = `/webhook/${++created}/events`,
	base = origin,
): SharingWorkflow {
	const url = base + path;
	const trigger = managedWebhook(
		{
			nodeType: new ActivityTrackingTrigger(),
			credentials: {
				activityTrackingOAuth2Api: {
					type: new ActivityTrackingOAuth2Api(),
					data: tracking.oAuth2 as IDataObject,
				},
			},
		},
		{ events: allEvents, options: {}, ...parameters },
		url,
		`sharing-${++created}`,
	);
	const workflow = { ...trigger, url, keys: [] };
	served.set(path, workflow);
	return workflow;
}

async function startWorkflows(count: number): Promise<SharingWorkflow[]> {
	const workflows = Array.from({ length: count }, () => createWorkflow());
	for (const workflow of workflows) await workflow.activate();
	return workflows;
}

/** Deactivates a workflow. n8n removes its URL afterwards. */
async function stop(workflow: SharingWorkflow): Promise<void> {
	expect(await workflow.deactivate()).toBe(true);
	kill(workflow);
}

/** n8n loses a workflow without deactivating it. */
const kill = ({ url }: SharingWorkflow): boolean => served.delete(new URL(url).pathname);

let eventTime = 1_769_846_400;
/** Pushes an update of an activity. Returns its event key. */
async function push(more: Partial<PushEvent> = {}): Promise<string> {
	const event: PushEvent = {
		object_type: 'activity',
		object_id: FIRST_ACTIVITY,
		aspect_type: 'update',
		owner_id: OWN_ATHLETE,
		event_time: ++eventTime,
		...more,
	};
	await tracking.subscriptions.push(event);
	return `${event.owner_id}:${event.object_id}:activityUpdated:${event.event_time}`;
}

/** Delivers the creation of an activity as the service sends it. */
const deliverEvent = async (
	workflow: SharingWorkflow,
	object_id: number,
	owner_id = OWN_ATHLETE,
): Promise<DeliveryResult> =>
	await workflow.deliver({ headers: {}, body: Buffer.from(creationOf(object_id, owner_id)) });

const creationOf = (object_id: number, owner_id = OWN_ATHLETE): string =>
	JSON.stringify({
		object_type: 'activity',
		object_id,
		aspect_type: 'create',
		owner_id,
		event_time: eventTime,
		subscription_id: tracking.subscriptions.current!.id,
	});

/** Waits for what happens in the background after a response, at most until the test times out. */
const until = async (condition: () => boolean): Promise<void> => {
	const current = server;
	while (current.listening && !condition()) await new Promise(setImmediate);
};
const untilReceived = async (key: string, ...workflows: SharingWorkflow[]): Promise<void> =>
	await until(() => workflows.every(({ keys }) => keys.includes(key)));

const callbackUrl = () => tracking.subscriptions.current?.callbackUrl;
const joinedUrls = ({ staticData }: SharingWorkflow) =>
	((staticData().joined ?? []) as JoinedWorkflow[]).map(({ url }) => url);
const requestsTo = ({ url }: SharingWorkflow) =>
	received.filter(({ path }) => path === new URL(url).pathname);

const key = () => messageKey(LOCAL_CLIENT as unknown as IDataObject);

/** Delivers a message as another workflow with the same application would send it. */
async function deliverMessage(
	workflow: SharingWorkflow,
	message: Message,
	{ to = workflow.url, time = Date.now(), secret = key(), edit = (body: Buffer) => body } = {},
): Promise<DeliveryResult> {
	const { body, signature } = signMessage(secret, to, message, time);
	const headers = { [signatureHeader]: signature };
	return await workflow.deliver({ body: edit(body), headers });
}

const resultOf = ({ body }: DeliveryResult) => (body as IDataObject).result;

const entry = (more: Partial<JoinedWorkflow> = {}): JoinedWorkflow => ({
	url: `${origin}/webhook/joined/events`,
	athleteId: String(OWN_ATHLETE),
	joinedAt: Date.now(),
	...more,
});
const join = (more: Partial<JoinedWorkflow> = {}): Message => ({
	type: 'join',
	workflow: entry(more),
});

describe('join', () => {
	test('a second workflow receives the events of the subscription, too', async () => {
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		expect(callbackUrl()).toBe(host.url);
		expect(second.staticData()).toEqual({ athleteId: String(OWN_ATHLETE) });
		const event = await push();
		await untilReceived(event, host, second);
		expect([host.keys, second.keys]).toEqual([[event], [event]]);
	});

	test('each workflow has its own filter', async () => {
		const host = createWorkflow({ events: ['activityDeleted'] });
		const second = createWorkflow({ events: ['activityUpdated'] });
		const third = createWorkflow({ events: ['activityCreated'] });
		for (const workflow of [host, second, third]) await workflow.activate();
		const event = await push();
		await untilReceived(event, second);
		await until(() => requestsTo(third).some(({ body }) => body.includes('object_id')));
		expect([host.keys, third.keys]).toEqual([[], []]);
	});

	test('is repeated when n8n activates the workflow again', async () => {
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		await second.activate();
		expect(joinedUrls(host)).toEqual([second.url]);
	});

	test('is repeated until n8n has stored it', async () => {
		const host = createWorkflow();
		await host.activate();
		jest.mocked(cancellableSleep).mockImplementationOnce(async () => {
			await Promise.resolve(delete host.staticData().joined);
		});
		const second = createWorkflow();
		await second.activate();
		expect(joinedUrls(host)).toEqual([second.url]);
		expect(cancellableSleep).toHaveBeenCalledTimes(2);
	});

	test('a workflow gets the subscription if the workflow that it joins stops in the meantime', async () => {
		const host = createWorkflow();
		await host.activate();
		jest.mocked(cancellableSleep).mockImplementationOnce(async () => await stop(host));
		const second = createWorkflow();
		await second.activate();
		expect(callbackUrl()).toBe(second.url);
		expect(second.staticData()).toMatchObject({
			subscriptionId: String(tracking.subscriptions.current!.id),
		});
		const event = await push();
		await untilReceived(event, second);
		await stop(second);
		expect(callbackUrl()).toBeUndefined();
	});

	test('a workflow joins the workflow that takes over the subscription in the meantime', async () => {
		const [host, third] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		jest.mocked(cancellableSleep).mockImplementationOnce(async () => await stop(host));
		const second = createWorkflow();
		await second.activate();
		expect(callbackUrl()).toBe(third.url);
		expect(joinedUrls(third)).toEqual([second.url]);
		const event = await push();
		await untilReceived(event, second, third);
	});

	test('that n8n never stores is an error', async () => {
		const host = createWorkflow();
		await host.activate();
		jest.mocked(cancellableSleep).mockImplementation(async () => {
			await Promise.resolve(delete host.staticData().joined);
		});
		await expect(createWorkflow().activate()).rejects.toMatchObject({
			message: expect.stringContaining('did not store') as string,
			description: 'Start the trigger again.',
		});
	});

	test('a workflow whose public URL has changed does not join itself', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		const path = new URL(host.url).pathname;
		const moved = createWorkflow({}, path, origin.replace('127.0.0.1', 'localhost'));
		await expect(moved.activate()).rejects.toMatchObject({
			description: expect.stringContaining('Replace Existing Subscription') as string,
		});
		expect(moved.staticData().joined).toBeUndefined();
	});

	test('two workflows that are activated at the same time share one subscription', async () => {
		const workflows = [createWorkflow(), createWorkflow()];
		await Promise.all(workflows.map(async (workflow) => await workflow.activate()));
		const event = await push();
		await untilReceived(event, ...workflows);
		expect(workflows.map(({ url }) => url)).toContain(callbackUrl());
	});

	test('another app with the application receives no message', async () => {
		served.set('/app', () => ({ status: 200, body: { 'hub.challenge': 'echo' } }));
		tracking.subscriptions.current = { id: 5, callbackUrl: `${origin}/app` };
		await expect(createWorkflow().activate()).rejects.toMatchObject({
			message: expect.stringContaining('already has a push subscription') as string,
			description: expect.stringContaining('Replace Existing Subscription') as string,
		});
		expect(received.map(({ method }) => method)).toEqual(['GET']);
		expect(callbackUrl()).toBe(`${origin}/app`);
	});

	test('a subscription of a workflow that n8n does not run is not shared', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		kill(host);
		await expect(createWorkflow().activate()).rejects.toThrow('already has a push subscription');
	});

	test('the test URL neither joins nor is joined', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		await expect(createWorkflow().activate('manual')).rejects.toThrow('already has');
		expect(joinedUrls(host)).toEqual([]);
		const { body, signature } = signMessage(key(), host.url, join(), Date.now());
		const headers = { [signatureHeader]: signature };
		expect((await host.deliver({ body, headers, mode: 'manual' })).status).toBe(403);
		expect(joinedUrls(host)).toEqual([]);
	});

	test('the number of workflows is limited', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		for (let number = 0; number < maxJoined; number++)
			expect(resultOf(await deliverMessage(host, join({ url: `${origin}/${number}` })))).toBe(
				'added',
			);
		await expect(createWorkflow().activate()).rejects.toMatchObject({
			message: `20 other workflows already share the push subscription for ${host.url}`,
		});
		expect(joinedUrls(host)).toHaveLength(maxJoined);
	});

	test.each([
		['a URL in a private network', 'https://10.0.0.1/webhook/1/events'],
		['a URL without HTTPS', 'http://example.com/webhook/1/events'],
		['a file', 'file:///etc/passwd'],
		['its own URL', 'https://n8n.example.com/webhook/own/events'],
		['a long URL', `https://n8n.example.com/${'a'.repeat(2048)}`],
	])('a public n8n rejects %s', async (_, url) => {
		const host = createWorkflow({}, '/webhook/own/events', 'https://n8n.example.com');
		expect(resultOf(await deliverMessage(host, join({ url })))).toBe('rejected');
		expect(host.staticData()).toEqual({});
	});

	test('a public n8n accepts another public URL', async () => {
		const host = createWorkflow({}, '/webhook/own/events', 'https://n8n.example.com');
		const url = 'https://93.184.216.34/webhook/1/events';
		expect(resultOf(await deliverMessage(host, join({ url })))).toBe('added');
	});
});

describe('events', () => {
	test('of another athlete are forwarded to the workflows of that athlete', async () => {
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		const events: string[] = [];
		served.set('/athlete', (body) => {
			events.push(body);
			return { status: 200, body: {} };
		});
		const athleteId = String(OWN_ATHLETE + 1);
		await deliverMessage(host, join({ url: `${origin}/athlete`, athleteId }));
		await push({ owner_id: OWN_ATHLETE + 1 });
		await until(() => events.length === 1);
		await push({ owner_id: OWN_ATHLETE + 2 });
		await untilReceived(await push(), second);
		expect(events).toHaveLength(1);
	});

	test('that the service disproves are not forwarded', async () => {
		const [, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		await push({ updates: { title: 'Another title' } });
		await push({ aspect_type: 'delete' });
		const event = await push();
		await untilReceived(event, second);
		const bodies = requestsTo(second).filter(({ method }) => method === 'POST');
		expect(bodies).toHaveLength(1);
		expect(second.keys).toEqual([event]);
	});

	test('of other athletes count toward the confirmations', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 31));
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		served.set('/athlete', () => ({ status: 200, body: {} }));
		const athleteId = String(OWN_ATHLETE + 1);
		await deliverMessage(host, join({ url: `${origin}/athlete`, athleteId }));
		const statuses: number[] = [];
		for (let number = 1; number <= 52; number++)
			statuses.push((await deliverEvent(host, number, OWN_ATHLETE + 1)).status);
		expect(statuses.slice(49)).toEqual([200, 503, 503]);
	});

	test('that cannot be confirmed are forwarded at most ten times per quarter of an hour', async () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 31));
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		for (let number = 1; number <= 30; number++) await deliverEvent(host, number);
		await untilReceived(await push(), host, second);
		const forwarded = requestsTo(second).filter(({ status }) => status === 422);
		expect(forwarded).toHaveLength(10);
	});

	test('are forwarded again while the other workflow cannot confirm them', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		const statuses = [503, 503, 200];
		served.set('/busy', () => ({ status: statuses.shift() ?? 500, body: {} }));
		await deliverMessage(host, join({ url: `${origin}/busy` }));
		await push();
		await until(() => statuses.length === 0);
		expect(jest.mocked(cancellableSleep).mock.calls).toEqual([[5_000], [60_000]]);
	});

	test('a workflow that no longer exists is removed and does not affect the others', async () => {
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		const workflows = await startWorkflows(3);
		const [host, dead, third] = workflows as [SharingWorkflow, SharingWorkflow, SharingWorkflow];
		kill(dead);
		await untilReceived(await push(), host, third);
		await until(() => joinedUrls(host).length === 1);
		expect(joinedUrls(host)).toEqual([third.url]);
		const attempts = requestsTo(dead).filter(({ status }) => status === 404);
		expect(attempts).toHaveLength(3);
		expect(warn).toHaveBeenCalledTimes(1);
		await untilReceived(await push(), third);
		expect(requestsTo(dead).filter(({ status }) => status === 404)).toHaveLength(3);
	});

	test('reach a workflow even if n8n has lost the list, which is stored again', async () => {
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		delete host.staticData().joined;
		await untilReceived(await push(), second);
		await until(() => joinedUrls(host).length === 1);
		expect(joinedUrls(host)).toEqual([second.url]);
	});

	test('the response to the service does not wait for the other workflows', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		const stalled = createServer(() => undefined).listen(0, '127.0.0.1');
		await once(stalled, 'listening');
		const { port } = stalled.address() as AddressInfo;
		await deliverMessage(host, join({ url: `http://127.0.0.1:${port}/` }));
		const event = await push();
		expect(host.keys).toEqual([event]);
		stalled.closeAllConnections();
		stalled.close();
	});
});

describe('leave and hand over', () => {
	test('a deactivated workflow receives no more events', async () => {
		const workflows = await startWorkflows(3);
		const [host, second, third] = workflows as [SharingWorkflow, SharingWorkflow, SharingWorkflow];
		await stop(second);
		expect(joinedUrls(host)).toEqual([third.url]);
		await untilReceived(await push(), host, third);
		expect(second.keys).toEqual([]);
		expect(callbackUrl()).toBe(host.url);
	});

	test('the next workflow takes over the subscription, and the others remain', async () => {
		const workflows = await startWorkflows(3);
		const [host, second, third] = workflows as [SharingWorkflow, SharingWorkflow, SharingWorkflow];
		await stop(host);
		expect(callbackUrl()).toBe(second.url);
		expect(second.staticData().subscriptionId).toBe(String(tracking.subscriptions.current!.id));
		const event = await push();
		await untilReceived(event, second, third);
		expect(host.keys).toEqual([]);
		// The first workflow is activated again and joins.
		served.set(new URL(host.url).pathname, host);
		await host.activate();
		expect(callbackUrl()).toBe(second.url);
		await untilReceived(await push(), host, second, third);
		for (const workflow of [second, third, host]) await stop(workflow);
		expect(callbackUrl()).toBeUndefined();
	});

	test('a workflow that n8n does not run is skipped', async () => {
		const workflows = await startWorkflows(3);
		const [host, dead, third] = workflows as [SharingWorkflow, SharingWorkflow, SharingWorkflow];
		kill(dead);
		await stop(host);
		expect(callbackUrl()).toBe(third.url);
		await untilReceived(await push(), third);
	});

	test('workflows of the same n8n take over first', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		const far = createWorkflow({}, undefined, origin.replace('127.0.0.1', 'localhost'));
		await far.activate();
		const near = createWorkflow();
		await near.activate();
		expect(joinedUrls(host)).toEqual([far.url, near.url]);
		await stop(host);
		expect(callbackUrl()).toBe(near.url);
		await untilReceived(await push(), near, far);
	});

	test('a response without a proof does not count', async () => {
		const [host] = (await startWorkflows(1)) as [SharingWorkflow];
		served.set('/fake', () => ({ status: 200, body: { result: 'created', proof: 'abc' } }));
		await deliverMessage(host, join({ url: `${origin}/fake` }));
		const second = createWorkflow();
		await second.activate();
		await stop(host);
		expect(received.some(({ path }) => path === '/fake')).toBe(true);
		expect(callbackUrl()).toBe(second.url);
	});

	test('a warning is logged if no workflow can take over', async () => {
		const [host, dead] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		kill(dead);
		const warn = jest.spyOn(Container.get(Logger), 'warn');
		await stop(host);
		expect(callbackUrl()).toBeUndefined();
		expect(warn.mock.calls.map(([message]) => message)).toEqual([
			expect.stringContaining('None of the 1 workflows'),
		]);
		// n8n starts the workflow again.
		served.set(new URL(dead.url).pathname, dead);
		await dead.activate();
		expect(callbackUrl()).toBe(dead.url);
	});

	test('a workflow that finds another subscription when it should take over joins it', async () => {
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		const other = createWorkflow();
		tracking.subscriptions.current = undefined;
		await other.activate();
		expect(resultOf(await deliverMessage(second, { type: 'takeOver', joined: [] }))).toBe('joined');
		expect(joinedUrls(other)).toEqual([second.url]);
		await stop(host);
		expect(callbackUrl()).toBe(other.url);
	});

	test('a subscription that arrives during the deactivation is deleted, too', async () => {
		const [host, second] = (await startWorkflows(2)) as [SharingWorkflow, SharingWorkflow];
		tracking.subscriptions.current = undefined;
		jest.mocked(cancellableSleep).mockImplementationOnce(async () => {
			await deliverMessage(second, { type: 'takeOver', joined: [] });
		});
		await stop(second);
		expect(callbackUrl()).toBeUndefined();
		await stop(host);
	});
});

describe('invalid messages change nothing', () => {
	const forgeries: Array<[string, Parameters<typeof deliverMessage>[2]]> = [
		['signed with another secret', { secret: messageKey({ clientSecret: 'guessed' }) }],
		['signed with an empty secret', { secret: '' }],
		['signed with the bare secret', { secret: LOCAL_CLIENT.clientSecret }],
		['from six minutes ago', { time: Date.now() - 6 * 60_000 }],
		['from the future', { time: Date.now() + 6 * 60_000 }],
		['for another workflow', { to: 'http://127.0.0.1:1/webhook/other/events' }],
		['without a recipient', { to: '' }],
		['with a changed body', { edit: (body) => Buffer.from(body.toString().replace(':', ': ')) }],
		['without a body', { edit: () => Buffer.alloc(0) }],
	];
	const messages = (): Message[] => [
		join(),
		{ type: 'leave', url: `${origin}/webhook/stays/events`, leftAt: Date.now() + 1_000 },
		{ type: 'takeOver', joined: [entry()] },
		{
			type: 'event',
			event: creationOf(FIRST_ACTIVITY),
		},
	];
	let host: SharingWorkflow;
	let before: string;

	beforeEach(async () => {
		host = createWorkflow();
		await host.activate();
		await deliverMessage(host, join({ url: `${origin}/webhook/stays/events` }));
		before = JSON.stringify([host.staticData(), tracking.subscriptions.current]);
		tracking.requests.clear();
	});
	const expectNoChange = ({ status, items }: DeliveryResult): void => {
		expect([status, items]).toEqual([403, undefined]);
		expect(JSON.stringify([host.staticData(), tracking.subscriptions.current])).toBe(before);
		expect(tracking.requests.total).toBe(0);
	};

	test.each(forgeries)('%s', async (_, options) => {
		for (const message of messages()) expectNoChange(await deliverMessage(host, message, options));
	});

	test('of more than 64 KiB', async () => {
		const padding = 'a'.repeat(maxMessageBytes);
		for (const message of messages()) {
			const padded = { ...message, padding };
			expectNoChange(await deliverMessage(host, padded));
		}
	});

	test('of an unknown type', async () => {
		expectNoChange(await deliverMessage(host, { type: 'stop' } as unknown as Message));
	});

	test.each([
		{ type: 'join', workflow: { url: 1, athleteId: '1', joinedAt: 1 } },
		{ type: 'join', workflow: {} },
		{ type: 'join' },
		{ type: 'leave', url: 'https://example.com' },
		{ type: 'takeOver' },
		{ type: 'takeOver', joined: [{}] },
		{ type: 'event' },
	])('%j', async (message) => {
		expectNoChange(await deliverMessage(host, message as unknown as Message));
	});

	test('with a changed byte', async () => {
		const random = seededIntegers(20261122);
		for (const message of messages()) {
			const { body, signature } = signMessage(key(), host.url, message, Date.now());
			for (let count = 0; count < 50; count++) {
				const changed = Buffer.from(body);
				changed[random(body.length)]! ^= 1 << random(8);
				expectNoChange(
					await host.deliver({ body: changed, headers: { [signatureHeader]: signature } }),
				);
			}
		}
	});

	test.each([undefined, '', 'sha256=', ['sha256=', 'sha256=']])(
		'with the signature %j',
		async (signature) => {
			const { body } = signMessage(key(), host.url, join(), Date.now());
			const { status } = await host.deliver({
				body,
				headers: { [signatureHeader]: signature },
			});
			expect(status).toBe(signature === undefined ? 400 : 403);
			expect(JSON.stringify([host.staticData(), tracking.subscriptions.current])).toBe(before);
		},
	);

	test('a recorded message to leave does not remove a workflow that joined again', async () => {
		const second = createWorkflow();
		await second.activate();
		await second.deactivate();
		const recorded = received.filter(({ body }) => body.includes('"leave"'));
		expect(recorded).toHaveLength(1);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 1_000);
		await second.activate();
		const { message } = JSON.parse(recorded[0]!.body) as { message: Message };
		expect(resultOf(await deliverMessage(host, message))).toBe('removed');
		expect(joinedUrls(host)).toContain(second.url);
	});

	test('a probe with another token is not answered', async () => {
		const query = { 'hub.challenge': 'abc', 'hub.verify_token': 'a'.repeat(64) };
		const { status } = await host.deliver({
			method: 'GET',
			query,
			body: Buffer.alloc(0),
			headers: {},
		});
		expect(status).toBe(403);
	});
});
