// Routes under /api/v3. All of them require an access token. Those that are not here send the
// documented responses.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import responses from '../../contract/data/responses/activity-tracking.json';
import { withDocumentedResponses } from '../kit/documentedResponses';
import { badRequest, notFound } from './errors';
import { integerParam, pageOf, type Query } from './query';
import { countRequest } from './rateLimit';
import {
	activityResponse,
	athleteResponse,
	effortResponse,
	exploredSegment,
	segmentDetail,
	starredSegment,
} from './responses';
import { addActivity, OFFSET_MS, type Activity, type ActivityData, type Athlete } from './seedData';
import type { Settings } from './settings';
import {
	keyByType,
	LOCATION_STREAM_TYPES,
	STREAM_TYPES,
	streamsOfLength,
	streamsResponse,
	type Streams,
} from './streams';
import type { Tokens } from './tokens';
import { uploadRoutes } from './uploads';

type ById = { Params: { id: string }; Querystring: Query };
type List = { Querystring: Query };
type StreamRequest = { Params: { id: string; types?: string }; Querystring: Query };

/** Rank of the viewer in the leaderboards. */
const OWN_RANK = 15;

export async function apiRoutes(
	app: FastifyInstance,
	data: ActivityData,
	tokens: Tokens,
	settings: Settings,
): Promise<void> {
	const callers = new WeakMap<FastifyRequest, Athlete>();
	const callerOf = (request: FastifyRequest): Athlete => callers.get(request)!;
	app.addHook('onRequest', async (request, reply) => {
		const athlete = tokens.authenticate(request.headers.authorization);
		callers.set(
			request,
			data.athletes.find(({ id }) => id === athlete)!,
		);
		countRequest(reply, settings);
	});
	await withDocumentedResponses(app, responses, async () => {
		athleteRoutes(app, data, callerOf);
		segmentRoutes(app, data, settings, callerOf);
		streamRoutes(app, data, settings);
		await uploadRoutes(app, data, settings, callerOf);
	});
}

function find<T extends { id: number | string }>(rows: readonly T[], id: unknown): T {
	const found = rows.find((row) => String(row.id) === id);
	if (!found) throw notFound('Record');
	return found;
}

function athleteRoutes(
	app: FastifyInstance,
	data: ActivityData,
	callerOf: (request: FastifyRequest) => Athlete,
): void {
	app.get('/athlete', async (request) => athleteResponse(callerOf(request)));
	app.put('/athlete', async (request) => ({
		...athleteResponse(callerOf(request)),
		weight: Number(new URLSearchParams(String(request.body)).get('weight')),
	}));
	for (const format of ['gpx', 'tcx'])
		app.get(`/routes/:id/export_${format}`, async (_, reply) =>
			reply.type('application/octet-stream').send(`<?xml version="1.0"?><${format}></${format}>`),
		);
	const activitiesOf = (request: FastifyRequest): Activity[] =>
		data.activities.filter(({ athlete }) => athlete === callerOf(request));
	app.get<List>('/athlete/activities', async (request) => {
		const after = integerParam(request.query, 'after', 0, 0, Infinity) * 1000;
		const before =
			integerParam(request.query, 'before', Number.MAX_SAFE_INTEGER, 0, Infinity) * 1000;
		const rows = activitiesOf(request).filter(({ start }) => start > after && start < before);
		return pageOf(rows, request.query).map((activity) => activityResponse(data, activity, false));
	});
	app.get<ById>('/activities/:id', async (request) =>
		activityResponse(data, find(activitiesOf(request), request.params.id), true),
	);
	app.post('/activities', async (request, reply) => {
		const form = new URLSearchParams(String(request.body));
		const start = Date.parse(form.get('start_date_local') ?? '') - OFFSET_MS;
		const elapsedTime = Number(form.get('elapsed_time'));
		if (!form.get('name')) throw badRequest('Activity', 'name');
		if (!form.get('sport_type')) throw badRequest('Activity', 'sport_type');
		if (Number.isNaN(start)) throw badRequest('Activity', 'start_date_local');
		if (!(elapsedTime > 0)) throw badRequest('Activity', 'elapsed_time');
		const activity = addActivity(data, {
			athlete: callerOf(request),
			name: form.get('name')!,
			start,
			sportType: form.get('sport_type')!,
			streams: {},
			manual: { distance: Number(form.get('distance') ?? 0), elapsedTime },
			description: form.get('description') ?? undefined,
			commute: form.get('commute') === '1',
			trainer: form.get('trainer') === '1',
		});
		return await reply.code(201).send(activityResponse(data, activity, true));
	});
	app.put<ById>('/activities/:id', async (request) => {
		const activity = find(activitiesOf(request), request.params.id);
		// n8n's own node sends a form.
		const values = (
			typeof request.body === 'string'
				? Object.fromEntries(new URLSearchParams(request.body))
				: request.body
		) as Record<string, unknown>;
		for (const [name, key] of Object.entries(updatable))
			if (name in values) Object.assign(activity, { [key]: values[name] });
		return activityResponse(data, activity, true);
	});
}

