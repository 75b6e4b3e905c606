// The webhook trigger, with the local test service as the sender of events.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingOAuth2Api } from '../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTrackingTrigger } from '../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import type { PushEvent } from '../services/activityTracking/pushSubscriptions';
import { startActivityService, type ActivityService } from '../services/activityTracking/service';
import { FIRST_ACTIVITY, OWN_ATHLETE } from '../services/activityTracking/seedData';
import { LOCAL_CLIENT } from '../services/activityTracking/tokens';
import { managedWebhook, type ActiveTrigger, type Delivery } from './kit/webhooks';

const nodeType = new ActivityTrackingTrigger();

let tracking: ActivityService;
let server: Server;
let origin: string;
/** The trigger that the server passes requests to. */
let trigger: ActiveTrigger;
/** Items that the trigger emitted. */
let emitted: INodeExecutionData[];

beforeEach(async () => {
	tracking = await startActivityService();
	emitted = [];
	server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const url = new URL(request.url!, origin);
			void trigger
				.deliver({
					method: request.method as 'GET' | 'POST',
					query: Object.fromEntries(url.searchParams),
					body: Buffer.concat(chunks),
					headers: request.headers,
				})
				.then(({ status, body, items = [] }) => {
					emitted.push(...items);
					response.writeHead(status, { 'content-type': 'application/json' });
					response.end(JSON.stringify(body));
				});
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
	server.close();
	await tracking.close();
});

const allEvents = ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked'];
let workflows = 0;

/** Creates a trigger in a new workflow. */
const createTrigger = (
	parameters: INodeParameters = {},
	{ credential = {}, url = `${origin}/webhook` }: { credential?: IDataObject; url?: string } = {},
): ActiveTrigger => {
	trigger = managedWebhook(
		{
			nodeType,
			credentials: {
				activityTrackingOAuth2Api: {
					type: new ActivityTrackingOAuth2Api(),
					data: { ...(tracking.oAuth2 as IDataObject), ...credential },
				},
			},
		},
		{ events: allEvents, options: {}, ...parameters },
		url,
		`workflow-${++workflows}`,
	);
	return trigger;
};

const startTrigger = async (parameters: INodeParameters = {}): Promise<void> =>
	await createTrigger(parameters).activate();

const push = async (more: Partial<PushEvent> = {}): Promise<number[]> =>
	await tracking.subscriptions.push({
		object_type: 'activity',
		object_id: FIRST_ACTIVITY,
		aspect_type: 'create',
		owner_id: OWN_ATHLETE,
		...more,
	});

const delivery = (body: unknown, more: Partial<Delivery> = {}): Delivery => ({
	body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
	headers: { 'content-type': 'application/json' },
	...more,
});

/** A valid event, as the service sends it. */
const eventBody = (more: IDataObject = {}): IDataObject => ({
	object_type: 'activity',
	object_id: FIRST_ACTIVITY,
	aspect_type: 'create',
	owner_id: OWN_ATHLETE,
	updates: {},
	event_time: 1_769_846_400,
	subscription_id: tracking.subscriptions.current!.id,
	...more,
});

const activityReads = () => tracking.requests.list('GET /api/v3/activities/*');
const subscriptionRequests = () => tracking.requests.list('/api/v3/push_subscriptions*');

