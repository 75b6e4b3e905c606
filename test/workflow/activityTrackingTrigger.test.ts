// The webhook trigger, with the local test service as the sender of events.
import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingOAuth2Api } from '../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTrackingTrigger } from '../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import type { PushEvent } from '../services/activityTracking/pushSubscriptions';
import { startActivityService, type ActivityService } from '../services/activityTracking/service';
import { FIRST_ACTIVITY, OWN_ATHLETE } from '../services/activityTracking/seedData';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';
import { startManagedWebhook, type ManagedWebhook } from './kit/managedWebhook';
import type { Delivery } from './kit/webhooks';

const nodeType = new ActivityTrackingTrigger();

const startRawServer = rawServersPerTest();

let tracking: ActivityService;
let trigger: ManagedWebhook;
const created: ManagedWebhook[] = [];

beforeEach(async () => {
	tracking = await startActivityService();
});
afterEach(async () => {
	jest.restoreAllMocks();
	for (const webhook of created.splice(0)) await webhook.close();
	await tracking.close();
});

const allEvents = ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked'];
let workflows = 0;

/** Creates a trigger in a new workflow. */
async function createTrigger(
	parameters: INodeParameters = {},
	credential: IDataObject = {},
): Promise<ManagedWebhook> {
	const webhook = await startManagedWebhook(
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
		`workflow-${++workflows}`,
	);
	created.push(webhook);
	return webhook;
}

async function startTrigger(parameters: INodeParameters = {}): Promise<void> {
	trigger = await createTrigger(parameters);
	await trigger.activate();
}

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

const callbackUrl = () => tracking.subscriptions.current?.callbackUrl;

describe('the push subscription', () => {
	test('is created when the workflow is activated, and deleted when it is deactivated', async () => {
		await startTrigger();
		expect(callbackUrl()).toBe(trigger.url);
		expect(trigger.stored()).toEqual({
			subscriptionId: String(tracking.subscriptions.current!.id),
			callbackUrl: trigger.url,
			athleteId: String(OWN_ATHLETE),
		});
		expect(await trigger.deactivate()).toBe(true);
		expect(callbackUrl()).toBeUndefined();
		expect([trigger.stored(), trigger.emitted]).toEqual([{}, []]);
	});

	test('belongs to one workflow, and the error of another workflow says what to do', async () => {
		await startTrigger();
		const second = await createTrigger();
		await expect(second.activate()).rejects.toMatchObject({
			message: `The Activity Tracking application already has a push subscription, for ${trigger.url}`,
			description: expect.stringMatching(
				/Execute Sub-workflow.*Activity Tracking Updates Trigger.*Replace Existing Subscription/,
			) as string,
		});
		// n8n deactivates a workflow that it could not activate.
		expect(await second.deactivate()).toBe(true);
		expect(callbackUrl()).toBe(trigger.url);
	});

	test('belongs to one of two workflows that are activated at the same time', async () => {
		const triggers = [await createTrigger(), await createTrigger()];
		const results = await Promise.allSettled(
			triggers.map(async (webhook) => await webhook.activate()),
		);
		const started = triggers.filter((_, index) => results[index]!.status === 'fulfilled');
		expect(started.map(({ url }) => url)).toEqual([callbackUrl()]);
	});

	test('can be replaced, and the previous workflow does not delete the new subscription', async () => {
		await startTrigger();
		const second = await createTrigger({ options: { replaceExisting: true } });
		await second.activate();
		expect(callbackUrl()).toBe(second.url);
		expect(await trigger.deactivate()).toBe(true);
		expect(callbackUrl()).toBe(second.url);
	});

	test('is not replaced when a trigger that had it starts again with another URL', async () => {
		await startTrigger({ options: { replaceExisting: true } });
		// A copy of the database on another n8n: the stored state is that of the original.
		const original = 'https://n8n.example.com/webhook/1/events';
		tracking.subscriptions.current = { id: 5, callbackUrl: original };
		await expect(trigger.activate()).rejects.toMatchObject({
			message: expect.stringContaining(`a push subscription, for ${original}`) as string,
			description: expect.stringContaining('stop and start the workflow') as string,
		});
		expect(callbackUrl()).toBe(original);
		await trigger.deactivate();
		await trigger.activate();
		expect(callbackUrl()).toBe(trigger.url);
	});

	test('is not replaced by a test of the same trigger', async () => {
		await startTrigger({ options: { replaceExisting: true } });
		await expect(trigger.listen()).rejects.toMatchObject({
			message: expect.stringContaining(`in production (${trigger.url})`) as string,
			description: expect.stringContaining('its trigger needs the subscription') as string,
		});
		expect(callbackUrl()).toBe(trigger.url);
	});

	test('that cannot be deleted is logged with its ID and how to delete it', async () => {
		await startTrigger();
		const warnings = jest.spyOn(Container.get(Logger), 'warn').mockReturnValue();
		tracking.faults.add({ on: 'DELETE *', status: 500, count: 1 });
		expect(await trigger.deactivate()).toBe(false);
		const { id } = tracking.subscriptions.current!;
		expect(warnings.mock.calls[0]?.[0]).toMatch(
			new RegExp(`^Could not delete push subscription ${id}: .* DELETE /push_subscriptions/${id} `),
		);
	});

	test('that cannot be verified is an error with what to do', async () => {
		const unreachable = await createTrigger();
		await unreachable.close();
		await expect(unreachable.activate()).rejects.toMatchObject({
			message: `Activity Tracking could not verify the URL ${unreachable.url}`,
			description: expect.stringContaining('Activity Tracking Updates Trigger') as string,
		});
	});

	test('without an ID does not count as created', async () => {
		const server = await startRawServer();
		server.respond = (response, received, request) => {
			const body =
				received.method === 'POST' ? {} : received.target.includes('/athlete') ? { id: 1 } : [];
			return respondWithJson(body)(response, received, request);
		};
		const withoutId = await createTrigger({}, { baseUrl: server.url });
		await expect(withoutId.activate()).rejects.toThrow('did not return the ID');
		expect(withoutId.stored()).toEqual({});
	});

	test('with a wrong client secret is an error without the secret', async () => {
		const wrong = await createTrigger({}, { clientSecret: 'a-wrong-secret' });
		const error: unknown = await wrong.activate().catch((reason: unknown) => reason);
		expect(error).toMatchObject({
			message: 'Activity Tracking did not return the subscription (status 401)',
		});
		expect(JSON.stringify(error)).not.toContain('a-wrong-secret');
	});

	// craibo/ha_strava#266
	test('that cannot be read because of a rate limit is not a matter of the secret', async () => {
		const server = await startRawServer();
		server.respond = respondWithJson({ message: 'Too Many Requests' }, 429);
		const limited = await createTrigger({}, { baseUrl: server.url });
		await expect(limited.activate()).rejects.toMatchObject({
			description: expect.stringMatching(/^Try again later\. .*Too Many/) as string,
		});
	});
});