/** The fields of an activity that an update can change. */
const updatable = {
	name: 'name',
	sport_type: 'sportType',
	description: 'description',
	commute: 'commute',
	trainer: 'trainer',
	gear_id: 'gearId',
	hide_from_home: 'hideFromHome',
} as const satisfies Record<string, keyof Activity>;

function segmentRoutes(
	app: FastifyInstance,
	data: ActivityData,
	settings: Settings,
	callerOf: (request: FastifyRequest) => Athlete,
): void {
	app.get<List>('/segments/starred', async ({ query }) =>
		pageOf([...data.stars], query).map((segment) => starredSegment(data, segment)),
	);
	app.get<List>('/segments/explore', async ({ query }) => {
		const [south, west, north, east] = query.bounds!.split(',').map(Number) as [
			number,
			number,
			number,
			number,
		];
		const type = query.activity_type === 'running' ? 'Run' : 'Ride';
		const found = data.segments.filter(
			({ activityType, start: [latitude, longitude] }) =>
				activityType === type &&
				latitude >= south &&
				latitude <= north &&
				(west <= east
					? longitude >= west && longitude <= east
					: longitude >= west || longitude <= east),
		);
		return { segments: found.slice(0, 10).map(exploredSegment) };
	});
	app.get<ById>('/segments/:id', async ({ params }) =>
		segmentDetail(data, find(data.segments, params.id)),
	);
	// The body is JSON in the specification, and a form in the current public API.
	app.put<ById>('/segments/:id/starred', async ({ params, body }) => {
		const segment = find(data.segments, params.id);
		if ((typeof body === 'string') !== settings.current) throw badRequest('Segment', 'starred');
		const starred =
			typeof body === 'string'
				? body === 'starred=true'
				: (body as { starred: unknown }).starred === true;
		if (starred) data.stars.add(segment);
		else data.stars.delete(segment);
		return segmentDetail(data, segment);
	});
	app.get<ById>('/segments/:id/leaderboard', async ({ query }) => {
		const contextSize = integerParam(query, 'context_entries', 2, 0, 15);
		const entries = data.athletes.map(({ name }, index) => ({
			athlete_name: name,
			rank: index + 1,
			elapsed_time: 250 + index,
			moving_time: 250 + index,
			start_date: '2026-01-05T22:30:00Z',
			start_date_local: '2026-01-06T07:30:00Z',
		}));
		const page = pageOf(entries, { per_page: '10', ...query });
		const context = entries
			.slice(Math.max(0, OWN_RANK - 1 - contextSize), OWN_RANK + contextSize)
			.filter((entry) => !page.includes(entry));
		return {
			entry_count: entries.length,
			effort_count: entries.length,
			entries: settings.contextFirst ? [...context, ...page] : [...page, ...context],
		};
	});

	const efforts = (segmentId: unknown, query: Query, athleteId = query.athlete_id): unknown[] => {
		const segment = find(data.segments, segmentId);
		const { start_date_local: from, end_date_local: to } = query;
		const rows = data.efforts.filter(
			(effort) =>
				effort.segment === segment &&
				(from === undefined || effort.startLocal >= Date.parse(from)) &&
				(to === undefined || effort.startLocal <= Date.parse(to)) &&
				(athleteId === undefined || String(effort.athlete.id) === athleteId),
		);
		return pageOf(rows, query).map((effort) => effortResponse(data, effort));
	};
	app.get<ById>('/segments/:id/all_efforts', async ({ params, query }) => {
		if (settings.current) throw notFound('Segment');
		return efforts(params.id, query);
	});
	// The current public API returns only the athlete's own efforts and ignores the page parameter.
	app.get<List>('/segment_efforts', async (request) =>
		efforts(
			request.query.segment_id,
			{ ...request.query, page: '1' },
			String(callerOf(request).id),
		),
	);
	app.get<ById>('/segment_efforts/:id', async ({ params }) =>
		effortResponse(data, find(data.efforts, params.id)),
	);
}

/** Streams as specified, and as in the current public API. */
function streamRoutes(app: FastifyInstance, data: ActivityData, settings: Settings): void {
	const addRoutes = (
		path: string,
		allowed: readonly string[],
		streamsOf: (id: string) => Streams,
	): void => {
		const respond = ({ params, query }: FastifyRequest<StreamRequest>, types = '') =>
			streamsResponse(streamsOf(params.id), types.split(','), allowed, query);
		app.get<StreamRequest>(`${path}/:id/streams/:types`, async (request) => {
			if (settings.current) throw notFound('Stream');
			return respond(request, request.params.types);
		});
		app.get<StreamRequest>(`${path}/:id/streams`, async (request) =>
			keyByType(respond(request, request.query.keys)),
		);
	};
	const streamsOfActivity = (id: unknown): Streams => find(data.activities, id).streams;
	addRoutes('/activities', STREAM_TYPES, streamsOfActivity);
	addRoutes('/segment_efforts', STREAM_TYPES, (id) =>
		streamsOfActivity(String(find(data.efforts, id).activity)),
	);
	addRoutes('/segments', LOCATION_STREAM_TYPES, (id) =>
		streamsOfLength(20, find(data.segments, id).start),
	);
}
