// The athletes, segments, efforts and activities that every new service starts with, in the format of
// the API.

import { encode } from '@googlemaps/polyline-codec';
import responses from '../../contract/data/responses/activity-tracking.json';
import { DocumentedResponses } from '../kit/documentedResponses';
import type { Fields } from '../kit/records';

export const documented = new DocumentedResponses(responses);

/** Values by type of stream, such as `watts`. All streams of a record have the same length. */
export type Streams = Readonly<Record<string, unknown[]>>;

export interface Upload {
	id: number;
	owner: number;
	external_id: string;
	activity_id: number | null;
	error: string | null;
	/** Number of reads until the upload is processed. */
	readsLeft: number;
	/** The values of the form. */
	form: Readonly<Record<string, string>>;
	content: Buffer;
}

export interface Athlete {
	id: number;
	name: string;
}

export interface Segment extends Fields {
	id: number;
	name: string;
	activity_type: string;
	start_latlng: readonly [number, number];
	end_latlng: readonly [number, number];
	starred: boolean;
}

export interface Effort extends Fields {
	/** A 64-bit ID, which a JavaScript number cannot represent. */
	id: string;
	athlete: { id: number };
	activity: { id: number };
	segment: Segment;
	start_date_local: string;
}

export interface Activity extends Fields {
	id: number;
	name: string;
	sport_type: string;
	athlete: { id: number };
	start_date: string;
	description: string | null;
}

export interface ActivityData {
	athletes: Athlete[];
	segments: Segment[];
	efforts: Effort[];
	activities: Activity[];
	/** Streams by the ID of their activity. */
	streams: Map<number, Streams>;
	uploads: Upload[];
}

export const OWN_ATHLETE = 227615;
export const FIRST_SEGMENT = 229781;
export const FIRST_ACTIVITY = 321934;
export const FIRST_EFFORT = 2706415842761849856n;
const FIRST_START = Date.UTC(2026, 0, 1, 7, 30);
const DAY = 24 * 60 * 60_000;
const START = [35, 140] as const;
/** UTC offset of the segments: nine hours. */
export const OFFSET_MS = 9 * 60 * 60_000;

const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z/, 'Z');

/** Marks a 64-bit ID, so that unquoteInt64 can turn it into a JSON number. */
const int64 = (id: bigint): string => `int64:${id}`;
export const unquoteInt64 = (json: string): string => json.replace(/"int64:(\d+)"/g, '$1');

const repeat = <T>(count: number, create: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => create(index));

/** The value of each stream at a data point. */
const VALUES: Readonly<Record<string, (index: number) => unknown>> = {
	time: (index) => index,
	latlng: (index) => [START[0] + index * 1e-5, START[1] + index * 1e-5],
	distance: (index) => index * 6.5,
	altitude: (index) => 100 + (index % 50),
	velocity_smooth: () => 6.5,
	heartrate: (index) => 120 + (index % 30),
	cadence: (index) => 80 + (index % 10),
	watts: (index) => 200 + (index % 20),
	temp: () => 21,
	moving: (index) => index > 0,
	grade_smooth: (index) => (index % 7) - 3.5,
};

/** The streams of a ride with this number of data points. */
export const streamsOf = (length: number, without: readonly string[] = []): Streams =>
	Object.fromEntries(
		Object.entries(VALUES)
			.filter(([type]) => !without.includes(type))
			.map(([type, value]) => [type, repeat(length, value)]),
	);

function segment(index: number): Segment {
	const start = [START[0] + (index % 50) * 0.001, START[1] + index * 0.002] as const;
	return {
		id: FIRST_SEGMENT + index,
		name: `Hill ${index}`,
		activity_type: index % 3 === 2 ? 'Run' : 'Ride',
		distance: 1200.5,
		average_grade: 5.1,
		start_latlng: start,
		end_latlng: [start[0] + 0.0005, start[1] + 0.0005],
		climb_category: index % 6,
		city: 'Takao',
		state: 'Tokyo',
		country: 'Japan',
		private: false,
		starred: index < 230,
		hazardous: false,
	};
}

