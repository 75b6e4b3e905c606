// Operations on what belongs to an athlete: activities, profile, clubs, gear and routes.

import { FIRST_ACTIVITY, OWN_ATHLETE, ROUTE } from '../services/activityTracking/seedData';
import { activityTrackingPerTest } from './kit/activityTracking';
import { bytesOf } from './kit/executor';
import { byId } from './kit/locator';

const tracking = activityTrackingPerTest();
const { run, sent } = tracking;

const activityId = byId(FIRST_ACTIVITY);
const routeId = byId(ROUTE);

describe('reads', () => {
	test('the ID of the athlete is read once for all items', async () => {
		const { items, error } = await run(
			'athlete',
			'getStats',
			{},
			{ items: [1, 2, 3].map((index) => ({ json: { index } })) },
		);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
		expect(sent('GET /api/v3/athlete')).toHaveLength(1);
		expect(sent(`GET /api/v3/athletes/${OWN_ATHLETE}/stats`)).toHaveLength(3);
	});

	test('the zones of an activity report that they require a premium membership', async () => {
		tracking.service.faults.add({ on: 'GET *zones', status: 402 });
		const { error } = await run('activity', 'getAllZones', { activityId });
		expect(error?.message).toBe('This request requires a premium membership');
	});

	test.each([
		['gpx', 'application/gpx+xml'],
		['tcx', 'application/vnd.garmin.tcx+xml'],
	])('a route is exported as a %s file', async (format, mimeType) => {
		const { items, error } = await run('route', `export${format === 'gpx' ? 'Gpx' : 'Tcx'}`, {
			routeId,
			options: { outputProperty: 'track' },
		});
		expect(error).toBeUndefined();
		const content = `<?xml version="1.0"?><${format}></${format}>`;
		expect(items[0]?.json).toEqual({
			id: ROUTE,
			fileName: `route-${ROUTE}.${format}`,
			size: content.length,
			mimeType,
		});
		const file = items[0]!.binary!.track!;
		expect([file.fileName, file.mimeType]).toEqual([`route-${ROUTE}.${format}`, mimeType]);
		expect(String(await bytesOf(file))).toBe(content);
	});
});

describe('writes', () => {
	const manual = {
		name: 'Gym & pool',
		sportType: 'WeightTraining',
		startDate: '2026-03-01T18:30:00+05:00',
		elapsedTime: 3600,
	};

	test('a manual activity is created, with its start in local time', async () => {
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
