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

describe('an upload', () => {
	const upload = async (status: IDataObject): Promise<RunResult> => {
		server.respond = (...received) =>
			respondWithJson(
				server.received.at(-1)!.method === 'POST'
					? { id: 5, status: 'Your activity is still being processed.', error: null }
					: { id: 5, error: null, activity_id: null, ...status },
			)(...received);
		return await run(
			'activity',
			'upload',
			{ binaryPropertyName: 'data', options: { maximumWait: 0.05 } },
			{
				items: [
					{
						json: {},
						binary: { data: await binary(Buffer.from('<gpx/>'), 'a.gpx', 'application/gpx+xml') },
					},
				],
			},
		);
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