const effort = (index: number): Effort => {
	const startLocal = FIRST_START + index * DAY;
	const seconds = 300 + (index % 40);
	return documented.record('GET /segment_efforts/:id', {
		id: int64(FIRST_EFFORT + BigInt(index)),
		name: 'Hill 0',
		activity: { id: FIRST_ACTIVITY },
		athlete: { id: OWN_ATHLETE + (index % 3) },
		elapsed_time: seconds,
		moving_time: seconds,
		start_date: iso(startLocal - OFFSET_MS),
		start_date_local: iso(startLocal),
		distance: 1198.3,
		average_watts: 212.4,
		segment: segment(0),
		kom_rank: null,
		pr_rank: null,
		hidden: false,
	});
};

/** @param firstActivity start of the first activity. The others follow, one per day */
export function createSeedData(firstActivity = FIRST_START): ActivityData {
	const athletes = repeat(3, (index) => ({ id: OWN_ATHLETE + index, name: `Athlete ${index}` }));
	const data: ActivityData = {
		athletes,
		segments: repeat(260, segment),
		efforts: repeat(430, effort),
		activities: [],
		streams: new Map(),
		uploads: [],
	};
	for (let index = 0; index < 12; index++)
		addActivity(data, {
			athlete: index === 11 ? athletes[1]! : athletes[0]!,
			name: `Morning Ride ${index}`,
			start: firstActivity + index * DAY,
			sportType: index % 2 ? 'GravelRide' : 'Ride',
			streams: streamsOf(index === 0 ? 2500 : 40, index === 1 ? ['watts', 'heartrate'] : []),
		});
	return data;
}

interface NewActivity extends Fields {
	athlete: Athlete;
	name: string;
	start: number;
	sportType: string;
	/** Default: none. Activities without a file have no streams. */
	streams?: Streams;
}

/** The type of an activity, which has fewer values than the sport type. */
export const typeOf = (sportType: string): string =>
	sportType.replace(/^(?:Gravel|Mountain)(?:Bike)?(?=Ride$)|^Trail(?=Run$)/, '');

/** Adds an activity with a new ID. @param values other properties in the format of the API */
export function addActivity(
	data: ActivityData,
	{ athlete, name, start, sportType, streams = {}, ...values }: NewActivity,
): Activity {
	const id = Math.max(FIRST_ACTIVITY - 1, ...data.activities.map((one) => one.id)) + 1;
	const points = (streams.latlng ?? []) as Array<[number, number]>;
	const summary_polyline = encode(points.filter((_, index) => index % 10 === 0));
	const seconds = streams.time?.length;
	const activity: Activity = {
		id,
		name,
		type: typeOf(sportType),
		sport_type: sportType,
		athlete: { id: athlete.id },
		distance: streams.distance?.at(-1),
		moving_time: seconds,
		elapsed_time: seconds,
		total_elevation_gain: seconds === undefined ? 0 : 49,
		start_date: iso(start),
		start_date_local: iso(start + OFFSET_MS),
		map: { id: `a${id}`, summary_polyline },
		manual: seconds === undefined,
		...measured('average_heartrate', 'max_heartrate', streams.heartrate),
		...measured('average_watts', 'max_watts', streams.watts),
		commute: false,
		trainer: false,
		description: null,
		gear_id: null,
		hide_from_home: false,
		...values,
	};
	data.activities.push(activity);
	data.streams.set(id, streams);
	return activity;
}

/** The average and the maximum of a stream. An activity without the sensor has neither. */
function measured(average: string, maximum: string, stream: unknown): Fields {
	const values = (stream ?? []) as readonly number[];
	if (values.length === 0) return {};
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return { [average]: Math.round(mean * 10) / 10, [maximum]: Math.max(...values) };
}
