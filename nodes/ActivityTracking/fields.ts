/** Fields that several resources share. Every id is text: those of efforts have more digits than a number can hold. */
import { byNumber, choice, type Field, flag, id } from '../engine/describe';

export const largestPage = 200;

/** Pages of all lists of the service. */
export const paging = byNumber({
	number: 'page',
	size: { name: 'per_page', maximum: largestPage },
});

const digits: Pick<Field, 'pattern' | 'expected'> = {
	pattern: /^\d{1,19}$/,
	expected: 'an id of digits alone',
};

/** A pasted address of a page of the service, whole: n8n checks it from end to end. */
const address = (part: string): string => `https?://[^/]+/(?:.*/)?${part}/(\\d+)(?:[/?#].*)?`;

export const segmentId = id('Segment', {
	...digits,
	description: 'The road or trail segment; the list holds those that the athlete starred',
	placeholder: 'e.g. 229781',
	urlPattern: address('segments'),
	lookup: {
		request: 'GET /segments/starred?per_page=200',
		row: ({ id: value, name, city, distance }) => ({
			name: [name, city, distance === undefined ? '' : `${Math.round(Number(distance))} m`]
				.filter(Boolean)
				.join(' · '),
			value: String(value),
		}),
		paging,
	},
});

export const activityId = id('Activity', {
	...digits,
	description: 'An activity of the athlete',
	placeholder: 'e.g. 321934',
	urlPattern: address('activities'),
	lookup: {
		request: 'GET /athlete/activities?per_page=200',
		row: ({ id: value, name, start_date_local: start }) => ({
			name: [String(start ?? '').slice(0, 10), name].filter(Boolean).join(' · '),
			value: String(value),
		}),
		paging,
	},
});

export const effortId = id('Segment Effort', {
	...digits,
	description:
		'An attempt of the athlete on a segment. Its ID has up to 19 digits and is handled as text.',
	placeholder: 'e.g. 2706415842761849856',
	urlPattern: address('segment_efforts'),
});

export const athleteId = id('Athlete', {
	...digits,
	placeholder: 'e.g. 227615',
	urlPattern: address('athletes'),
});

export const routeId = id('Route', {
	...digits,
	description: 'A planned route',
	placeholder: 'e.g. 3013286',
	urlPattern: address('routes'),
});

export const decodePolylines = flag('Decode Polylines', {
	description:
		'Whether to add the points of each polyline as pairs of latitude and longitude, under decoded_points',
	default: true,
	in: 'none',
});

export const streamOutput = choice(
	'Output',
	{ arrays: 'One Item per Stream', moments: 'One Item per Moment' },
	{
		description:
			'Whether each item is a stream with all its values, or a moment with one value of each stream',
		default: 'arrays',
		in: 'none',
	},
);

/** How streams are thinned out. */
export const thinning = {
	resolution: choice(
		'Resolution',
		{
			low: 'Low (About 100 Points)',
			medium: 'Medium (About 1000 Points)',
			high: 'High (About 10000 Points)',
		},
		{
			description:
				'Thins the streams out to about so many points; they are never enlarged. All points unless set.',
			default: 'low',
		},
	),
	seriesType: choice('Series Type', ['distance', 'time'], {
		description:
			'What the points are spread over when the streams are thinned out; has no effect without a resolution',
		default: 'distance',
		wire: 'series_type',
	}),
};
