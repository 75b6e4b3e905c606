// The athletes, segments, efforts and activities that every new service starts with.

import { encodePolyline } from './polyline';
import { streamsOfLength, type Streams } from './streams';

export interface Upload {
	id: number;
	owner: number;
	externalId: string | null;
	/** Number of reads until the upload is processed. */
	readsLeft: number;
	/** Sets the activity or the error. */
	process(): void;
	activityId?: number;
	error?: string;
	/** The values of the form, and the size of the file. */
	form: Readonly<Record<string, string>>;
	fileName: string;
	size: number;
}

export interface Athlete {
	id: number;
	name: string;
}

export interface Segment {
	id: number;
	name: string;
	activityType: 'Ride' | 'Run';
	category: number;
	start: [number, number];
	end: [number, number];
	private: boolean;
}

export interface Effort {
	/** A 64-bit ID, which a JavaScript number cannot represent. */
	id: string;
	segment: Segment;
	athlete: Athlete;
	activity: number;
	/** Start in the segment's local time, converted to epoch milliseconds as if it were UTC. */
	startLocal: number;
	elapsed: number;
}

export interface Activity {
	id: number;
	athlete: Athlete;
	name: string;
	start: number;
	streams: Streams;
	sportType: string;
	/** Set for activities without a file. */
	manual?: { distance: number; elapsedTime: number };
	description?: string;
	commute?: boolean;
	trainer?: boolean;
	gearId?: string;
	hideFromHome?: boolean;
}

export interface ActivityData {
	athletes: Athlete[];
	segments: Segment[];
	efforts: Effort[];
	activities: Activity[];
	/** In the order in which they were starred. */
	stars: Set<Segment>;
	uploads: Upload[];
}

export const OWN_ATHLETE = 227615;
export const FIRST_SEGMENT = 229781;
export const FIRST_ACTIVITY = 321934;
export const FIRST_EFFORT = 2706415842761849856n;
export const ROUTE = '3013286';
const FIRST_START = Date.UTC(2026, 0, 1, 7, 30);
const DAY = 24 * 60 * 60_000;
/** UTC offset of the segments: nine hours. */
export const OFFSET_MS = 9 * 60 * 60_000;
const repeat = <T>(count: number, create: (index: number) => T): T[] =>
	Array.from({ length: count }, (_, index) => create(index));

/** @param firstActivity start of the first activity. The others follow, one per day */
export function createSeedData(firstActivity = FIRST_START): ActivityData {
	const athletes = repeat(47, (index): Athlete => ({
		id: OWN_ATHLETE + index,
		name: `Athlete ${index}`,
	}));
	const segments = repeat(260, (index): Segment => {
		// The last ten are at the 180th meridian.
		const longitude = index >= 250 ? 179.95 + (index - 250) * 0.01 : 140 + index * 0.002;
		const start: [number, number] = [
			35 + (index % 50) * 0.001,
			longitude > 180 ? longitude - 360 : longitude,
		];
		return {
			id: FIRST_SEGMENT + index,
			name: `Hill ${index}`,
			activityType: index % 3 === 2 ? 'Run' : 'Ride',
			category: index % 6,
			start,
			end: [start[0] + 0.0005, start[1] + 0.0005],
			private: index === 3,
		};
	});
	const efforts = repeat(430, (index): Effort => ({
		id: String(FIRST_EFFORT + BigInt(index)),
		segment: segments[0]!,
		athlete: athletes[index % 3]!,
		activity: FIRST_ACTIVITY,
		startLocal: FIRST_START + index * DAY,
		elapsed: 300 + (index % 40),
	}));
	const activities = repeat(12, (index): Activity => ({
		id: FIRST_ACTIVITY + index,
		athlete: index === 11 ? athletes[1]! : athletes[0]!,
		name: `Morning Ride ${index}`,
		start: firstActivity + index * DAY,
		sportType: index % 2 ? 'GravelRide' : 'Ride',
		streams: streamsOfLength(
			index === 0 ? 2500 : 40,
			segments[0]!.start,
			index === 1 ? ['watts', 'heartrate'] : [],
		),
	}));
	return {
		athletes,
		segments,
		efforts,
		activities,
		stars: new Set(segments.slice(0, 230)),
		uploads: [],
	};
}

export const polylineOf = ({ start, end }: Segment): string =>
	encodePolyline([start, [(start[0] + end[0]) / 2, start[1]], end]);

/** Adds an activity with a new ID. */
export function addActivity(data: ActivityData, activity: Omit<Activity, 'id'>): Activity {
	const added = { ...activity, id: Math.max(...data.activities.map(({ id }) => id)) + 1 };
	data.activities.push(added);
	return added;
}
