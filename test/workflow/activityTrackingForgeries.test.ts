/**
 * Forged requests to the Activity Tracking Trigger in n8n's webhook context. Events are not signed:
 * the local test service confirms or disproves them.
 */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { ActivityTrackingOAuth2Api } from '../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTrackingTrigger } from '../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import { FIRST_ACTIVITY, OWN_ATHLETE } from '../services/activityTracking/seedData';
import { startActivityService, type ActivityService } from '../services/activityTracking/service';
import { LOCAL_CLIENT, LOCAL_TOKEN } from '../services/activityTracking/tokens';
import { startManagedWebhook } from './kit/managedWebhook';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';
import { activateWebhook, triggerName, type DeliveryResult } from './kit/webhooks';

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

let eventCount = 0;
/** An event that the service confirms, with other values if there are any. */
const genuineEvent = (values: object = {}) => {
	// The last activity belongs to another athlete.
	const index = ++eventCount % (tracking.world.activities.length - 1);
	return {
		object_type: 'activity',
		object_id: FIRST_ACTIVITY + index,
		aspect_type: 'create',
		owner_id: OWN_ATHLETE,
		updates: { title: `Morning Ride ${index}` },
		event_time: 1_769_846_400 + eventCount,
		subscription_id: subscriptionId,
		...values,
	};
};
const bodyOf = (values: object): string => JSON.stringify(genuineEvent(values));
/** An event in which the JSON of one value is replaced. JSON.stringify() cannot produce all of them. */
const withRaw = (key: string, rawValues: readonly string[]): string[] =>
	rawValues.map((raw) => bodyOf({ [key]: 'RAW' }).replace('"RAW"', () => raw));
/** The service has received only reads since the test began. */
const reads = () => tracking.requests.total;

const notAnId = [
	...['NaN', 'Infinity', '1e400', '-1', '0', '0.5', 'null', 'true', '[]', '[1,2]', '{}'],
	...['""', '" "', '"0321934"', '"1/../../athlete"', '"321934?x=1"', '"３２１９３４"'],
	...['{"toString":"321934"}', '99999999999999999999', '123456789012345678901234567890'],
];
const inherited = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];
const notAWord = ['segment', 'created', 'ACTIVITY', '', null, {}, ...inherited];
const notATime = [
	...['"now"', '"1769846400"', 'null', '1.5', '1e400', '[1769846400]', '-1'],
	// Safe integers that are later than the last date in JavaScript.
	...['8640000000001', '9007199254740991'],
];
const athlete = { object_type: 'athlete', aspect_type: 'update' };

/** Bodies by why they are rejected, with the status and the number of requests to the service. */
const forgeries: Readonly<Record<string, [number, number, () => string[]]>> = {
	'bodies that are not an event': [
		...([400, 0] as const),
		() => [
			...['', 'null', '1', '"text"', 'true', '[]', `[${bodyOf({})}]`, `${bodyOf({})}{}`],
			...[bodyOf({}).slice(0, -1), `{"__proto__":${bodyOf({})}}`, 'object_type=activity'],
		],
	],
	'events with invalid values': [
		...([400, 0] as const),
		() => [
			...['object_id', 'owner_id', 'subscription_id'].flatMap((key) => withRaw(key, notAnId)),
			...withRaw('event_time', notATime),
			...notAWord.map((word) => bodyOf({ object_type: word })),
			...notAWord.map((word) => bodyOf({ aspect_type: word })),
			...Object.keys(genuineEvent())
				.filter((key) => key !== 'updates')
				.map((key) => bodyOf({ [key]: undefined })),
			...[{}, { authorized: 'true' }, { authorized: null }, 'authorized', null].map((updates) =>
				bodyOf({ ...athlete, updates }),
			),
		],
	],
	'events of another subscription': [403, 0, () => [bodyOf({ subscription_id: 7 })]],
	'events of another athlete': [200, 0, () => [bodyOf({ owner_id: OWN_ATHLETE + 1 })]],
	'unknown activities': [
		...([404, 2] as const),
		() => [bodyOf({ object_id: 1_000_000 }), bodyOf({ object_id: '9000000000000000007' })],
	],
	'deletions and revocations that the service disproves': [
		...([503, 2] as const),
		() => [
			bodyOf({ aspect_type: 'delete' }),
			bodyOf({ ...athlete, updates: { authorized: 'false' } }),
		],
	],
	'updates that the service disproves': [
		...([200, 4] as const),
		() =>
			[{ title: 'Forged' }, { type: 'Yoga' }, { private: 'true' }, { title: {} }].map((updates) =>
				bodyOf({ aspect_type: 'update', updates }),
			),
	],
};

test.each(Object.entries(forgeries))('%s start nothing', async (_, [status, count, bodies]) => {
	const deliver = newTrigger();
	for (const body of bodies()) {
		const { status: actual, items } = await deliver(body);
		expect([body, actual, items]).toEqual([body, status, undefined]);
	}
	expect(reads()).toBe(count);
});

test('an activity of another athlete starts nothing, although the service returns it', async () => {
	const object_id = tracking.world.activities.at(-1)!.id;
	const server = await startRawServer();
	server.respond = respondWithJson({ id: object_id, name: 'Run', athlete: { id: 77 } });
	const deliver = newTrigger({ baseUrl: `${server.url}/api/v3` });
	for (const aspect_type of ['create', 'update']) {
		const { status, items } = await deliver(bodyOf({ object_id, aspect_type, updates: {} }));
		expect([status, items]).toEqual([403, undefined]);
	}
	expect(server.received).toHaveLength(2);
});

test.each([...inherited, 'forged'])(
	'the foreign key %s in an update neither fails the trigger nor reaches the workflow',
	async (key) => {
		const event = genuineEvent({ aspect_type: 'update' });
		const body = JSON.stringify(event).replace('"updates":{', `"updates":{"${key}":{"a":[1]},`);
		const { status, items } = await newTrigger()(body);
		expect([status, items?.[0]?.json.updates]).toEqual([200, event.updates]);
	},
);

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
					bodyOf({
						object_id: isUnknown ? 1_000_000 + ++eventCount : FIRST_ACTIVITY,
						...values,
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
		for (let count = 0; count < 24; count++, now += quarterHourMs)
			for (let event = 0; event < 25; event++) await deliver(bodyOf({ aspect_type: 'delete' }));
		expect(reads()).toBe(maxReads.day);
		now = day + 24 * 3_600_000;
		expect((await deliver(bodyOf({}))).items).toHaveLength(1);
	});

	test('events that arrive together share what they ask the service', async () => {
		const deliver = newTrigger();
		const bodies = Array.from({ length: 40 }, () => bodyOf({ object_id: 1_000_000, updates: {} }));
		const results = await Promise.all(bodies.map(deliver));
		expect(results.map(({ status }) => status)).toEqual(bodies.map(() => 404));
		expect(reads()).toBe(1);
	});

	test('the service repeats an event that exceeds the limit', async () => {
		const deliver = newTrigger();
		const event = bodyOf({ aspect_type: 'delete' });
		for (let count = 0; count < maxReads.quarterHour; count++) await deliver(event);
		const { status, body } = await deliver(event);
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
