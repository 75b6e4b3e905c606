/**
 * Forged requests to the Activity Tracking Trigger in n8n's webhook context. Events are not signed:
 * the local test service confirms or disproves them.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { ActivityTrackingOAuth2Api } from '../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTrackingTrigger } from '../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import {
	disprovedEvents,
	foreignEvents,
	malformedEvents,
	updatesWithForeignKeys,
	type EventForgery,
} from './kit/forgedEvents';
import { FIRST_ACTIVITY, OWN_ATHLETE } from '../services/activityTracking/seedData';
import { startActivityService, type ActivityService } from '../services/activityTracking/service';
import { LOCAL_CLIENT, LOCAL_TOKEN } from '../services/activityTracking/tokens';
import { seededIntegers, type RandomInteger } from './kit/random';
import { startManagedWebhook } from './kit/managedWebhook';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';
import { activateWebhook, triggerName, type DeliveryResult } from './kit/webhooks';
import { isLong } from './kit/isLong';

const startRawServer = rawServersPerTest();

/** The reads that events can cause for one trigger: per quarter of an hour, and per day. */
const maxReads = { quarterHour: 50, day: 500 };
const quarterHourMs = 15 * 60_000;
const subscriptionId = 120475;
const day = Date.UTC(2026, 0, 31);

let tracking: ActivityService;
let now: number;
beforeAll(async () => {
	tracking = await startActivityService();
});
afterAll(async () => await tracking.close());
beforeEach(() => {
	now = day;
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	tracking.requests.clear();
});
afterEach(() => jest.restoreAllMocks());

/** @param clientId by default, that of a new application, which has a limit of API calls of its own */
const setup = (clientId: string = randomUUID(), more: IDataObject = {}) => ({
	nodeType: new ActivityTrackingTrigger(),
	credentials: {
		activityTrackingOAuth2Api: {
			type: new ActivityTrackingOAuth2Api(),
			data: {
				...(tracking.oAuth2 as IDataObject),
				clientId,
				oauthTokenData: { token_type: 'Bearer', access_token: LOCAL_TOKEN },
				...more,
			},
		},
	},
});
const parameters = {
	events: ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked'],
	options: {},
};

/** An active trigger of a new application. Returns a function that delivers an event to it. */
function newTrigger(credential?: IDataObject): (body: string) => Promise<DeliveryResult> {
	const deliver = activateWebhook(
		setup(undefined, credential),
		parameters,
		randomUUID(),
		undefined,
		{
			[`node:${triggerName}`]: {
				subscriptionId: String(subscriptionId),
				athleteId: String(OWN_ATHLETE),
			},
		},
	);
	return async (body) => await deliver({ body: Buffer.from(body), headers: {} });
}

let eventTime = 1_769_846_400;
/** An event that the service confirms. */
const genuineEvent = (random: RandomInteger) => {
	// The last activity belongs to another athlete.
	const index = random(tracking.world.activities.length - 1);
	return {
		object_type: 'activity',
		object_id: FIRST_ACTIVITY + index,
		aspect_type: ['create', 'update'][random(2)],
		owner_id: OWN_ATHLETE,
		updates: { title: `Morning Ride ${index}` },
		event_time: ++eventTime,
		subscription_id: subscriptionId,
	};
};
/** The service has received only reads since the test began. */
const reads = () => tracking.requests.total;

/**
 * Delivers forged events to many triggers, because one trigger confirms only a few events with the
 * service. Returns the events that started an execution, and all statuses.
 */
async function deliverForged(forgeries: Readonly<Record<string, EventForgery>>, total: number) {
	const random = seededIntegers(20261122);
	const methods = Object.entries(forgeries);
	const started: string[] = [];
	const statuses = new Set<number>();
	let deliver = newTrigger();
	for (let count = 0; count < total; count++) {
		if (count % maxReads.quarterHour === 0) deliver = newTrigger();
		const [method, forge] = methods[count % methods.length]!;
		const body = forge(genuineEvent(random), random);
		const { status, items } = await deliver(body);
		statuses.add(status);
		if (items) started.push(`${method}: ${body}`);
	}
	return { started, statuses: [...statuses].sort() };
}

test.each([
	['malformed events', malformedEvents, [400], 0],
	['events of other subscriptions and athletes', foreignEvents, [200, 403], 0],
	['events that the service disproves', disprovedEvents, [200, 404, 503], 1],
] as const)(
	'%s start nothing',
	async (_, forgeries, expected, readsPerEvent) => {
		const total = isLong ? 20_000 : 200;
		const { started, statuses } = await deliverForged(forgeries, total);
		expect([started, statuses, reads()]).toEqual([[], expected, readsPerEvent * total]);
	},
	600_000,
);

