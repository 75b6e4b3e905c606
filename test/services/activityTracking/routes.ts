// Routes under /api/v3. Those that are not here send the documented responses.

import { encode } from '@googlemaps/polyline-codec';
import { List, Reply, type Exchange, type Routes } from '../kit/exchange';
import { readForm } from '../kit/forms';
import type { Fields } from '../kit/records';
import { badRequest, notFound } from './errors';
import {
	addActivity,
	documented,
	OFFSET_MS,
	streamsOf,
	type Activity,
	type ActivityData,
	type Athlete,
	type Effort,
	type Segment,
	type Streams,
	type Upload,
	typeOf,
} from './seedData';

/** Settings that a test can change while the service runs. */
export interface Settings {
	/** How often an upload is read before it is processed. */
	uploadReads: number;
}

const FIRST_UPLOAD = 16486788;

/** A request, with the athlete of the token. */
export interface ApiRequest extends Exchange {
	readonly athlete: Athlete;
}

/** @throws HttpError 404 */
function find<T extends { id: number | string }>(rows: readonly T[], id: unknown): T {
	const found = rows.find((row) => String(row.id).replace('int64:', '') === id);
	if (!found) throw notFound();
	return found;
}

/** The values of a JSON body or a form, which n8n's own node sends. */
const valuesOf = ({ request: { body } }: Exchange): Fields =>
	typeof body === 'string' ? Object.fromEntries(new URLSearchParams(body)) : (body as Fields);

/** What a form says about a new activity, in the format of the API. */
const detailsOf = ({ description = null, commute, trainer }: Fields): Fields => ({
	description,
	commute: commute === '1',
	trainer: trainer === '1',
});