describe('the check of the push subscription', () => {
	let warnings: jest.SpyInstance;
	beforeEach(() => {
		warnings = jest.spyOn(Container.get(Logger), 'warn').mockReturnValue();
	});
	const warning = () => warnings.mock.calls.map(([message]) => message as string).join('\n');

	test('creates a subscription that no longer exists, whose events are emitted', async () => {
		await startTrigger();
		const { id } = tracking.subscriptions.current!;
		tracking.subscriptions.current = undefined;
		expect(await trigger.poll()).toBeNull();
		expect(callbackUrl()).toBe(trigger.url);
		expect(tracking.subscriptions.current).not.toHaveProperty('id', id);
		expect(await push()).toEqual([200]);
		expect(trigger.emitted).toHaveLength(1);
		expect(warning()).toBe('');
	});

	test('creates a subscription that no longer exists if polls have durable cursors', async () => {
		trigger = await createTrigger();
		trigger.hasDurableCursors = true;
		await trigger.activate();
		tracking.subscriptions.current = undefined;
		expect(await trigger.poll()).toBeNull();
		expect(callbackUrl()).toBe(trigger.url);
		expect(await push()).toEqual([200]);
		expect(trigger.emitted).toHaveLength(1);
	});

	test('keeps the subscription of another app, and logs its URL', async () => {
		await startTrigger();
		tracking.subscriptions.current = { id: 5, callbackUrl: 'https://other.example.com' };
		expect(await trigger.poll()).toBeNull();
		expect(tracking.subscriptions.current).toEqual({
			id: 5,
			callbackUrl: 'https://other.example.com',
		});
		expect(warning()).toMatch(
			/^Could not verify the push subscription: .* for https:\/\/other\.example\.com$/,
		);
	});

	test('changes nothing before the trigger has a subscription', async () => {
		const inactive = await createTrigger();
		expect(await inactive.poll()).toBeNull();
		expect(tracking.requests.list('POST *')).toEqual([]);
		expect([callbackUrl(), warning()]).toEqual([undefined, '']);
	});
});

