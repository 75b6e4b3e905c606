// Operations on what belongs to an athlete: activities, profile, clubs, gear and routes.

import { BIKE, FIRST_ACTIVITY, OWN_ATHLETE, ROUTE } from '../services/activityTracking/seedData';
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

	test('the photos of an activity and the events of a club are listed', async () => {
		const photos = await run('activity', 'getAllPhotos', {
			activityId,
			options: { photoSize: 600 },
		});
		expect(photos.items[0]?.json).toMatchObject({ urls: expect.any(Object) });
		// Without photo_sources, the service returns only photos of Instagram.
		expect(sent(`GET /api/v3/activities/${FIRST_ACTIVITY}/photos`)[0]?.query).toEqual({
			photo_sources: 'true',
			size: '600',
		});
		const events = await run('club', 'getAllEvents', { clubId: byId('231407') });
		expect(events.items[0]?.json.upcoming_occurrences).toEqual([expect.any(String)]);
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

	test('an update sends only the given fields', async () => {
		await run('activity', 'update', {
			activityId,
			options: { name: 'Commute home', gearId: BIKE, hideFromHome: true, description: '' },
		});
		expect(sent('PUT *')[0]?.body).toEqual({
			name: 'Commute home',
			gear_id: BIKE,
			hide_from_home: true,
			description: '',
		});
	});

	test('the local service stores created and updated activities', async () => {
		const created = await run('activity', 'create', { ...manual, options: { distance: 1200.5 } });
		const { id } = created.items[0]!.json;
		expect(created.items[0]?.json).toMatchObject({
			name: 'Gym & pool',
			sport_type: 'WeightTraining',
			start_date_local: '2026-03-01T18:30:00Z',
			distance: 1200.5,
			elapsed_time: 3600,
		});
		const options = { name: 'Commute home', gearId: BIKE, hideFromHome: true };
		const updated = await run('activity', 'update', { activityId: byId(String(id)), options });
		const changed = { id, name: 'Commute home', gear_id: BIKE, hide_from_home: true };
		expect(updated.items[0]?.json).toMatchObject(changed);
		const read = await run('activity', 'get', { activityId: byId(String(id)) });
		expect(read.items[0]?.json).toMatchObject(changed);
		const { items } = await run('activity', 'getAll', { returnAll: true });
		expect(items.map(({ json }) => json.name)).toContain('Commute home');
	});

	test('the weight of the athlete is updated', async () => {
		const { items } = await run('athlete', 'update', { weight: '70.25' });
		expect(items[0]?.json.weight).toBe(70.25);
		expect(sent('PUT /api/v3/athlete')[0]?.body).toBe('weight=70.25');
	});
});
