// Response formats of the specification.

import { encodePolyline } from './polyline';
import {
	OFFSET_MS,
	polylineOf,
	type Activity,
	type ActivityData,
	type Athlete,
	type Effort,
	type Segment,
} from './seedData';

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** Marks a 64-bit ID, so that unquoteInt64 can turn it into a JSON number. */
export const int64 = (id: string): string => `int64:${id}`;
export const unquoteInt64 = (json: string): string => json.replace(/"int64:(\d+)"/g, '$1');

function segmentSummary(data: ActivityData, segment: Segment): Record<string, unknown> {
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
		starred: data.stars.has(segment),
		hazardous: false,
	};
}

export function segmentDetail(data: ActivityData, segment: Segment): Record<string, unknown> {
	return {
		...segmentSummary(data, segment),
		resource_state: 3,
		created_at: '2020-01-01T17:36:38Z',
		updated_at: '2025-09-04T20:00:50Z',
		total_elevation_gain: 61.2,
		map: { id: `s${segment.id}`, polyline: polylineOf(segment), resource_state: 3 },
		effort_count: data.efforts.filter((effort) => effort.segment === segment).length,
		athlete_count: data.athletes.length,
		star_count: 1,
	};
}

export function starredSegment(data: ActivityData, segment: Segment): Record<string, unknown> {
	return {
		...segmentSummary(data, segment),
		start_latitude: segment.start[0],
		start_longitude: segment.start[1],
		end_latitude: segment.end[0],
		end_longitude: segment.end[1],
		starred_date: '2026-01-01T00:00:00Z',
	};
}

export function effortResponse(data: ActivityData, effort: Effort): Record<string, unknown> {
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
		segment: segmentSummary(data, effort.segment),
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

export const athleteResponse = ({ id, name }: Athlete): Record<string, unknown> => ({
	id,
	resource_state: 3,
	firstname: name,
	premium: true,
	weight: 68.5,
});

/** The average and the maximum of a stream. An activity without the sensor has neither. */
function measured(average: string, maximum: string, stream: unknown): Record<string, number> {
	const values = (stream ?? []) as readonly number[];
	if (values.length === 0) return {};
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return {
		[average]: Math.round(mean * 10) / 10,
		[maximum]: values.reduce((most, value) => Math.max(most, value), 0),
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
		...measured('average_heartrate', 'max_heartrate', streams.heartrate),
		...measured('average_watts', 'max_watts', streams.watts),
		commute: activity.commute ?? false,
		trainer: activity.trainer ?? false,
		...(detailed && {
			description: activity.description ?? null,
			gear_id: activity.gearId ?? null,
			hide_from_home: activity.hideFromHome ?? false,
			segment_efforts: data.efforts
				.filter((effort) => effort.activity === activity.id && effort.athlete === activity.athlete)
				.slice(0, 3)
				.map((effort) => effortResponse(data, effort)),
		}),
	};
}
