/** What Strava answers and sends according to its documentation and to public reports. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingOAuth2Api } from '../../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTrackingTrigger } from '../../../nodes/ActivityTracking/ActivityTrackingTrigger.node';
import { authenticationFor, testedServices } from '../kit/anyOperation';
import { binary, hintsOf, runNode, type RunOptions, type RunResult } from '../kit/executor';
import { byId } from '../kit/locator';
import { startManagedWebhook, type ManagedWebhook } from '../kit/managedWebhook';
import { rawServersPerTest, respondWithJson, type RawServer } from '../kit/rawServer';
import { startRawService, type RawService } from '../kit/rawService';
import { respondByLine, respondWith } from '../kit/routes';
import { startActivityService } from '../../services/activityTracking/service';

const startServer = rawServersPerTest();
const tested = testedServices.find(({ service }) => service.name === 'activityTracking')!;

let raw: RawService;
let server: RawServer;
beforeEach(async () => {
	raw = await startRawService(tested, startServer);
	server = raw.server;
});

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(raw.setup, {
		parameters: {
			...authenticationFor(tested.service, raw.setup),
			resource,
			operation,
			options: {},
			...parameters,
		},
		...more,
	});

describe('the webhook trigger', () => {
	const created: ManagedWebhook[] = [];
	afterEach(async () => {
		for (const webhook of created.splice(0)) await webhook.close();
	});

	/** The athlete and the activity exist while `isVisible`. */
	async function startTrigger(parameters: INodeParameters, isVisible: () => boolean) {
		const local = await startActivityService();
		await local.close();
		server.respond = (response, received, request) => {
			const { pathname } = new URL(received.target, server.url);
			const answers: Record<string, unknown> = {
				'/api/v3/athlete': { id: 7 },
				'/api/v3/push_subscriptions': received.method === 'POST' ? { id: 5 } : [],
				...(isVisible() ? { '/api/v3/activities/9': { id: 9, athlete: { id: 7 } } } : {}),
			};
			const found = Object.entries(answers).find(([path]) => pathname === path);
			void respondWithJson(found?.[1] ?? { message: 'Record Not Found' }, found ? 200 : 404)(
				response,
				received,
				request,
			);
		};
		const trigger = await startManagedWebhook(
			{
				nodeType: new ActivityTrackingTrigger(),
				credentials: {
					activityTrackingOAuth2Api: {
						type: new ActivityTrackingOAuth2Api(),
						data: JSON.parse(
							JSON.stringify(local.oAuth2).replace(/http:\/\/127\.0\.0\.1:\d+/g, server.url),
						) as IDataObject,
					},
				},
			},
			{ options: {}, ...parameters },
			`workflow-${JSON.stringify(parameters)}`,
		);
		created.push(trigger);
		await trigger.activate();
		return trigger;
	}

	// Strava's documentation of webhooks: for an application without activity:read_all, an activity
	// that becomes private is reported as deleted, and as created if it is visible again.
	test.each([
		[['activityCreated', 'activityDeleted'], 4],
		[['activityCreated'], 2],
	])(
		'with the events %j emits an activity that is hidden and shown again',
		async (events, count) => {
			let isVisible = true;
			const trigger = await startTrigger({ events }, () => isVisible);
			let time = 1_769_846_400;
			const keys: unknown[] = [];
			for (const aspect of ['create', 'delete', 'create', 'delete']) {
				isVisible = aspect === 'create';
				const body = Buffer.from(
					JSON.stringify({
						object_type: 'activity',
						object_id: 9,
						aspect_type: aspect,
						owner_id: 7,
						updates: {},
						event_time: (time += 60),
						subscription_id: 5,
					}),
				);
				// The service repeats an event that was not confirmed in time.
				for (const _ of [1, 2]) {
					void _;
					const headers = { 'content-type': 'application/json' };
					const { status, items = [] } = await trigger.deliver({ body, headers });
					expect(status).toBe(200);
					keys.push(...items.map(({ json }) => json.eventKey));
				}
			}
			expect(keys).toHaveLength(count);
			expect(new Set(keys).size).toBe(count);
			expect(keys[0]).toBe('7:9:activityCreated');
		},
	);
});

/** Runs Activity: Upload with one file. */
async function uploadFile(options: IDataObject = {}, content = '<gpx/>'): Promise<RunResult> {
	const data = await binary(Buffer.from(content), 'a.gpx', 'application/gpx+xml');
	const parameters = { binaryPropertyName: 'data', options };
	return await run('activity', 'upload', parameters, { items: [{ json: {}, binary: { data } }] });
}

describe('an upload', () => {
	const upload = async (status: IDataObject): Promise<RunResult> => {
		const processing = { id: 5, status: 'Your activity is still being processed.', error: null };
		server.respond = respondByLine({
			'POST /api/v3/uploads': processing,
			'GET /api/v3/uploads/5': { id: 5, error: null, activity_id: null, ...status },
		});
		return await uploadFile({ maximumWait: 0.05 });
	};

	// The statuses are those of Strava's documentation of uploads. The error can be missing in them.
	test.each([
		['The created activity has been deleted.', 'does not exist: The created activity has been'],
		['There was an error processing your activity.', 'could not process the file: There was an'],
	])('ends with the status: %s', async (status, message) => {
		const { error } = await upload({ status });
		expect(error?.message).toContain(message);
	});

	test('goes on while the file is processed', async () => {
		const { items } = await upload({ status: 'Your activity is still being processed.' });
		expect(items[0]?.json).toMatchObject({ timedOut: true });
	});

	test('with an activity is done, whatever its status', async () => {
		const { items } = await upload({ status: 'Your activity is ready.', activity_id: 9 });
		expect(items[0]?.json).toMatchObject({ activity_id: '9' });
	});
});

