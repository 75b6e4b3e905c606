// The athletes, segments, efforts and activities that every new service starts with.

/** Values by type of stream, such as `watts`. All streams of a record have the same length. */
export type Streams = Readonly<Record<string, unknown[]>>;

export interface Upload {
	id: number;
	owner: number;
	externalId: string | null;
	/** Number of reads until the upload is processed. */
	readsLeft: number;
	activityId?: number;
	error?: string;
	/** The values of the form, and the size of the file. */
	form: Readonly<Record<string, string>>;
	fileName: string;
	size: number;
	/** Hash of the file. */
	digest: string;
}

export interface Athlete {
	id: number;
	name: string;
}

export interface Segment {
	id: number;
	name: string;
	activityType: 'Ride' | 'Run';
	start: readonly [number, number];
	starred: boolean;
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
	description?: string | undefined;
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
	uploads: Upload[];
}

export const OWN_ATHLETE = 227615;
export const FIRST_SEGMENT = 229781;
export const FIRST_ACTIVITY = 321934;
export const FIRST_EFFORT = 2706415842761849856n;
export const ROUTE = '3013286';
const FIRST_START = Date.UTC(2026, 0, 1, 7, 30);
const DAY = 24 * 60 * 60_000;
const START = [35, 140] as const;

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

/** @param firstActivity start of the first activity. The others follow, one per day */
export function createSeedData(firstActivity = FIRST_START): ActivityData {
	const athletes = repeat(3, (index): Athlete => ({
		id: OWN_ATHLETE + index,
		name: `Athlete ${index}`,
	}));
	const segments = repeat(260, (index): Segment => ({
		id: FIRST_SEGMENT + index,
		name: `Hill ${index}`,
		activityType: index % 3 === 2 ? 'Run' : 'Ride',
		start: [START[0] + (index % 50) * 0.001, START[1] + index * 0.002],
		starred: index < 230,
	}));
	return {
		athletes,
		segments,
		efforts: repeat(430, (index): Effort => ({
			id: String(FIRST_EFFORT + BigInt(index)),
			segment: segments[0]!,
			athlete: athletes[index % 3]!,
			activity: FIRST_ACTIVITY,
			startLocal: FIRST_START + index * DAY,
			elapsed: 300 + (index % 40),
		})),
		activities: repeat(12, (index): Activity => ({
			id: FIRST_ACTIVITY + index,
			athlete: index === 11 ? athletes[1]! : athletes[0]!,
			name: `Morning Ride ${index}`,
			start: firstActivity + index * DAY,
			sportType: index % 2 ? 'GravelRide' : 'Ride',
			streams: streamsOf(index === 0 ? 2500 : 40, index === 1 ? ['watts', 'heartrate'] : []),
		})),
		uploads: [],
	};
}

/** Adds an activity with a new ID. */
export function addActivity(data: ActivityData, activity: Omit<Activity, 'id'>): Activity {
	const added = { ...activity, id: Math.max(...data.activities.map(({ id }) => id)) + 1 };
	data.activities.push(added);
	return added;
}
