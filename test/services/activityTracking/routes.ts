// Routes under /api/v3. Those that are not here send the documented responses.

import responses from '../../contract/data/responses/activity-tracking.json';
import { DocumentedResponses } from '../kit/documentedResponses';
import { List, Reply, type Exchange, type Routes } from '../kit/exchange';
import type { Fields } from '../kit/records';
import { badRequest, notFound } from './errors';
import { encodePolyline } from './polyline';
import {
	addActivity,
	streamsOf,
	type Activity,
	type ActivityData,
	type Athlete,
	type Effort,
	type Segment,
	type Streams,
	type Upload,
} from './seedData';

/** Settings that a test can change while the service runs. */
export interface Settings {
	/** Offers only the current public API: no `all_efforts`, no stream types in the path. */
	current: boolean;
	/** How often an upload is read before it is processed. */
	uploadReads: number;
	/** Error of processing an upload, instead of an activity. */
	uploadError?: string;
}

/** A request, with the athlete of the token. */
export interface ApiRequest extends Exchange {
	readonly athlete: Athlete;
}

export const documented = new DocumentedResponses(responses);

/** UTC offset of the segments: nine hours. */
const OFFSET_MS = 9 * 60 * 60_000;
const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

/** Marks a 64-bit ID, so that unquoteInt64 can turn it into a JSON number. */
const int64 = (id: string): string => `int64:${id}`;
export const unquoteInt64 = (json: string): string => json.replace(/"int64:(\d+)"/g, '$1');

/** @throws HttpError 404 */
function find<T extends { id: number | string }>(rows: readonly T[], id: unknown): T {
	const found = rows.find((row) => String(row.id) === id);
	if (!found) throw notFound();
	return found;
}

/** The values of a JSON body or a form, which n8n's own node sends. */
const valuesOf = ({ request: { body } }: Exchange): Fields =>
	typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : (body as Fields);

/** The fields of an activity that an update can change. */
const UPDATABLE = {
	name: 'name',
	sport_type: 'sportType',
	description: 'description',
	commute: 'commute',
	trainer: 'trainer',
	gear_id: 'gearId',
	hide_from_home: 'hideFromHome',
} as const satisfies Record<string, keyof Activity>;

export const apiRoutes = (data: ActivityData, settings: Settings): Routes<ApiRequest> => ({
	...athleteRoutes(data),
	...segmentRoutes(data, settings),
	...streamRoutes(data, settings),
	'GET /uploads/:id'({ athlete, params }) {
		const upload = find(
			data.uploads.filter(({ owner }) => owner === athlete.id),
			params.id,
		);
		const isPending = upload.activityId === undefined && upload.error === undefined;
		if (isPending && upload.readsLeft-- <= 0) processUpload(data, settings, athlete, upload);
		return uploadResponse(upload);
	},
});

function athleteRoutes(data: ActivityData): Routes<ApiRequest> {
	const athleteResponse = ({ id, name }: Athlete): Fields => ({
		id,
		resource_state: 3,
		firstname: name,
		premium: true,
		weight: 68.5,
	});
	const own = ({ athlete }: ApiRequest): Activity[] =>
		data.activities.filter((activity) => activity.athlete === athlete);
	const xml = (format: string) => () =>
		new Reply(200, `<?xml version="1.0"?><${format}></${format}>`, {
			'content-type': 'application/octet-stream',
		});
	return {
		'GET /athlete': ({ athlete }) => athleteResponse(athlete),
		'PUT /athlete': (req) => ({
			...athleteResponse(req.athlete),
			weight: Number(valuesOf(req).weight),
		}),
		'GET /routes/:id/export_gpx': xml('gpx'),
		'GET /routes/:id/export_tcx': xml('tcx'),
		'GET /athlete/activities'(req) {
			const { after = '0', before = 'Infinity' } = req.query;
			const rows = own(req).filter(
				({ start }) => start > Number(after) * 1000 && start < Number(before) * 1000,
			);
			return new List(rows.map((activity) => activityResponse(data, activity, false)));
		},
		'GET /activities/:id': (req) => activityResponse(data, find(own(req), req.params.id), true),
		'POST /activities'(req) {
			const form = valuesOf(req) as Record<string, string>;
			const start = Date.parse(form.start_date_local ?? '') - OFFSET_MS;
			if (Number.isNaN(start)) throw badRequest('Activity', 'start_date_local');
			const activity = addActivity(data, {
				athlete: req.athlete,
				name: form.name!,
				start,
				sportType: form.sport_type!,
				streams: {},
				manual: { distance: Number(form.distance ?? 0), elapsedTime: Number(form.elapsed_time) },
				description: form.description,
				commute: form.commute === '1',
				trainer: form.trainer === '1',
			});
			return new Reply(201, activityResponse(data, activity, true));
		},
		'PUT /activities/:id'(req) {
			const activity = find(own(req), req.params.id);
			const values = valuesOf(req);
			for (const [name, key] of Object.entries(UPDATABLE))
				if (name in values) Object.assign(activity, { [key]: values[name] });
			return activityResponse(data, activity, true);
		},
	};
}

