// Operations on what belongs to an athlete: activities, profile, clubs, gear and routes.
import type { IDataObject } from 'n8n-workflow';
import { activityTracking } from '../../nodes/ActivityTracking/service';
import { readDescription } from '../contract/kit/published/description';
import { LOCAL_TOKEN, READING_TOKEN } from '../services/activityTracking/tokens';
import {
	BIKE,
	FIRST_ACTIVITY,
	FIRST_CLUB,
	OWN_ATHLETE,
	PRIVATE_ROUTE,
	ROUTE,
} from '../services/activityTracking/seedData';
import { activityTrackingPerTest } from './kit/activityTracking';
import { bytesOf } from './kit/executor';
import { byId } from './kit/locator';

const tracking = activityTrackingPerTest();
const { run, sent } = tracking;

const activityId = byId(FIRST_ACTIVITY);
const clubId = byId(FIRST_CLUB);
const routeId = byId(ROUTE);
const reading = { credential: { accessToken: READING_TOKEN } };

/** Reads, with the response of the first item. */
const reads: Array<[id: string, parameters: IDataObject, expected: IDataObject]> = [
	['activity.getAllComments', { activityId }, { activity_id: String(FIRST_ACTIVITY) }],
	['activity.getAllKudos', { activityId }, { firstname: 'Athlete', lastname: '1' }],
	['activity.getAllLaps', { activityId }, { lap_index: 1, average_speed: 4.76 }],
	['activity.getAllZones', { activityId }, { type: 'heartrate' }],
	['athlete.get', {}, { weight: 68.5 }],
	['athlete.getStats', {}, { biggest_ride_distance: 120500.5 }],
	[
		'athlete.getZones',
		{},
		{
			power: {
				zones: [
					{ min: 0, max: 180 },
					{ min: 180, max: -1 },
				],
			},
		},
	],
	['club.get', { clubId }, { member_count: 40, membership: 'member' }],
	['club.getAll', {}, { id: String(FIRST_CLUB), name: 'Club 0' }],
	['club.getAllActivities', { clubId }, { name: 'Morning Ride 0', sport_type: 'Ride' }],
	['club.getAllAdmins', { clubId }, { firstname: 'Athlete', lastname: '0' }],
	['club.getAllMembers', { clubId }, { membership: 'member', owner: true }],
	['gear.get', { gearId: byId(BIKE) }, { name: 'Gravel bike', frame_type: 3 }],
	['route.get', { routeId }, { id: ROUTE, name: 'Loop 0' }],
	['route.getAll', {}, { id: ROUTE, private: false }],
];