test('an activity of another athlete starts nothing, although the service returns it', async () => {
	const object_id = tracking.world.activities.at(-1)!.id;
	const server = await startRawServer();
	server.respond = respondWithJson({ id: object_id, name: 'Run', athlete: { id: 77 } });
	const deliver = newTrigger({ baseUrl: `${server.url}/api/v3` });
	for (const aspect_type of ['create', 'update']) {
		const event = { ...genuineEvent(seededIntegers(1)), object_id, aspect_type, updates: {} };
		const { status, items } = await deliver(JSON.stringify(event));
		expect([status, items]).toEqual([403, undefined]);
	}
	expect(server.received).toHaveLength(2);
});

test('foreign keys in an update neither fail the trigger nor reach the workflow', async () => {
	const random = seededIntegers(3);
	for (const [method, forge] of Object.entries(updatesWithForeignKeys)) {
		const event = genuineEvent(random);
		const { status, items } = await newTrigger()(forge(event, random));
		expect([method, status, items?.[0]?.json.updates]).toEqual([method, 200, event.updates]);
	}
});

describe('forged events cannot use up the rate limit', () => {
	test.each([
		['unknown activities', { aspect_type: 'create' }, true],
		['deletions of unknown activities', { aspect_type: 'delete' }, true],
		['updates of an existing activity', { aspect_type: 'update' }, false],
		['deletions of an existing activity', { aspect_type: 'delete' }, false],
		[
			'revocations',
			{ object_type: 'athlete', aspect_type: 'update', updates: { authorized: 'false' } },
			false,
		],
	])('%s', async (_, values, isUnknown) => {
		const deliver = newTrigger();
		const deliverMany = async () => {
			for (let count = 0; count < 60; count++)
				await deliver(
					JSON.stringify({
						...genuineEvent(seededIntegers(1)),
						...values,
						...(isUnknown ? { object_id: 1_000_000 + ++eventTime } : {}),
					}),
				);
			return reads();
		};
		expect(await deliverMany()).toBe(maxReads.quarterHour);
		now += quarterHourMs;
		expect(await deliverMany()).toBe(2 * maxReads.quarterHour);
	});

	test('in a day', async () => {
		const deliver = newTrigger();
		const random = seededIntegers(1);
		for (let count = 0; count < 24; count++, now += quarterHourMs)
			for (let event = 0; event < 25; event++)
				await deliver(JSON.stringify({ ...genuineEvent(random), aspect_type: 'delete' }));
		expect(reads()).toBe(maxReads.day);
		now = day + 24 * 3_600_000;
		expect((await deliver(JSON.stringify(genuineEvent(random)))).items).toHaveLength(1);
	});

	test('the service repeats an event that exceeds the limit', async () => {
		const deliver = newTrigger();
		const event = { ...genuineEvent(seededIntegers(1)), aspect_type: 'delete' };
		for (let count = 0; count < maxReads.quarterHour; count++) await deliver(JSON.stringify(event));
		const { status, body } = await deliver(JSON.stringify(event));
		expect([status, body]).toEqual([503, { message: 'Too many events' }]);
	});
});

test('only the verify token of the trigger is accepted', async () => {
	const trigger = await startManagedWebhook(setup(LOCAL_CLIENT.clientId), parameters, 'verified');
	await trigger.activate();
	const { body } = tracking.requests.list('POST /api/v3/push_subscriptions').at(-1)!;
	const token = new URLSearchParams(String(body)).get('verify_token')!;
	const verify = async (value: unknown): Promise<DeliveryResult> =>
		await trigger.deliver({
			method: 'GET',
			query: { 'hub.challenge': 'abc', 'hub.verify_token': value } as IDataObject,
			body: Buffer.from(''),
			headers: {},
		});
	expect(await verify(token)).toEqual({ status: 200, body: { 'hub.challenge': 'abc' } });
	const otherDigit = ((parseInt(token[0]!, 16) + 1) % 16).toString(16);
	const others = [otherDigit + token.slice(1), token.slice(0, -1), `${token} `, '', [token]];
	for (const value of [...others, { 0: token, length: 1 }, undefined, null, true])
		expect([value, (await verify(value)).status]).toEqual([value, 403]);
	await trigger.close();
});
