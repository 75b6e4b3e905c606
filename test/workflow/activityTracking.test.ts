import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	FIRST_ACTIVITY,
	FIRST_EFFORT,
	FIRST_SEGMENT,
	OWN_ATHLETE,
	ROUTE,
} from '../services/activityTracking/seedData';
import { activityTrackingPerTest } from './kit/activityTracking';
import { hintsOf } from './kit/executor';
import { byId } from './kit/locator';

const tracking = activityTrackingPerTest();
const { run, sent } = tracking;

const segmentId = byId(FIRST_SEGMENT);
const activityId = byId(FIRST_ACTIVITY);
const publicInterface = { credential: { interface: 'current' } };
const column = (items: INodeExecutionData[], name: string) => items.map(({ json }) => json[name]);

describe('authentication', () => {
	test('an expired OAuth2 token is renewed, and the request is retried', async () => {
		const { items, error } = await run('athlete', 'get', { authentication: 'oAuth2' });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: String(OWN_ATHLETE) });
		expect(sent('POST /oauth/token')).toHaveLength(1);
		expect(sent('GET /api/v3/athlete').map(({ status }) => status)).toEqual([401, 200]);
	});

	test('the error about an invalid token suggests OAuth2 and does not contain the token', async () => {
		const { error } = await run(
			'athlete',
			'get',
			{},
			{ credential: { accessToken: 'wrong-token' } },
		);
		expect(error?.message).toBe('Activity Tracking rejected the access token');
		expect(error?.description).toContain('OAuth2');
		expect(JSON.stringify(error)).not.toContain('wrong-token');
	});
});

test('a hint names the filters that are not applied: an expression without a value, an empty date', async () => {
	const list = async (filters: IDataObject) => await run('activity', 'getAll', { filters });
	const notSent = 'After has no value. If you did not intend this, check the field.';
	const optional = await list({ after: "={{ $json.start ?? '' }}" });
	expect(optional.error).toBeUndefined();
	expect(hintsOf(optional)).toEqual([notSent]);
	const settings = { typeVersion: 1 };
	const mistyped = await run(
		'activity',
		'getAll',
		{ filters: { after: '={{ $json.startt }}' } },
		{ settings },
	);
	expect(hintsOf(mistyped)).toEqual([notSent]);
	const older = await run('activity', 'getAll', { filters: { before: '' } }, { settings });
	expect(hintsOf(older)).toEqual([
		'Before has no value. If you did not intend this, check the field.',
	]);
	expect(hintsOf(await list({ after: '={{ "2026-01-01" }}', before: '2026-12-31' }))).toEqual([]);
});

test('a filter whose expression has no value is an error, because the list would contain everything', async () => {
	const { error } = await run('activity', 'getAll', { filters: { after: '={{ $json.startt }}' } });
	expect(error?.message).toBe('The expression in After has no value');
	expect(error?.description).toContain("add ?? '' to the expression");
	expect(sent('GET /api/v3/athlete/activities')).toEqual([]);
});

test('a date that was added but is empty is an error, because n8n removes typed dates that it cannot read', async () => {
	const { error } = await run('activity', 'getAll', { filters: { before: '' } });
	expect(error?.message).toBe('Before is empty');
	expect(error?.description).toBe(
		'n8n removes a typed date that it cannot read: select it in the calendar, or type it with the time, as in 2026-01-31 00:00:00. If you do not need the field, remove it.',
	);
});

describe('records that are not found', () => {
	const ofOwnActivities =
		'Efforts and streams are only available if their activity belongs to the athlete of the credential';

	test.each([
		['activity', 'get', { activityId }, false],
		['segment', 'get', { segmentId }, false],
		['stream', 'getForRoute', { routeId: byId(ROUTE) }, false],
		['stream', 'getForActivity', { activityId, types: ['time'] }, true],
		['segmentEffort', 'get', { effortId: byId(FIRST_EFFORT) }, true],
		['segmentEffort', 'getAll', { segmentId }, true],
	])(
		'%s: %s mentions whose activity efforts and streams require only if it returns them',
		async (resource, operation, more, isSaid) => {
			tracking.service.faults.add({ on: 'GET *', status: 404, count: 9 });
			const { error } = await run(resource, operation, more);
			expect(error?.message).toMatch(/ not found$/);
			expect(error?.description).toContain('Check its ID');
			expect(error!.description!.includes(ofOwnActivities)).toBe(isSaid);
		},
	);
});

describe('segments', () => {
	test('a segment is returned complete, or simplified with decoded points', async () => {
		const { items } = await run('segment', 'get', { segmentId });
		expect(items[0]?.json).toMatchObject({
			id: String(FIRST_SEGMENT),
			resource_state: 3,
			effort_count: 430,
		});
		const { items: brief } = await run('segment', 'get', {
			segmentId,
			simplify: true,
			options: { decodePolylines: true },
		});
		expect(brief[0]?.json).toMatchObject({
			starred: true,
			decoded_points: [
				[35, 140],
				[35.00025, 140],
				[35.0005, 140.0005],
			],
		});
		expect(Object.keys(brief[0]!.json)).not.toContain('resource_state');
	});

	test('Star sends a form body to the public interface', async () => {
		tracking.service.settings.current = true;
		const { items, error } = await run(
			'segment',
			'star',
			{ segmentId, starred: false },
			publicInterface,
		);
		expect(error).toBeUndefined();
		expect(items[0]?.json.starred).toBe(false);
		expect(sent('PUT *')[0]).toMatchObject({
			body: 'starred=false',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
		});
	});
});