describe('reads', () => {
	test.each(reads)('%s returns the records', async (id, parameters, expected) => {
		const [resource, operation] = id.split('.') as [string, string];
		const { items, error } = await run(resource, operation, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject(expected);
	});

	test.each([
		['activity.getAllComments', { activityId }, 47],
		['activity.getAllKudos', { activityId }, 46],
		['activity.getAllLaps', { activityId }, 2],
		['club.getAllMembers', { clubId }, 40],
		['route.getAll', {}, 2],
	])('%s returns all records with Return All, and no more than Limit', async (id, given, total) => {
		const [resource, operation] = id.split('.') as [string, string];
		const all = await run(resource, operation, { ...given, returnAll: true });
		expect(all.items).toHaveLength(total);
		const some = await run(resource, operation, { ...given, returnAll: false, limit: 1 });
		expect(some.items).toHaveLength(1);
	});

	test('the clubs of an athlete without clubs are an empty list', async () => {
		for (const club of tracking.service.world.clubs) club.members = [];
		const { items, error } = await run('club', 'getAll', { returnAll: true });
		expect([items, error]).toEqual([[], undefined]);
	});

	test.each([
		['activity', 'getAllLaps', { activityId: byId(1) }, 'Activity 1'],
		['club', 'get', { clubId: byId(1) }, 'Club 1'],
		['club', 'getAllActivities', { clubId: byId(FIRST_CLUB + 2) }, `Club ${FIRST_CLUB + 2}`],
		['gear', 'get', { gearId: byId('b1') }, 'Gear b1'],
		['route', 'get', { routeId: byId(1) }, 'Route 1'],
		['route', 'exportGpx', { routeId: byId(1) }, 'Route 1'],
	])(
		'%s %s reports a record that is not found',
		async (resource, operation, parameters, record) => {
			const { error } = await run(resource, operation, parameters);
			expect(error?.message).toBe(`${record} not found`);
		},
	);

	test('route IDs keep all digits, and private routes require a scope', async () => {
		const { items } = await run('route', 'getAll', { returnAll: true, simplify: true });
		expect(items[1]?.json.id).toBe(PRIVATE_ROUTE);
		const parameters = { routeId: byId('={{ $json.id }}'), simplify: true };
		const route = await run('route', 'get', parameters, { items: [items[1]!] });
		expect(route.items[0]?.json).toMatchObject({ id: PRIVATE_ROUTE, private: true });
		expect((await run('route', 'getAll', { returnAll: true }, reading)).items).toHaveLength(1);
	});

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
		const { error } = await run('activity', 'getAllZones', { activityId }, reading);
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
		const content = `<?xml version="1.0"?><${format}><name>Loop 0</name></${format}>`;
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
		const { items, error } = await run('activity', 'create', {
			...manual,
			simplify: true,
			options: { description: 'Legs', distance: 1200.5, trainer: true, commute: false },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			name: 'Gym & pool',
			sport_type: 'WeightTraining',
			start_date_local: '2026-03-01T18:30:00Z',
			elapsed_time: 3600,
			distance: 1200.5,
			trainer: true,
			description: 'Legs',
		});
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

	test('an activity is not created again after a lost response', async () => {
		tracking.service.faults.add({ on: 'POST *', drop: 'after', count: 1 });
		const { error } = await run('activity', 'create', manual);
		expect(error?.description).toContain('may or may not have been processed');
		expect(sent('POST *')).toHaveLength(1);
	});

	test('an activity is updated, and only the given fields are sent', async () => {
		const { items, error } = await run('activity', 'update', {
			activityId,
			simplify: true,
			options: { name: 'Commute home', gearId: BIKE, hideFromHome: true, description: '' },
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			name: 'Commute home',
			gear_id: BIKE,
			hide_from_home: true,
			sport_type: 'Ride',
		});
		expect(sent('PUT *')[0]?.body).toEqual({
			name: 'Commute home',
			gear_id: BIKE,
			hide_from_home: true,
			description: '',
		});
		const removed = await run('activity', 'update', { activityId, options: { gearId: 'none' } });
		expect(removed.items[0]?.json.gear_id).toBeNull();
	});

	test('an update without any change is rejected before anything is sent', async () => {
		const { error } = await run('activity', 'update', { activityId });
		expect(error?.message).toBe('Name or another field is required. Add it in Update Fields');
		expect(tracking.service.requests.total).toBe(0);
	});

	test('the service rejects gear of another athlete, and the error names the field', async () => {
		const { error } = await run('activity', 'update', { activityId, options: { gearId: 'b1' } });
		expect(error?.description).toContain('gear_id');
	});

	test('the weight of the athlete is updated', async () => {
		const { items } = await run('athlete', 'update', { weight: '70.25' });
		expect(items[0]?.json.weight).toBe(70.25);
		expect(sent('PUT /api/v3/athlete')[0]?.body).toBe('weight=70.25');
	});

	test.each([
		['activity', 'create', manual, 'activity:write'],
		['activity', 'update', { activityId, options: { name: 'a' } }, 'activity:write'],
		['activity', 'getUpload', { uploadId: byId(1) }, 'activity:write'],
		['athlete', 'update', { weight: 70 }, 'profile:write'],
		['athlete', 'getZones', {}, 'profile:read_all'],
	])('%s %s reports the missing scope', async (resource, operation, parameters, scope) => {
		const { error } = await run(resource, operation, parameters, reading);
		expect(error?.message).toBe(
			`Activity Tracking requires the scope ${scope}, which the access token does not have`,
		);
	});
});

describe('the local test service', () => {
	const description = readDescription(activityTracking);
	const paths = [
		'/athlete',
		`/athletes/${OWN_ATHLETE}/stats`,
		'/athlete/zones',
		'/athlete/clubs',
		'/athlete/activities',
		`/athletes/${OWN_ATHLETE}/routes`,
		`/activities/${FIRST_ACTIVITY}`,
		`/activities/${FIRST_ACTIVITY}/comments`,
		`/activities/${FIRST_ACTIVITY}/kudos`,
		`/activities/${FIRST_ACTIVITY}/laps`,
		`/activities/${FIRST_ACTIVITY}/zones`,
		`/clubs/${FIRST_CLUB}`,
		`/clubs/${FIRST_CLUB}/members`,
		`/clubs/${FIRST_CLUB}/admins`,
		`/clubs/${FIRST_CLUB}/activities`,
		`/gear/${BIKE}`,
		`/routes/${ROUTE}`,
	];

	/** The published schemas do not say which properties can be null. */
	const withoutNull = (body: unknown): unknown =>
		JSON.parse(JSON.stringify(body, (_, value: unknown) => value ?? undefined));

	test.each(paths)('responds to GET %s as published', async (path) => {
		const response = await fetch(`${tracking.service.url}${path}`, {
			headers: { authorization: `Bearer ${LOCAL_TOKEN}` },
		});
		expect(response.status).toBe(200);
		const { operation } = description.find('GET', path)!;
		const { schema } = operation.responses[200]!;
		expect(description.errors(schema!, withoutNull(await response.json()), 'body')).toEqual([]);
	});
});