describe('the push subscription', () => {
	test('is created when the workflow is activated, and deleted when it is deactivated', async () => {
		await startTrigger();
		expect(tracking.subscriptions.current?.callbackUrl).toBe(`${origin}/webhook`);
		expect(trigger.staticData()).toEqual({
			subscriptionId: String(tracking.subscriptions.current!.id),
			athleteId: String(OWN_ATHLETE),
		});
		expect(await trigger.deactivate()).toBe(true);
		expect(tracking.subscriptions.current).toBeUndefined();
		expect(emitted).toEqual([]);
	});

	test('is kept when n8n activates the workflow again', async () => {
		await startTrigger();
		const { id } = tracking.subscriptions.current!;
		await trigger.activate();
		expect(tracking.subscriptions.current?.id).toBe(id);
	});

	test('is managed without the access token', async () => {
		await startTrigger();
		await trigger.deactivate();
		expect(subscriptionRequests().length).toBeGreaterThan(3);
		expect(subscriptionRequests().filter(({ headers }) => headers.authorization)).toEqual([]);
	});

	test('of another app is an error', async () => {
		await startTrigger();
		const second = createTrigger({}, { url: `${origin}/other` });
		await expect(second.activate()).rejects.toMatchObject({
			message: `The Activity Tracking application already has a push subscription, for ${origin}/webhook`,
			description: expect.stringContaining('Replace Existing Subscription') as string,
		});
		expect(tracking.subscriptions.current?.callbackUrl).toBe(`${origin}/webhook`);
		// n8n deactivates a workflow that it could not activate.
		expect(await second.deactivate()).toBe(true);
		expect(tracking.subscriptions.current?.callbackUrl).toBe(`${origin}/webhook`);
	});

	test('of another app can be replaced', async () => {
		await startTrigger();
		const options = { replaceExisting: true };
		await createTrigger({ options }, { url: `${origin}/other` }).activate();
		expect(tracking.subscriptions.current?.callbackUrl).toBe(`${origin}/other`);
	});

	test('that cannot be verified is an error with what to do', async () => {
		const unreachable = createTrigger({}, { url: 'http://127.0.0.1:1/webhook' });
		await expect(unreachable.activate()).rejects.toMatchObject({
			message: 'Activity Tracking could not verify the URL http://127.0.0.1:1/webhook',
			description: expect.stringContaining('Activity Tracking Updates Trigger') as string,
		});
	});

	test('with a wrong client secret is an error without the secret', async () => {
		const wrong = createTrigger({}, { credential: { clientSecret: 'a-wrong-secret' } });
		const error: unknown = await wrong.activate().catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			message: 'Activity Tracking did not return the subscription (status 401)',
		});
		expect(JSON.stringify(error)).not.toContain('a-wrong-secret');
	});

	test('that was deleted elsewhere does not prevent the deactivation', async () => {
		await startTrigger();
		tracking.subscriptions.current = undefined;
		expect(await trigger.deactivate()).toBe(true);
	});

	test.each([
		[{ 'hub.challenge': 'abc', 'hub.verify_token': 'guessed' }],
		[{ 'hub.challenge': 'abc', 'hub.verify_token': LOCAL_CLIENT.clientSecret }],
		[{ 'hub.challenge': 'abc' }],
		[{ 'hub.challenge': ['a', 'b'], 'hub.verify_token': ['a', 'b'] }],
		[{}],
	])('is not verified by the query %j', async (query) => {
		await startTrigger();
		const { status, body } = await trigger.deliver(delivery('', { method: 'GET', query }));
		expect([status, body]).toEqual([403, { message: 'Invalid verify token' }]);
	});
});

