// Routes under /api/v3. All of them require an access token.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountRoutes } from './accountRoutes';
import { activityRoutes } from './activityRoutes';
import { badRequest, missingPermission, notFound } from './errors';
import { exploreResponse } from './explore';
import { leaderboardResponse } from './leaderboard';
import { pageOf, type Query } from './query';
import { countRequest } from './rateLimit';
import { effortResponse, segmentDetail, starredSegment } from './responses';
import type { ActivityData, Athlete, Segment } from './seedData';
import type { Settings } from './settings';
import { streamRoutes } from './streamRoutes';
import type { Caller, Tokens } from './tokens';
import { uploadRoutes } from './uploads';

type ById = { Params: { id: string }; Querystring: Query };

export async function apiRoutes(
	app: FastifyInstance,
	data: ActivityData,
	tokens: Tokens,
	settings: Settings,
): Promise<void> {
	const callers = new WeakMap<FastifyRequest, Caller>();
	const callerOf = (request: FastifyRequest): Caller => callers.get(request)!;
	app.addHook('onRequest', async (request, reply) => {
		const token = tokens.authenticate(request.headers.authorization);
		callers.set(request, { ...token, me: data.athletes.find(({ id }) => id === token.athlete)! });
		countRequest(reply, settings);
	});
	const findSegment = (id: string): Segment => {
		const found = data.segments.find((segment) => String(segment.id) === id);
		if (!found) throw notFound('Segment');
		return found;
	};
	const starred = (athlete: Athlete, query: Query) =>
		pageOf([...(data.stars.get(athlete.id) ?? [])], query)
			.map((id) => findSegment(String(id)))
			// Private segments are removed after paging, so a page can have fewer rows than the requested
			// page size.
			.filter((segment) => !segment.private || !settings.hidePrivate)
			.map((segment) => starredSegment(data, segment, athlete));

	app.get<{ Querystring: Query }>('/segments/starred', async (request) =>
		starred(callerOf(request).me, request.query),
	);
	app.get<ById>('/athletes/:id/segments/starred', async ({ params: { id }, query }) => {
		const athlete = data.athletes.find((candidate) => String(candidate.id) === id);
		if (!athlete) throw notFound('Athlete');
		return starred(athlete, query);
	});
	app.get<{ Querystring: Query }>('/segments/explore', async ({ query }) =>
		exploreResponse(data, query),
	);
	app.get<ById>('/segments/:id', async (request) =>
		segmentDetail(data, findSegment(request.params.id), callerOf(request).me),
	);
	app.put<ById>('/segments/:id/starred', async (request) => {
		const { me, permissions } = callerOf(request);
		const segment = findSegment(request.params.id);
		if (!permissions.includes('write') && !permissions.includes('profile:write'))
			throw missingPermission('write_permission');
		const value = starredFlag(request, settings);
		const stars = data.stars.get(me.id) ?? new Set();
		data.stars.set(me.id, stars);
		if (value) stars.add(segment.id);
		else stars.delete(segment.id);
		return segmentDetail(data, segment, me);
	});
	app.get<ById>('/segments/:id/leaderboard', async (request) => {
		if (settings.current) throw notFound('Leaderboard');
		findSegment(request.params.id);
		const { me, premium } = callerOf(request);
		return leaderboardResponse(data, me, premium, request.query, settings.contextFirst);
	});

	const efforts = (segment: Segment, { me }: Caller, query: Query, paged: boolean): unknown[] => {
		const { start_date_local: from, end_date_local: to, athlete_id: athlete } = query;
		if ((from === undefined) !== (to === undefined))
			throw badRequest('SegmentEffort', from === undefined ? 'start_date_local' : 'end_date_local');
		const start = from === undefined ? -Infinity : Date.parse(from);
		const end = to === undefined ? Infinity : Date.parse(to);
		if (Number.isNaN(start) || Number.isNaN(end))
			throw badRequest('SegmentEffort', 'start_date_local');
		const rows = data.efforts
			.filter(
				(effort) =>
					effort.segment === segment && effort.startLocal >= start && effort.startLocal <= end,
			)
			.filter((effort) => (athlete === undefined ? true : String(effort.athlete.id) === athlete))
			.map((effort) => effortResponse(data, effort, me));
		return pageOf(rows, paged ? query : { ...query, page: '1' });
	};
	app.get<ById>('/segments/:id/all_efforts', async (request) => {
		if (settings.current) throw notFound('Segment');
		return efforts(findSegment(request.params.id), callerOf(request), request.query, true);
	});
	// The current public API returns only the athlete's own efforts and ignores the page parameter.
	app.get<{ Querystring: Query }>('/segment_efforts', async (request) => {
		const caller = callerOf(request);
		return efforts(
			findSegment(request.query.segment_id ?? ''),
			caller,
			{ ...request.query, athlete_id: String(caller.me.id) },
			false,
		);
	});
	app.get<ById>('/segment_efforts/:id', async (request) => {
		const { me } = callerOf(request);
		const effort = data.efforts.find(
			({ id, athlete }) => id === request.params.id && athlete === me,
		);
		if (!effort) throw notFound('SegmentEffort');
		return effortResponse(data, effort, me);
	});

	accountRoutes(app, data, callerOf);
	activityRoutes(app, data, callerOf);
	await uploadRoutes(app, data, settings, callerOf);
	streamRoutes(app, data, settings, callerOf, findSegment);
}

/**
 * Reads the flag from a JSON body (specification) or a form body (current public API).
 * @throws HttpError 400 for an invalid value, and for the body format of the other API
 */
function starredFlag({ body }: FastifyRequest, { current }: Settings): boolean {
	const value: unknown =
		typeof body === 'string'
			? new URLSearchParams(body).get('starred')
			: (body as { starred?: unknown } | undefined)?.starred;
	const isForm = typeof body === 'string';
	if (isForm !== current || !['true', 'false'].includes(String(value)))
		throw badRequest('Segment', 'starred');
	return String(value) === 'true';
}