export const apiRoutes = (data: ActivityData, settings: Settings): Routes<ApiRequest> => ({
	...athleteRoutes(data),
	...segmentRoutes(data),
	...streamRoutes(data),
	async 'POST /uploads'({ athlete, request }) {
		const { fields: form, files } = await readForm(request);
		const [file] = files;
		if (!file) throw badRequest('Upload', 'file');
		const upload: Upload = {
			id: FIRST_UPLOAD + data.uploads.length,
			owner: athlete.id,
			external_id: form.external_id ?? file.filename,
			activity_id: null,
			error: null,
			readsLeft: settings.uploadReads,
			form,
			content: file.content,
		};
		data.uploads.push(upload);
		return new Reply(201, uploadResponse(upload));
	},
	'GET /uploads/:id'({ athlete, params }) {
		const uploads = data.uploads.filter(({ owner }) => owner === athlete.id);
		const upload = find(uploads, params.id);
		const isPending = upload.activity_id === null && upload.error === null;
		if (isPending && upload.readsLeft-- <= 0) processUpload(data, athlete, upload);
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
		data.activities.filter((activity) => activity.athlete.id === athlete.id);
	const detailed = (activity: Activity): Fields => ({
		...activity,
		segment_efforts: data.efforts
			.filter(
				(effort) => effort.activity.id === activity.id && effort.athlete.id === activity.athlete.id,
			)
			.slice(0, 3),
	});
	return {
		'GET /athlete': ({ athlete }) => athleteResponse(athlete),
		'GET /athlete/activities'(req) {
			const { after = '0', before = 'Infinity' } = req.query;
			const rows = own(req).filter(({ start_date: date }) => {
				const start = Date.parse(date) / 1000;
				return start > Number(after) && start < Number(before);
			});
			// Lists do not contain the details.
			const hidden = { description: undefined, gear_id: undefined, hide_from_home: undefined };
			return new List(rows.map((row) => ({ ...row, ...hidden })));
		},
		'GET /activities/:id': (req) => detailed(find(own(req), req.params.id)),
		'POST /activities'(req) {
			const form = valuesOf(req) as Record<string, string>;
			const start = Date.parse(form.start_date_local ?? '') - OFFSET_MS;
			if (Number.isNaN(start)) throw badRequest('Activity', 'start_date_local');
			const seconds = Number(form.elapsed_time);
			const activity = addActivity(data, {
				athlete: req.athlete,
				name: form.name!,
				start,
				sportType: form.sport_type!,
				distance: Number(form.distance ?? 0),
				moving_time: seconds,
				elapsed_time: seconds,
				...detailsOf(form),
			});
			return new Reply(201, detailed(activity));
		},
		'PUT /activities/:id'(req) {
			const activity = Object.assign(find(own(req), req.params.id), valuesOf(req));
			return detailed(Object.assign(activity, { type: typeOf(activity.sport_type) }));
		},
	};
}

function segmentRoutes({ segments, efforts }: ActivityData): Routes<ApiRequest> {
	const segmentOf = ({ params }: ApiRequest): Segment => find(segments, params.id);
	const detailed = (segment: Segment): Fields => documented.record('GET /segments/:id', segment);
	const effortsOf = (segmentId: unknown, query: Exchange['query']): Effort[] => {
		const { id } = find(segments, segmentId);
		const { start_date_local: from, end_date_local: to, athlete_id: athlete } = query;
		return efforts.filter(
			(effort) =>
				effort.segment.id === id &&
				(from === undefined || effort.start_date_local >= from) &&
				(to === undefined || effort.start_date_local <= to) &&
				(athlete === undefined || String(effort.athlete.id) === athlete),
		);
	};
	return {
		'GET /segments/starred': () =>
			new List(
				segments
					.filter(({ starred }) => starred)
					.map((segment) => documented.record('GET /segments/starred', segment)),
			),
		'GET /segments/explore'({ query }) {
			const [south, west, north, east] = query.bounds!.split(',').map(Number);
			const type = query.activity_type === 'running' ? 'Run' : 'Ride';
			const { segments: rows } = documented.body('GET /segments/explore') as { segments: Fields[] };
			const found = segments.filter(
				({ activity_type: one, start_latlng: [latitude, longitude] }) =>
					one === type &&
					latitude >= south! &&
					latitude <= north! &&
					longitude >= west! &&
					longitude <= east!,
			);
			return {
				segments: found.slice(0, 10).map(({ id, name, start_latlng, end_latlng }) => {
					const points = encode([[...start_latlng], [...end_latlng]]);
					return { ...rows[0], id, name, start_latlng, end_latlng, points };
				}),
			};
		},
		'GET /segments/:id': (req) => detailed(segmentOf(req)),
		// The body is JSON in the specification, and a form in the current public API.
		'PUT /segments/:id/starred'(req) {
			const starred = String(valuesOf(req).starred) === 'true';
			return detailed(Object.assign(segmentOf(req), { starred }));
		},
		'GET /segments/:id/all_efforts': ({ params, query }) => new List(effortsOf(params.id, query)),
		// The current public API returns only the athlete's own efforts and ignores the page parameter.
		'GET /segment_efforts': ({ athlete, query }) =>
			effortsOf(query.segment_id, { ...query, athlete_id: String(athlete.id) }).slice(
				0,
				Number(query.per_page ?? 30),
			),
		'GET /segment_efforts/:id': ({ params }) => find(efforts, params.id),
	};
}

/** Numbers of data points. */
const RESOLUTIONS: Readonly<Record<string, number>> = { low: 100, medium: 1000, high: 10000 };

/** Streams as specified, and as in the current public API. */
function streamRoutes(data: ActivityData): Routes<ApiRequest> {
	const respond = (
		streams: Streams,
		types: string,
		{ resolution = '', series_type = 'distance' }: Exchange['query'],
	) => {
		const points = RESOLUTIONS[resolution] ?? Infinity;
		return types
			.split(',')
			.flatMap((type) => (streams[type] ? [{ type, all: streams[type] }] : []))
			.map(({ type, all }) => {
				const length = Math.min(points, all.length);
				return {
					type,
					data: Array.from({ length }, (_, at) => all[Math.floor((at * all.length) / length)]),
					series_type,
					original_size: all.length,
					resolution: resolution || 'high',
				};
			})
			.reverse();
	};
	const routesOf = (path: string, of: (id: string) => Streams): Routes<ApiRequest> => ({
		[`GET ${path}/:id/streams/:types`]: ({ params, query }) =>
			respond(of(params.id!), params.types!, query),
		[`GET ${path}/:id/streams`]: ({ params, query }) =>
			Object.fromEntries(
				respond(of(params.id!), query.keys!, query).map(({ type, ...rest }) => [type, rest]),
			),
	});
	const ofActivity = (id: string): Streams => data.streams.get(find(data.activities, id).id)!;
	return {
		...routesOf('/activities', ofActivity),
		...routesOf('/segment_efforts', (id) => ofActivity(String(find(data.efforts, id).activity.id))),
		...routesOf('/segments', () => streamsOf(20)),
	};
}

/** Creates the activity of an upload, unless another upload had the same file. */
function processUpload(data: ActivityData, athlete: Athlete, upload: Upload): void {
	const { form, content, external_id } = upload;
	const { name = 'Ride' } = form;
	const earlier = data.uploads.find(
		(one) => one.activity_id !== null && one.content.equals(content),
	);
	if (earlier)
		upload.error = `${external_id} duplicate of <a href='/activities/${earlier.activity_id}' target='_blank'>${name}</a>`;
	else {
		const start = Date.UTC(2026, 1, 1);
		const values = { athlete, name, start, sportType: 'Ride', ...detailsOf(form) };
		upload.activity_id = addActivity(data, values).id;
	}
}

const uploadResponse = ({ id, external_id, activity_id, error }: Upload): Fields => ({
	id,
	id_str: String(id),
	external_id,
	error,
	status:
		error !== null
			? 'There was an error processing your activity.'
			: activity_id === null
				? 'Your activity is still being processed.'
				: 'Your activity is ready.',
	activity_id,
});