describe('events', () => {
	test('a new activity is emitted once, with the activity', async () => {
		await startTrigger();
		expect(await push()).toEqual([200]);
		expect(await push()).toEqual([200]);
		expect(emitted).toHaveLength(1);
		expect(emitted[0]?.json).toMatchObject({
			eventKey: `${OWN_ATHLETE}:${FIRST_ACTIVITY}:activityCreated`,
			event: 'activityCreated',
			activity_id: String(FIRST_ACTIVITY),
			athlete_id: String(OWN_ATHLETE),
			event_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
			activity: { id: String(FIRST_ACTIVITY), name: 'Morning Ride 0' },
		});
		expect(emitted[0]?.json.activity).not.toHaveProperty('segment_efforts');
	});

	test('without Simplify, the activity is complete', async () => {
		await startTrigger({ options: { simplify: false } });
		await push();
		expect(emitted[0]?.json.activity).toHaveProperty('segment_efforts');
	});

	test('an event is emitted again if n8n could not start the workflow', async () => {
		await startTrigger();
		expect((await trigger.deliver(delivery(eventBody(), { fails: true }))).status).toBe(500);
		expect((await trigger.deliver(delivery(eventBody()))).items).toHaveLength(1);
		expect((await trigger.deliver(delivery(eventBody()))).items).toBeUndefined();
	});

	test('an update is emitted if the activity has the new values', async () => {
		await startTrigger();
		const updates = { title: 'Morning Ride 0', type: 'Ride' };
		await push({ aspect_type: 'update', updates, event_time: 1_769_846_400 });
		await push({ aspect_type: 'update', updates, event_time: 1_769_846_401 });
		expect(emitted.map(({ json }) => [json.eventKey, json.updates])).toEqual(
			[1_769_846_400, 1_769_846_401].map((time) => [
				`${OWN_ATHLETE}:${FIRST_ACTIVITY}:activityUpdated:${time}`,
				updates,
			]),
		);
		expect(await push({ aspect_type: 'update', updates: { title: 'Another title' } })).toEqual([
			200,
		]);
		expect(emitted).toHaveLength(2);
	});

	test('a deletion is emitted when the activity no longer exists', async () => {
		await startTrigger();
		expect(await push({ aspect_type: 'delete' })).toEqual([503, 503, 503]);
		tracking.world.activities.shift();
		expect(await push({ aspect_type: 'delete' })).toEqual([200]);
		expect(emitted.map(({ json }) => [json.event, json.activity])).toEqual([
			['activityDeleted', undefined],
		]);
	});

	test('a revocation is emitted when the token is no longer valid', async () => {
		await startTrigger();
		const revocation = {
			object_type: 'athlete',
			object_id: OWN_ATHLETE,
			aspect_type: 'update',
			updates: { authorized: 'false' },
		} as const;
		expect(await push(revocation)).toEqual([503, 503, 503]);
		tracking.tokens.revoke();
		expect(await push(revocation)).toEqual([200]);
		expect(emitted.map(({ json }) => json.event)).toEqual(['accessRevoked']);
	});

	test('an event is repeated by the service while the activity cannot be read', async () => {
		await startTrigger();
		tracking.faults.add({ on: 'GET /api/v3/activities/*', status: 500, count: 2 });
		expect(await push()).toEqual([503, 503, 200]);
		expect(emitted).toHaveLength(1);
	});

	test('events that are not selected are excluded without an API call', async () => {
		await startTrigger({ events: ['activityDeleted'] });
		expect(await push()).toEqual([200]);
		expect([emitted, activityReads()]).toEqual([[], []]);
	});
});

describe('forged requests start nothing', () => {
	test('without the raw body', async () => {
		await startTrigger();
		const result = await trigger.deliver(delivery(eventBody(), { withoutRawBody: true }));
		expect(result.status).toBe(400);
	});

	test('with the activity of another athlete', async () => {
		await startTrigger();
		tracking.world.activities[0]!.athlete = tracking.world.athletes[1]!;
		expect((await trigger.deliver(delivery(eventBody()))).status).toBe(404);
	});

	test('with an unknown activity, which is read only once', async () => {
		await startTrigger();
		const unknown = delivery(eventBody({ object_id: 1 }));
		for (let attempt = 0; attempt < 3; attempt++)
			expect((await trigger.deliver(unknown)).status).toBe(404);
		expect(activityReads()).toHaveLength(1);
	});

	test('that arrive together, which cause at most 50 API calls', async () => {
		await startTrigger();
		const results = await Promise.all(
			Array.from(
				{ length: 120 },
				async (_, index) => await trigger.deliver(delivery(eventBody({ object_id: index + 1 }))),
			),
		);
		const count = (status: number) => results.filter((result) => result.status === status).length;
		expect([count(404), count(503)]).toEqual([50, 70]);
		expect(activityReads()).toHaveLength(50);
	});

	test('with a changed byte, unless the event is still the same', async () => {
		await startTrigger();
		// Without other activities whose ID differs in one digit.
		tracking.world.activities.splice(1);
		const valid = Buffer.from(JSON.stringify(eventBody()));
		const keys = new Set<unknown>();
		for (let position = 0; position < valid.length; position++) {
			for (const change of [1, 2, 32]) {
				const body = Buffer.from(valid);
				body[position]! ^= change;
				const { items = [] } = await trigger.deliver({ ...delivery(''), body, mode: 'manual' });
				for (const { json } of items) keys.add(json.eventKey);
			}
		}
		expect([...keys]).toEqual([`${OWN_ATHLETE}:${FIRST_ACTIVITY}:activityCreated`]);
	});
});
