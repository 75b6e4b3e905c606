import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { FIRST_SEGMENT, OWN_ATHLETE } from '../services/activityTracking/seedData';
import { activityTrackingPerTest } from './kit/activityTracking';
import { hintsOf } from './kit/executor';
import { byId } from './kit/locator';

const tracking = activityTrackingPerTest();
const { run, sent } = tracking;

const segmentId = byId(FIRST_SEGMENT);
const publicInterface = { credential: { interface: 'current' } };
const column = (items: INodeExecutionData[], name: string) => items.map(({ json }) => json[name]);

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

	test('the item fails if the public interface cannot return all efforts or filter by athlete', async () => {
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

describe('a manual activity', () => {
	const manual = {
		name: 'Gym & pool',
		sportType: 'WeightTraining',
		startDate: '2026-03-01T18:30:00+05:00',
		elapsedTime: 3600,
	};

	test('is created with its start in local time', async () => {
		const { error } = await run('activity', 'create', {
			...manual,
			options: { description: 'Legs', distance: 1200.5, trainer: true, commute: false },
		});
		expect(error).toBeUndefined();
		expect(Object.fromEntries(new URLSearchParams(String(sent('POST *')[0]?.body)))).toEqual({
			name: 'Gym & pool',
			sport_type: 'WeightTraining',
			start_date_local: '2026-03-01T18:30:00Z',
			elapsed_time: '3600',
			description: 'Legs',
			distance: '1200.5',
			trainer: '1',
			commute: '0',
		});
	});
});