describe('events of other athletes', () => {
	const other = { owner_id: OWN_ATHLETE + 1, object_id: 987 };

	test('are emitted by option, without a request, and marked as not confirmed', async () => {
		await startTrigger({ options: { otherAthletes: true } });
		tracking.requests.clear();
		expect(await push(other)).toEqual([200]);
		expect(await push(other)).toEqual([200]);
		expect(tracking.requests.total).toBe(0);
		expect(trigger.emitted.map(({ json }) => json)).toEqual([
			{
				eventKey: `${OWN_ATHLETE + 1}:987:activityCreated`,
				event: 'activityCreated',
				activity_id: '987',
				athlete_id: String(OWN_ATHLETE + 1),
				event_time: expect.any(String) as string,
				confirmed: false,
			},
		]);
	});

	test('are filtered by event and subscription', async () => {
		await startTrigger({ events: ['activityDeleted'], options: { otherAthletes: true } });
		await push(other);
		const forged = eventBody({ ...other, aspect_type: 'delete', subscription_id: 1 });
		expect((await trigger.deliver(delivery(forged))).status).toBe(403);
		expect(trigger.emitted).toEqual([]);
	});
});

describe('events', () => {
	test('a new activity is emitted once, with the activity', async () => {
		await startTrigger();
		expect(await push()).toEqual([200]);
		expect(await push()).toEqual([200]);
		expect(trigger.emitted).toHaveLength(1);
		expect(trigger.emitted[0]?.json).toMatchObject({
			eventKey: `${OWN_ATHLETE}:${FIRST_ACTIVITY}:activityCreated`,
			event: 'activityCreated',
			activity_id: String(FIRST_ACTIVITY),
			athlete_id: String(OWN_ATHLETE),
			event_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
			activity: { id: String(FIRST_ACTIVITY), name: 'Morning Ride 0' },
		});
		expect(trigger.emitted[0]?.json.activity).not.toHaveProperty('segment_efforts');
	});

	test('without Simplify, the activity is complete', async () => {
		await startTrigger({ options: { simplify: false } });
		await push();
		expect(trigger.emitted[0]?.json.activity).toHaveProperty('segment_efforts');
	});

	test('an update is emitted if the activity has the new values', async () => {
		await startTrigger();
		const updates = { title: 'Morning Ride 0', type: 'Ride' };
		await push({ aspect_type: 'update', updates, event_time: 1_769_846_400 });
		await push({ aspect_type: 'update', updates, event_time: 1_769_846_401 });
		expect(trigger.emitted.map(({ json }) => [json.eventKey, json.updates])).toEqual(
			[1_769_846_400, 1_769_846_401].map((time) => [
				`${OWN_ATHLETE}:${FIRST_ACTIVITY}:activityUpdated:${time}`,
				updates,
			]),
		);
		expect(await push({ aspect_type: 'update', updates: { title: 'Another title' } })).toEqual([
			200,
		]);
		expect(trigger.emitted).toHaveLength(2);
	});

	test('a deletion is emitted when the activity no longer exists', async () => {
		await startTrigger();
		expect(await push({ aspect_type: 'delete' })).toEqual([503, 503, 503]);
		tracking.world.activities.shift();
		expect(await push({ aspect_type: 'delete' })).toEqual([200]);
		expect(trigger.emitted.map(({ json }) => [json.event, json.activity])).toEqual([
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
		expect(trigger.emitted.map(({ json }) => json.event)).toEqual(['accessRevoked']);
	});

	test('an event is repeated by the service while the activity cannot be read', async () => {
		await startTrigger();
		tracking.faults.add({ on: 'GET /api/v3/activities/*', status: 500, count: 2 });
		expect(await push()).toEqual([503, 503, 200]);
		expect(trigger.emitted).toHaveLength(1);
	});
});

describe('forged requests start nothing', () => {
	test('to several triggers of one application, which share one limit', async () => {
		await startTrigger();
		const second = await createTrigger({ options: { otherAthletes: true } });
		const forged = (index: number) =>
			delivery(
				eventBody(index % 2 ? { object_id: index + 1 } : { subscription_id: index + 1_000_000 }),
			);
		tracking.requests.clear();
		for (let index = 0; index < 120; index++) {
			await trigger.deliver(forged(index));
			await second.deliver(forged(index));
		}
		expect(tracking.requests.total).toBe(50);
	});
});