describe('leaderboards', () => {
	test('the error about filters for premium members names the filters', async () => {
		tracking.service.faults.add({ on: 'GET *leaderboard', status: 402 });
		const { error } = await run('leaderboard', 'getAll', {
			segmentId,
			options: { ageGroup: '25_34', weightClass: '65_74' },
		});
		expect(error?.message).toBe(
			'Filtering a leaderboard by Age Group and Weight Class requires a premium membership',
		);
	});

	test('more than 15 context entries, and leaderboards of the public interface, are rejected before anything is sent', async () => {
		expect(
			(await run('leaderboard', 'getAll', { segmentId, options: { contextEntries: 16 } })).error
				?.message,
		).toBe('Context Entries must be at most 15, got 16');
		expect(
			(await run('leaderboard', 'getAll', { segmentId }, publicInterface)).error?.message,
		).toBe('Leaderboards are not available in the current public interface');
		expect(tracking.service.requests.total).toBe(0);
	});
});

describe('efforts', () => {
	test('are simplified with the ID of their athlete', async () => {
		const parameters = { segmentId, simplify: true, options: { ofAthlete: String(OWN_ATHLETE) } };
		const { items } = await run('segmentEffort', 'getAll', parameters);
		expect(items.length).toBeGreaterThan(0);
		expect(new Set(column(items, 'athlete_id'))).toEqual(new Set([String(OWN_ATHLETE)]));
	});

	test('From and To are in the local time of the segment, and From defaults to 1970-01-01', async () => {
		const day = { from: '2026-02-01T00:00:00+01:00', to: '2026-02-03' };
		const { items } = await run('segmentEffort', 'getAll', {
			segmentId,
			returnAll: true,
			options: day,
		});
		expect(column(items, 'start_date_local')).toEqual([
			'2026-02-01T07:30:00Z',
			'2026-02-02T07:30:00Z',
			'2026-02-03T07:30:00Z',
		]);
		const { items: open } = await run('segmentEffort', 'getAll', {
			segmentId,
			returnAll: true,
			options: { to: '2026-01-02', ofAthlete: String(OWN_ATHLETE) },
		});
		expect(open).toHaveLength(1);
		expect(sent('GET *all_efforts').at(-1)?.query).toMatchObject({
			start_date_local: '1970-01-01T00:00:00Z',
			end_date_local: '2026-01-02T23:59:59Z',
			athlete_id: String(OWN_ATHLETE),
		});
		const { error } = await run('segmentEffort', 'getAll', {
			segmentId,
			options: { from: '2026-02-04', to: '2026-02-03' },
		});
		expect(error?.message).toBe('From must not be later than To (2026-02-03), got 2026-02-04');
	});

	test('the public interface returns the athlete’s own efforts on the segment', async () => {
		tracking.service.settings.current = true;
		const { items, error } = await run(
			'segmentEffort',
			'getAll',
			{ segmentId, returnAll: true },
			publicInterface,
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(144);
		expect(sent('GET /api/v3/segment_efforts')[0]?.query).toMatchObject({
			segment_id: String(FIRST_SEGMENT),
			per_page: '200',
		});
	});

	test('the item fails if the public interface cannot return all efforts or filter by athlete', async () => {
		tracking.service.settings.current = true;
		const own = tracking.service.world.athletes[0]!;
		for (const effort of tracking.service.world.efforts) effort.athlete = own;
		const { error } = await run(
			'segmentEffort',
			'getAll',
			{ segmentId, returnAll: true },
			publicInterface,
		);
		expect(error?.message).toBe('The service returns at most 200 efforts, and more may match');
		expect(
			(
				await run(
					'segmentEffort',
					'getAll',
					{ segmentId, options: { ofAthlete: '1' } },
					publicInterface,
				)
			).error?.message,
		).toBe('Athlete ID is not supported by the current public interface');
	});
});

describe('streams', () => {
	test.each([
		['specified', {}],
		['current', publicInterface],
	])(
		'the streams of an activity are returned as one item per stream or per moment (%s interface)',
		async (name, more) => {
			tracking.service.settings.current = name === 'current';
			const types = ['time', 'latlng', 'watts'];
			const { items, error } = await run(
				'stream',
				'getForActivity',
				{
					activityId,
					types,
					streamOutput: 'arrays',
					options: { resolution: 'low', seriesType: 'time' },
				},
				more,
			);
			expect(error).toBeUndefined();
			expect(
				items
					.map(({ json }) => [
						json.type,
						(json.data as unknown[]).length,
						json.series_type,
						json.original_size,
					])
					.sort(),
			).toEqual(types.map((type) => [type, 100, 'time', 2500]).sort());
			const { items: moments } = await run(
				'stream',
				'getForActivity',
				{ activityId, types, streamOutput: 'moments' },
				more,
			);
			expect(moments).toHaveLength(2500);
			expect(Object.keys(moments[7]!.json).sort()).toEqual([
				'activity_id',
				'latlng',
				'time',
				'watts',
			]);
			expect(moments[7]?.json).toMatchObject({ time: 7, latlng: [35.00007, 140.00007] });
		},
	);

	test('streams that the record does not have are left out', async () => {
		const { items } = await run('stream', 'getForActivity', {
			activityId: byId(FIRST_ACTIVITY + 1),
			types: ['time', 'watts', 'heartrate'],
			streamOutput: 'arrays',
		});
		expect(column(items, 'type')).toEqual(['time']);
	});

	test('a route has no choice of streams', async () => {
		const { items } = await run('stream', 'getForRoute', {
			routeId: byId(ROUTE),
			streamOutput: 'moments',
		});
		expect(Object.keys(items[0]!.json)).toEqual(['distance', 'route_id']);
		expect(sent('GET *streams*').map(({ path }) => path.replace(/^.*streams/, ''))).toEqual(['']);
	});
});
