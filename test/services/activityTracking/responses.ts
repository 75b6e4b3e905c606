// Response formats of the specification.

import { encodePolyline } from './polyline';
import {
	FIRST_EFFORT,
	OFFSET_MS,
	polylineOf,
	type Activity,
	type ActivityData,
	type Athlete,
	type Club,
	type Effort,
	type Gear,
	type Route,
	type Segment,
} from './seedData';

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** Marks a 64-bit ID, so that unquoteInt64 can turn it into a JSON number. */
export const int64 = (id: string): string => `int64:${id}`;
export const unquoteInt64 = (json: string): string => json.replace(/"int64:(\d+)"/g, '$1');

function segmentSummary(
	data: ActivityData,
	segment: Segment,
	viewer: Athlete,
): Record<string, unknown> {
	return {
		id: segment.id,
		resource_state: 2,
		name: segment.name,
		activity_type: segment.activityType,
		distance: 1200.5,
		average_grade: 5.1,
		maximum_grade: 11.2,
		elevation_high: 180.2,
		elevation_low: 119,
		start_latlng: segment.start,
		end_latlng: segment.end,
		climb_category: segment.category,
		city: 'Takao',
		state: 'Tokyo',
		country: 'Japan',
		private: segment.private,
		starred: data.stars.get(viewer.id)?.has(segment.id) ?? false,
		hazardous: false,
	};
}

export function segmentDetail(
	data: ActivityData,
	segment: Segment,
	viewer: Athlete,
): Record<string, unknown> {
	return {
		...segmentSummary(data, segment, viewer),
		resource_state: 3,
		created_at: '2020-01-01T17:36:38Z',
		updated_at: '2025-09-04T20:00:50Z',
		total_elevation_gain: 61.2,
		map: { id: `s${segment.id}`, polyline: polylineOf(segment), resource_state: 3 },
		effort_count: data.efforts.filter((effort) => effort.segment === segment).length,
		athlete_count: data.athletes.length,
		star_count: [...data.stars.values()].filter((starred) => starred.has(segment.id)).length,
	};
}

export function starredSegment(
	data: ActivityData,
	segment: Segment,
	owner: Athlete,
): Record<string, unknown> {
	const best = data.efforts
		.filter((effort) => effort.segment === segment && effort.athlete === owner)
		.sort((a, b) => a.elapsed - b.elapsed)[0];
	return {
		...segmentSummary(data, segment, owner),
		start_latitude: segment.start[0],
		start_longitude: segment.start[1],
		end_latitude: segment.end[0],
		end_longitude: segment.end[1],
		...(best && {
			pr_time: best.elapsed,
			athlete_pr_effort: {
				id: int64(best.id),
				elapsed_time: best.elapsed,
				distance: 1200.5,
				start_date: iso(best.startLocal - OFFSET_MS),
				start_date_local: iso(best.startLocal),
				is_kom: false,
			},
		}),
		starred_date: '2026-01-01T00:00:00Z',
	};
}

export function effortResponse(
	data: ActivityData,
	effort: Effort,
	viewer: Athlete,
): Record<string, unknown> {
	return {
		id: int64(effort.id),
		resource_state: 2,
		name: effort.segment.name,
		activity: { id: effort.activity },
		athlete: { id: effort.athlete.id },
		elapsed_time: effort.elapsed,
		moving_time: effort.elapsed,
		start_date: iso(effort.startLocal - OFFSET_MS),
		start_date_local: iso(effort.startLocal),
		distance: 1198.3,
		start_index: 100,
		end_index: 400,
		average_watts: 212.4,
		device_watts: true,
		segment: segmentSummary(data, effort.segment, viewer),
		kom_rank: null,
		pr_rank: null,
		hidden: false,
	};
}

export function exploredSegment(segment: Segment): Record<string, unknown> {
	return {
		id: segment.id,
		name: segment.name,
		climb_category: segment.category,
		climb_category_desc: ['NC', '4', '3', '2', '1', 'HC'][segment.category],
		avg_grade: 5.1,
		start_latlng: segment.start,
		end_latlng: segment.end,
		elev_difference: 61.2,
		distance: 1200.5,
		points: polylineOf(segment),
	};
}

/** An athlete of the club or of the kudos of an activity. */
export const athleteSummary = ({ name, gender }: Athlete): Record<string, unknown> => {
	const [firstname, lastname] = name.split(' ');
	return { resource_state: 2, firstname, lastname, sex: gender };
};

export function athleteResponse(
	data: ActivityData,
	athlete: Athlete,
	premium: boolean,
	detailed: boolean,
): Record<string, unknown> {
	return {
		id: athlete.id,
		...athleteSummary(athlete),
		firstname: athlete.name,
		premium,
		...(detailed && {
			resource_state: 3,
			weight: data.weights.get(athlete.id),
			bikes: data.gear.filter(({ id }) => id.startsWith('b')).map(gearSummary),
			shoes: data.gear.filter(({ id }) => id.startsWith('g')).map(gearSummary),
		}),
	};
}

const gearSummary = ({ id, name, distance }: Gear): Record<string, unknown> => ({
	id,
	resource_state: 2,
	primary: true,
	name,
	distance,
});

export const gearResponse = (gear: Gear): Record<string, unknown> => ({
	...gearSummary(gear),
	resource_state: 3,
	brand_name: 'A brand',
	model_name: 'A model',
	frame_type: 3,
	description: `The description of ${gear.name}`,
});