function segmentRoutes(data: ActivityData, settings: Settings): Routes<ApiRequest> {
	const segmentOf = ({ params }: ApiRequest): Segment => find(data.segments, params.id);
	const efforts = (segmentId: unknown, query: Exchange['query']): Fields[] => {
		const segment = find(data.segments, segmentId);
		const { start_date_local: from, end_date_local: to, athlete_id: athlete } = query;
		return data.efforts
			.filter(
				(effort) =>
					effort.segment === segment &&
					(from === undefined || effort.startLocal >= Date.parse(from)) &&
					(to === undefined || effort.startLocal <= Date.parse(to)) &&
					(athlete === undefined || String(effort.athlete.id) === athlete),
			)
			.map(effortResponse);
	};
	return {
		'GET /segments/starred': () =>
			new List(
				data.segments
					.filter(({ starred }) => starred)
					.map((segment) => documented.record('GET /segments/starred', segmentValues(segment))),
			),
		'GET /segments/explore'({ query }) {
			const [south, west, north, east] = query.bounds!.split(',').map(Number);
			const type = query.activity_type === 'running' ? 'Run' : 'Ride';
			const [sample] = (documented.body('GET /segments/explore') as { segments: Fields[] })
				.segments;
			const segments = data.segments
				.filter(
					({ activityType, start: [latitude, longitude] }) =>
						activityType === type &&
						latitude >= south! &&
						latitude <= north! &&
						longitude >= west! &&
						longitude <= east!,
				)
				.slice(0, 10)
				.map((segment) => {
					const { id, name, start } = segment;
					const end = endOf(segment);
					const points = encodePolyline([start, end]);
					return { ...sample, id, name, start_latlng: start, end_latlng: end, points };
				});
			return { segments };
		},
		'GET /segments/:id': (req) => segmentDetail(data, segmentOf(req)),
		// The body is JSON in the specification, and a form in the current public API.
		'PUT /segments/:id/starred'(req) {
			const segment = segmentOf(req);
			const isForm = typeof req.request.body === 'string';
			if (isForm !== settings.current) throw badRequest('Segment', 'starred');
			segment.starred = String(valuesOf(req).starred) === 'true';
			return segmentDetail(data, segment);
		},
		'GET /segments/:id/leaderboard': () => ({
			entry_count: data.athletes.length,
			effort_count: data.athletes.length,
			entries: data.athletes.map(({ name }, index) => ({
				athlete_name: name,
				rank: index + 1,
				elapsed_time: 250 + index,
				moving_time: 250 + index,
				start_date: '2026-01-05T22:30:00Z',
				start_date_local: '2026-01-06T07:30:00Z',
			})),
		}),
		'GET /segments/:id/all_efforts'({ params, query }) {
			if (settings.current) throw notFound('Segment');
			return new List(efforts(params.id, query));
		},
		// The current public API returns only the athlete's own efforts and ignores the page parameter.
		'GET /segment_efforts': ({ athlete, query }) =>
			efforts(query.segment_id, { ...query, athlete_id: String(athlete.id) }).slice(
				0,
				Number(query.per_page ?? 30),
			),
		'GET /segment_efforts/:id': ({ params }) => effortResponse(find(data.efforts, params.id)),
	};
}

/** Numbers of data points. */
const RESOLUTIONS: Readonly<Record<string, number>> = { low: 100, medium: 1000, high: 10000 };

/** Streams as specified, and as in the current public API. */
function streamRoutes(data: ActivityData, settings: Settings): Routes<ApiRequest> {
	const respond = (
		streams: Streams,
		types: string,
		{ resolution = '', series_type: seriesType = 'distance' }: Exchange['query'],
	) => {
		const points = RESOLUTIONS[resolution] ?? Infinity;
		return types
			.split(',')
			.flatMap((type) => (streams[type] ? [{ type, all: streams[type] }] : []))
			.map(({ type, all }) => ({
				type,
				data:
					all.length <= points
						? all
						: Array.from(
								{ length: points },
								(_, at) => all[Math.floor((at * all.length) / points)],
							),
				series_type: seriesType,
				original_size: all.length,
				resolution: resolution || 'high',
			}))
			.reverse();
	};
	const routesOf = (path: string, of: (id: string) => Streams): Routes<ApiRequest> => ({
		[`GET ${path}/:id/streams/:types`]({ params, query }) {
			if (settings.current) throw notFound('Stream');
			return respond(of(params.id!), params.types!, query);
		},
		[`GET ${path}/:id/streams`]: ({ params, query }) =>
			Object.fromEntries(
				respond(of(params.id!), query.keys!, query).map(({ type, ...rest }) => [type, rest]),
			),
	});
	const ofActivity = (id: string): Streams => find(data.activities, id).streams;
	return {
		...routesOf('/activities', ofActivity),
		...routesOf('/segment_efforts', (id) => ofActivity(String(find(data.efforts, id).activity))),
		...routesOf('/segments', () => streamsOf(20)),
	};
}

