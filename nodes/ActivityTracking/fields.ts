/**
 * Fields that several resources share. IDs are strings: effort IDs have more digits than a
 * JavaScript number can represent.
 */
import { choice, type Field, flag, id, type Paging, toText } from '../engine/describe';
import { byNumber } from './pagination';

export const maxPageSize = 200;

export const paging = byNumber({
	number: 'page',
	size: { name: 'per_page', maximum: maxPageSize },
});

/** A list that the service returns completely. Return All and Limit apply to its rows. */
export const onePage: Paging = { next: () => undefined };

/**
 * A local time as the service expects it. Appends Z, as the service does in its responses. The Z
 * does not mean UTC here.
 * @param value local date, or date and time, without an offset
 * @param defaultTime time of a date without a time
 */
export const toLocalTime = (value: string, defaultTime: string): string =>
	value.length === 'yyyy-mm-dd'.length ? `${value}T${defaultTime}Z` : `${value}Z`;

export const numericId = {
	pattern: /^\d{1,19}$/,
	expected: 'a numeric ID of up to 19 digits',
} satisfies Partial<Field>;

/** Matches the URL of a record's web page. */
const urlPattern = (resource: string): string => `/${resource}/(\\d+)`;

export const segmentId = id('Segment', {
	urlExample: 'https://www.strava.com/segments/229781',
	...numericId,
	description:
		'The road or trail segment. The list contains the segments that the athlete starred.',
	placeholder: 'e.g. 229781',
	urlPattern: urlPattern('segments'),
	listMethod: 'searchSegment',
	lookup: {
		request: 'GET /segments/starred?per_page=200',
		row: ({ id: value, name, city, distance }) => ({
			name: [
				toText(name),
				toText(city),
				distance === undefined ? '' : `${Math.round(Number(distance))} m`,
			]
				.filter(Boolean)
				.join(' · '),
			value: toText(value),
		}),
		paging,
	},
});

export const activityId = id('Activity', {
	urlExample: 'https://www.strava.com/activities/321934',
	...numericId,
	description: 'An activity of the athlete',
	placeholder: 'e.g. 321934',
	urlPattern: urlPattern('activities'),
	listMethod: 'searchActivity',
	lookup: {
		request: 'GET /athlete/activities?per_page=200',
		row: ({ id: value, name, start_date_local: start }) => ({
			name: [toText(start).slice(0, 10), toText(name)].filter(Boolean).join(' · '),
			value: toText(value),
		}),
		paging,
	},
});

export const effortId = id('Segment Effort', {
	urlExample: 'https://www.strava.com/segment_efforts/2706415842761849856',
	...numericId,
	description:
		'An attempt of the athlete on a segment. Its ID, not that of the segment, has up to 19 digits and is a string.',
	placeholder: 'e.g. 2706415842761849856',
	urlPattern: urlPattern('segment_efforts'),
});

export const athleteId = id('Athlete', {
	urlExample: 'https://www.strava.com/athletes/227615',
	...numericId,
	placeholder: 'e.g. 227615',
	urlPattern: urlPattern('athletes'),
});

export const routeId = id('Route', {
	urlExample: 'https://www.strava.com/routes/3013286',
	...numericId,
	description: 'A planned route',
	placeholder: 'e.g. 3013286',
	urlPattern: urlPattern('routes'),
});

export const clubId = id('Club', {
	urlExample: 'https://www.strava.com/clubs/231407',
	...numericId,
	description: 'The club. The list contains the clubs of the athlete.',
	placeholder: 'e.g. 231407',
	urlPattern: urlPattern('clubs'),
	listMethod: 'searchClub',
	lookup: {
		request: 'GET /athlete/clubs?per_page=200',
		row: ({ id: value, name, city }) => ({
			name: [toText(name), toText(city)].filter(Boolean).join(' · '),
			value: toText(value),
		}),
		paging,
	},
});

export const decodePolylines = flag('Decode Polylines', {
	description:
		'Whether to add decoded_points, a list of latitude and longitude pairs, alongside each polyline',
	default: true,
	in: 'none',
});

export const streamOutput = choice(
	'Output',
	{ arrays: 'One Item per Stream', moments: 'One Item per Moment' },
	{
		description:
			'Whether to return one item per stream with all its values, or one item per moment with one value from each stream',
		default: 'arrays',
		in: 'none',
	},
);

export const resolutionOptions = {
	resolution: choice(
		'Resolution',
		{
			low: 'Low (About 100 Points)',
			medium: 'Medium (About 1000 Points)',
			high: 'High (About 10000 Points)',
		},
		{
			description:
				'Downsamples the streams to about this many points. Shorter streams are returned unchanged. If not set, all points are returned.',
			default: 'low',
			collection: 'options',
		},
	),
	seriesType: choice('Series Type', ['distance', 'time'], {
		description:
			'Whether to downsample the streams by distance or by time. Has no effect without Resolution.',
		default: 'distance',
		apiName: 'series_type',
		collection: 'options',
	}),
};
