// The polling trigger for new activities.
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../credentials/ActivityTrackingApi.credentials';
import { ActivityTrackingUpdatesTrigger } from '../../nodes/ActivityTracking/ActivityTrackingUpdatesTrigger.node';
import { startActivityService, type ActivityService } from '../services/activityTracking/service';
import { addActivity, OWN_ATHLETE, type Activity } from '../services/activityTracking/seedData';
import { polling, type Polling } from './kit/polling';

const nodeType = new ActivityTrackingUpdatesTrigger();

const day = 24 * 60 * 60_000;
const now = Date.UTC(2026, 5, 15, 12);

let tracking: ActivityService;
beforeEach(async () => {
	tracking = await startActivityService();
	jest.spyOn(Date, 'now').mockReturnValue(now);
});
afterEach(async () => {
	jest.restoreAllMocks();
	await tracking.close();
});

const startTrigger = (
	options: IDataObject = {},
	{ before, credential }: { before?: IDataObject; credential?: IDataObject } = {},
): Polling =>
	polling(
		{
			nodeType,
			credentials: {
				activityTrackingApi: {
					type: new ActivityTrackingApi(),
					data: { ...tracking.credential.data, ...credential },
				},
			},
		},
		{ authentication: 'accessToken', options } as INodeParameters,
		before,
	);

/** Adds an activity that started some days ago. */
const add = (name: string, daysAgo = 0, athlete = tracking.world.athletes[0]!): Activity =>
	addActivity(tracking.world, {
		athlete,
		name,
		start: now - daysAgo * day - 60_000,
		sportType: 'Run',
		streams: {},
	});

const namesOf = (items: INodeExecutionData[] = []): unknown[] =>
	items.map(({ json }) => (json.activity as IDataObject).name);
const reads = () => tracking.requests.list('GET /api/v3/athlete/activities');

test('existing activities are not emitted on activation, and new ones are emitted once', async () => {
	add('Old', 2);
	const trigger = startTrigger();
	expect(await trigger.poll()).toBeUndefined();
	expect(await trigger.poll()).toBeUndefined();
	const { id } = add('Fresh');
	const items = await trigger.poll();
	expect(items?.map(({ json }) => json)).toEqual([
		{
			// The same key as in activityTrackingTrigger.test.ts.
			eventKey: `${OWN_ATHLETE}:${id}:activityCreated`,
			event: 'activityCreated',
			activity_id: String(id),
			athlete_id: String(OWN_ATHLETE),
			activity: expect.objectContaining({ id: String(id), name: 'Fresh' }) as IDataObject,
		},
	]);
	expect(await trigger.poll()).toBeUndefined();
});

test('activities that are uploaded later are emitted by start, unless they started too long ago', async () => {
	const trigger = startTrigger({ lookBackDays: 7 });
	await trigger.poll();
	add('Today');
	add('Last week', 6);
	add('Last month', 30);
	expect(namesOf(await trigger.poll())).toEqual(['Last week', 'Today']);
});

test('activities are not lost if n8n is down for longer than Look Back', async () => {
	const trigger = startTrigger({ lookBackDays: 2 });
	await trigger.poll();
	for (const days of [5, 9]) {
		jest.mocked(Date.now).mockReturnValue(now + days * day);
		add(`After ${days} days`, -days + 3);
		trigger.restart();
		expect(namesOf(await trigger.poll())).toEqual([`After ${days} days`]);
	}
});

test('after another account is connected, its existing activities are not emitted', async () => {
	add('Mine');
	const first = startTrigger();
	await first.poll();
	add('Existing', 1, tracking.world.athletes[1]);
	tracking.tokens.add('another-token', OWN_ATHLETE + 1);
	const second = startTrigger(
		{},
		{ before: first.stored(), credential: { accessToken: 'another-token' } },
	);
	expect(await second.poll()).toBeUndefined();
	add('New', 0, tracking.world.athletes[1]);
	expect(namesOf(await second.poll())).toEqual(['New']);
});

test('a poll sends one request, unless the page is full', async () => {
	const trigger = startTrigger();
	await trigger.poll();
	expect(reads()).toHaveLength(1);
	expect(reads()[0]?.query).toEqual({
		after: String((now - 14 * day) / 1000),
		per_page: '200',
	});
	for (let count = 0; count < 250; count++) add(`Activity ${count}`);
	expect(await trigger.poll()).toHaveLength(250);
	expect(reads()).toHaveLength(3);
});