export const statsResponse = (): Record<string, unknown> => {
	const total = {
		count: 3,
		distance: 84297.5,
		moving_time: 12600,
		elapsed_time: 13200,
		elevation_gain: 1548,
	};
	const sports = ['ride', 'run', 'swim'];
	return {
		biggest_ride_distance: 120500.5,
		biggest_climb_elevation_gain: 802,
		...Object.fromEntries(
			['recent', 'ytd', 'all'].flatMap((period) =>
				sports.map((sport) => [`${period}_${sport}_totals`, total]),
			),
		),
	};
};

export const zonesResponse = (): Record<string, unknown> => ({
	heart_rate: {
		custom_zones: false,
		zones: [
			{ min: 0, max: 115 },
			{ min: 115, max: -1 },
		],
	},
	power: {
		zones: [
			{ min: 0, max: 180 },
			{ min: 180, max: -1 },
		],
	},
});

export function clubResponse(club: Club, viewer: Athlete, detailed: boolean): object {
	return {
		id: club.id,
		resource_state: detailed ? 3 : 2,
		name: club.name,
		sport_type: 'cycling',
		city: 'Takao',
		state: 'Tokyo',
		country: 'Japan',
		private: false,
		member_count: club.members.length,
		url: `club-${club.id}`,
		...(detailed && {
			membership: club.members.includes(viewer) ? 'member' : null,
			admin: club.members[0] === viewer,
			owner: club.members[0] === viewer,
		}),
	};
}

export function routeResponse(route: Route): Record<string, unknown> {
	const { latlng = [], distance = [] } = route.streams;
	const polyline = encodePolyline(latlng as Array<[number, number]>);
	return {
		id: int64(route.id),
		id_str: route.id,
		athlete: athleteSummary(route.athlete),
		name: route.name,
		description: `The description of ${route.name}`,
		distance: distance.at(-1),
		elevation_gain: 42,
		map: { id: `r${route.id}`, polyline, summary_polyline: polyline },
		type: 1,
		sub_type: 5,
		private: route.private,
		starred: false,
		timestamp: 1735689600,
		created_at: '2025-01-01T00:00:00Z',
		updated_at: '2025-01-01T00:00:00Z',
		estimated_moving_time: 3600,
		segments: [],
		waypoints: [],
	};
}

export function activityResponse(
	data: ActivityData,
	activity: Activity,
	detailed: boolean,
): Record<string, unknown> {
	const { streams, manual } = activity;
	const line = encodePolyline(
		((streams.latlng ?? []) as Array<[number, number]>).filter((_, index) => index % 10 === 0),
	);
	const seconds = manual?.elapsedTime ?? streams.time?.length;
	return {
		id: activity.id,
		name: activity.name,
		type: 'Ride',
		sport_type: activity.sportType,
		athlete: { id: activity.athlete.id },
		distance: manual?.distance ?? streams.distance?.at(-1),
		moving_time: seconds,
		elapsed_time: seconds,
		total_elevation_gain: 49,
		start_date: iso(activity.start),
		start_date_local: iso(activity.start + OFFSET_MS),
		map: { id: `a${activity.id}`, summary_polyline: line },
		manual: manual !== undefined,
		commute: activity.commute ?? false,
		trainer: activity.trainer ?? false,
		hide_from_home: activity.hideFromHome ?? false,
		gear_id: activity.gearId ?? null,
		...(detailed && {
			description: activity.description ?? null,
			segment_efforts: data.efforts
				.filter((effort) => effort.activity === activity.id && effort.athlete === activity.athlete)
				.slice(0, 3)
				.map((effort) => effortResponse(data, effort, activity.athlete)),
		}),
	};
}

/** The laps of an activity: its first and its second half. */
export function lapsResponse({ id, athlete, name, streams, start }: Activity): unknown[] {
	const seconds = (streams.time?.length ?? 0) / 2;
	return [1, 2].map((lap) => ({
		id: int64(`${FIRST_EFFORT + BigInt(id * 2 + lap)}`),
		resource_state: 2,
		name: `${name}, lap ${lap}`,
		activity: { id },
		athlete: { id: athlete.id },
		elapsed_time: seconds,
		moving_time: seconds,
		start_date: iso(start + (lap - 1) * seconds * 1000),
		start_date_local: iso(start + (lap - 1) * seconds * 1000 + OFFSET_MS),
		distance: 8046.72,
		total_elevation_gain: 27.5,
		average_speed: 4.76,
		max_speed: 9.4,
		average_cadence: 79,
		lap_index: lap,
		split: lap,
	}));
}

export const activityZonesResponse = (): unknown[] =>
	['heartrate', 'power'].map((type) => ({
		type,
		resource_state: 3,
		sensor_based: true,
		distribution_buckets: [
			{ min: 0, max: 115, time: 1735 },
			{ min: 115, max: -1, time: 62 },
		],
	}));

export const commentResponse = (
	{ id, start }: Activity,
	athlete: Athlete,
	index: number,
): Record<string, unknown> => ({
	id: int64(`${FIRST_EFFORT + BigInt(index)}`),
	activity_id: id,
	resource_state: 2,
	text: `Comment ${index}`,
	created_at: iso(start + index * 60_000),
	athlete: athleteSummary(athlete),
});

export const clubActivityResponse = ({
	athlete,
	name,
	sportType,
	streams,
}: Activity): Record<string, unknown> => {
	const { firstname, lastname } = athleteSummary(athlete);
	return {
		resource_state: 2,
		athlete: { resource_state: 2, firstname, lastname },
		name,
		distance: streams.distance?.at(-1),
		moving_time: streams.time?.length,
		elapsed_time: streams.time?.length,
		total_elevation_gain: 49,
		type: 'Ride',
		sport_type: sportType,
	};
};