// jdrescher2006/Laufhelden#80, stravalib/stravalib#119: the reason is only in `errors`.
test.each([
	['data', 'empty'],
	['gzip', 'invalid encoding'],
])('a rejected upload names the field %s and the problem', async (field, code) => {
	server.respond = respondWithJson(
		{ message: 'Bad Request', errors: [{ resource: 'Upload', field, code }] },
		400,
	);
	const { error } = await uploadFile({}, '');
	expect(error?.description).toContain(`Upload ${field} ${code}`);
});

// barrald/strava-uploader#26: an activity without a position has empty lists.
test('an activity that was entered by hand has no position', async () => {
	const manual = { id: 9, name: 'Yoga', start_latlng: [], end_latlng: [], map: { id: 'a9' } };
	server.respond = respondWithJson(manual);
	const options = { decodePolylines: true };
	const parameters = { activityId: byId('9'), simplify: false, options };
	const { items, error } = await run('activity', 'get', parameters);
	expect(error).toBeUndefined();
	expect(items[0]?.json).toMatchObject({ id: '9', start_latlng: [], end_latlng: [] });
});

test('the sport type of an upload is sent', async () => {
	// Documented at developers.strava.com/docs/uploads: node-strava/node-strava-v3#174.
	server.respond = respondWithJson(
		{ id: 5, activity_id: 9, status: 'Your activity is ready.' },
		201,
	);
	await uploadFile({ sportType: 'TrailRun' });
	expect(server.received[0]?.body.toString('utf8')).toMatch(
		/name="sport_type"\r\n\r\nTrailRun\r\n/,
	);
});

describe('the streams of an activity', () => {
	const streams = { time: { data: [0, 1] }, heartrate: { data: [90, 95] } };
	const read = async (
		activity: IDataObject | undefined,
		hasStreams: boolean,
		streamOutput: string,
	) => {
		server.respond = (...received) => {
			const isStreams = server.received.at(-1)!.target.includes('/streams');
			const body = isStreams ? (hasStreams ? streams : undefined) : activity;
			respondWithJson(body ?? { message: 'Record Not Found' }, body ? 200 : 404)(...received);
		};
		return await run('stream', 'getForActivity', {
			activityId: byId('9'),
			types: ['time', 'heartrate'],
			streamOutput,
		});
	};

	test('carry the ID of the activity, so that the rows of several can be told apart', async () => {
		const moments = await read({ id: 9 }, true, 'moments');
		expect(moments.items.map(({ json }) => json)).toEqual([
			{ time: 0, heartrate: 90, activity_id: '9' },
			{ time: 1, heartrate: 95, activity_id: '9' },
		]);
		const arrays = await read({ id: 9 }, true, 'arrays');
		expect(arrays.items.map(({ json }) => json.activity_id)).toEqual(['9', '9']);
	});

	// fawda123/rStrava#72 and #105, n8n-io/n8n#2582: an activity without recorded data answers 404.
	test('of an activity without recorded data are empty, with a hint', async () => {
		const result = await read({ id: 9, manual: true }, false, 'moments');
		expect(result.error).toBeUndefined();
		expect(result.items).toEqual([]);
		expect(hintsOf(result)).toEqual([expect.stringContaining('Activity 9 has no streams')]);
	});

	test('of an unknown activity are an error', async () => {
		const { error } = await read(undefined, false, 'moments');
		expect(error?.httpCode).toBe('404');
	});
});

test('a rejected request waits for the next quarter hour, even if no counter is at its limit', async () => {
	// node-strava/node-strava-v3#84: a 429 with a usage below the limit. According to Strava's
	// documentation of rate limits, the limit of 15 minutes resets at each quarter of an hour.
	const headers = { 'x-ratelimit-limit': '600,30000', 'x-ratelimit-usage': '574,27300' };
	server.respond = respondWith(429, headers, { message: 'Rate Limit Exceeded' });
	const quarterMs = 15 * 60_000;
	const next = new Date(Math.ceil(Date.now() / quarterMs) * quarterMs);
	const { error } = await run('athlete', 'get', {
		options: { maximumRetryWait: 100, requestOptions: { maximumRetryWait: 100 } },
	});
	expect(error?.description).toContain(next.toISOString().slice(0, 16));
	expect(server.received).toHaveLength(1);
});

test('a simplified activity keeps heart rate and power', async () => {
	const values = {
		average_heartrate: 140.2,
		max_heartrate: 171,
		average_watts: 210.5,
		weighted_average_watts: 220,
		max_watts: 600,
	};
	server.respond = respondWithJson([{ id: 9, name: 'Ride', ...values }]);
	const { items, error } = await run('activity', 'getAll', { limit: 1 });
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ id: '9', name: 'Ride', ...values });
});