const endOf = ({ start }: Segment) => [start[0] + 0.0005, start[1] + 0.0005] as const;

const segmentValues = (segment: Segment): Fields => ({
	id: segment.id,
	name: segment.name,
	activity_type: segment.activityType,
	distance: 1200.5,
	average_grade: 5.1,
	start_latlng: segment.start,
	end_latlng: endOf(segment),
	climb_category: segment.id % 6,
	city: 'Takao',
	state: 'Tokyo',
	country: 'Japan',
	private: false,
	starred: segment.starred,
	hazardous: false,
});

function segmentDetail(data: ActivityData, segment: Segment): Fields {
	const { id, start } = segment;
	const end = endOf(segment);
	const polyline = encodePolyline([start, [(start[0] + end[0]) / 2, start[1]], end]);
	return documented.record('GET /segments/:id', {
		...segmentValues(segment),
		resource_state: 3,
		map: { id: `s${id}`, polyline, resource_state: 3 },
		effort_count: data.efforts.filter((effort) => effort.segment === segment).length,
	});
}

const effortResponse = (effort: Effort): Fields =>
	documented.record('GET /segment_efforts/:id', {
		id: int64(effort.id),
		name: effort.segment.name,
		activity: { id: effort.activity },
		athlete: { id: effort.athlete.id },
		elapsed_time: effort.elapsed,
		moving_time: effort.elapsed,
		start_date: iso(effort.startLocal - OFFSET_MS),
		start_date_local: iso(effort.startLocal),
		distance: 1198.3,
		average_watts: 212.4,
		segment: segmentValues(effort.segment),
		kom_rank: null,
		pr_rank: null,
		hidden: false,
	});

/** The average and the maximum of a stream. An activity without the sensor has neither. */
function measured(average: string, maximum: string, stream: unknown): Fields {
	const values = (stream ?? []) as readonly number[];
	if (values.length === 0) return {};
	const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
	return { [average]: Math.round(mean * 10) / 10, [maximum]: Math.max(...values) };
}

function activityResponse(data: ActivityData, activity: Activity, isDetailed: boolean): Fields {
	const { streams, manual } = activity;
	const points = (streams.latlng ?? []) as Array<[number, number]>;
	const line = encodePolyline(points.filter((_, index) => index % 10 === 0));
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
		...(isDetailed && {
			description: activity.description ?? null,
			gear_id: activity.gearId ?? null,
			hide_from_home: activity.hideFromHome ?? false,
			segment_efforts: data.efforts
				.filter((effort) => effort.activity === activity.id && effort.athlete === activity.athlete)
				.slice(0, 3)
				.map(effortResponse),
		}),
	};
}

/** Creates the activity of an upload, unless another upload had the same file. */
function processUpload(
	data: ActivityData,
	{ uploadError }: Settings,
	athlete: Athlete,
	upload: Upload,
): void {
	const { form, digest, externalId } = upload;
	const earlier = data.uploads.find(
		(other) => other.digest === digest && other.activityId !== undefined,
	);
	if (uploadError !== undefined) upload.error = uploadError;
	else if (earlier)
		upload.error = `${externalId} duplicate of <a href='/activities/${earlier.activityId}' target='_blank'>${form.name ?? 'Ride'}</a>`;
	else
		upload.activityId = addActivity(data, {
			athlete,
			name: form.name ?? 'Ride',
			start: Date.UTC(2026, 1, 1),
			sportType: 'Ride',
			streams: {},
			description: form.description,
			commute: form.commute === '1',
			trainer: form.trainer === '1',
		}).id;
}

export function uploadResponse({ id, externalId, activityId, error }: Upload): Fields {
	const status =
		error !== undefined
			? 'There was an error processing your activity.'
			: activityId === undefined
				? 'Your activity is still being processed.'
				: 'Your activity is ready.';
	return {
		id,
		id_str: String(id),
		external_id: externalId,
		error: error ?? null,
		status,
		activity_id: activityId ?? null,
	};
}
