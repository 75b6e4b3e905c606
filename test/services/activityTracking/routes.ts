// The routes under /api/v3, for callers that are known.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activityAnswer, effortAnswer, segmentDetail, starredItem } from './responses';
import { exploreAnswer } from './explore';
import { leaderboardAnswer, number, type Query } from './leaderboard';
import { limits } from './rateLimit';
import { badRequest, missingPermission, notFound } from './errors';
import type { Settings } from './settings';
import { streamRoutes } from './streamRoutes';
import type { Token, Tokens } from './tokens';
import type { Athlete, Segment, World } from './seedData';

export interface Caller extends Token {
	me: Athlete;
}

type ById = { Params: { id: string }; Querystring: Query };

/** A page of rows by number: 30 rows unless asked otherwise, 200 at most. */
export const pageOf = <T>(rows: readonly T[], query: Query): T[] => {
	const size = number(query, 'per_page', 30, 1, 200);
	const from = (number(query, 'page', 1, 1, Infinity) - 1) * size;
	return rows.slice(from, from + size);
};

export async function apiRoutes(
	app: FastifyInstance,
	world: World,
	tokens: Tokens,
	settings: Settings,
): Promise<void> {
	const callers = new WeakMap<FastifyRequest, Caller>();
	const callerOf = (request: FastifyRequest): Caller => callers.get(request)!;
	app.addHook('onRequest', async (request, reply) => {
		const token = tokens.holder(request.headers.authorization);
		callers.set(request, { ...token, me: world.athletes.find(({ id }) => id === token.athlete)! });
		limits(reply, settings);
	});
	const segmentOf = (id: string): Segment => {
		const found = world.segments.find((segment) => String(segment.id) === id);
		if (!found) throw notFound('Segment');
		return found;
	};
	const starred = (athlete: Athlete, query: Query) =>
		pageOf([...(world.stars.get(athlete.id) ?? [])], query)
			.map((id) => segmentOf(String(id)))
			// Private ones are left out, so that a page may be short.
			.filter((segment) => !segment.private || !settings.hidePrivate)
			.map((segment) => starredItem(world, segment, athlete));

	app.get<{ Querystring: Query }>('/segments/starred', async (request) =>
		starred(callerOf(request).me, request.query),
	);
	app.get<ById>('/athletes/:id/segments/starred', async ({ params: { id }, query }) => {
		const athlete = world.athletes.find((one) => String(one.id) === id);
		if (!athlete) throw notFound('Athlete');
		return starred(athlete, query);
	});
	app.get<{ Querystring: Query }>('/segments/explore', async ({ query }) =>
		exploreAnswer(world, query),
	);
	app.get<ById>('/segments/:id', async (request) =>
		segmentDetail(world, segmentOf(request.params.id), callerOf(request).me),
	);
	app.put<ById>('/segments/:id/starred', async (request) => {
		const { me, permissions } = callerOf(request);
		const segment = segmentOf(request.params.id);
		if (!permissions.includes('write') && !permissions.includes('profile:write'))
			throw missingPermission('write_permission');
		const value = starredFlag(request, settings);
		const stars = world.stars.get(me.id) ?? new Set();
		world.stars.set(me.id, stars);
		if (value) stars.add(segment.id);
		else stars.delete(segment.id);
		return segmentDetail(world, segment, me);
	});
	app.get<ById>('/segments/:id/leaderboard', async (request) => {
		if (settings.current) throw notFound('Leaderboard');
		segmentOf(request.params.id);
		const { me, premium } = callerOf(request);
		return leaderboardAnswer(world, me, premium, request.query, settings.contextFirst);
	});

	const efforts = (segment: Segment, { me }: Caller, query: Query, paged: boolean): unknown[] => {
		const { start_date_local: from, end_date_local: to, athlete_id: athlete } = query;
		if ((from === undefined) !== (to === undefined))
			throw badRequest('SegmentEffort', from === undefined ? 'start_date_local' : 'end_date_local');
		const [least, most] = [
			from === undefined ? -Infinity : Date.parse(from),
			to === undefined ? Infinity : Date.parse(to),
		];
		if (Number.isNaN(least) || Number.isNaN(most))
			throw badRequest('SegmentEffort', 'start_date_local');
		const rows = world.efforts
			.filter(
				(effort) =>
					effort.segment === segment && effort.startLocal >= least && effort.startLocal <= most,
			)
			.filter((effort) => (athlete === undefined ? true : String(effort.athlete.id) === athlete))
			.map((effort) => effortAnswer(world, effort, me));
		return pageOf(rows, paged ? query : { ...query, page: '1' });
	};
	app.get<ById>('/segments/:id/all_efforts', async (request) => {
		if (settings.current) throw notFound('Segment');
		return efforts(segmentOf(request.params.id), callerOf(request), request.query, true);
	});
	// Today's form: the athlete's own efforts, and no page parameter.
	app.get<{ Querystring: Query }>('/segment_efforts', async (request) => {
		const caller = callerOf(request);
		return efforts(
			segmentOf(request.query.segment_id ?? ''),
			caller,
			{ ...request.query, athlete_id: String(caller.me.id) },
			false,
		);
	});
	app.get<ById>('/segment_efforts/:id', async (request) => {
		const { me } = callerOf(request);
		const effort = world.efforts.find(
			({ id, athlete }) => id === request.params.id && athlete === me,
		);
		if (!effort) throw notFound('SegmentEffort');
		return effortAnswer(world, effort, me);
	});

	app.get('/athlete', async (request) => {
		const { me, premium } = callerOf(request);
		return { id: me.id, resource_state: 2, firstname: me.name, premium };
	});
	app.get<{ Querystring: Query }>('/athlete/activities', async (request) => {
		const { me } = callerOf(request);
		const after = number(request.query, 'after', 0, 0, Infinity) * 1000;
		const before =
			request.query.before === undefined
				? Infinity
				: number(request.query, 'before', 0, 0, Infinity) * 1000;
		const rows = world.activities.filter(
			({ athlete, start }) => athlete === me && start > after && start < before,
		);
		return pageOf(rows, request.query).map((activity) => activityAnswer(world, activity, false));
	});
	app.get<ById>('/activities/:id', async (request) => {
		const { me } = callerOf(request);
		const activity = world.activities.find(
			({ id, athlete }) => String(id) === request.params.id && athlete === me,
		);
		if (!activity) throw notFound('Activity');
		return activityAnswer(world, activity, true);
	});
	streamRoutes(app, world, settings, callerOf, segmentOf);
}

/** The specification's JSON, or the form of today's interface. @throws Refusal where it is missing or in the other form */
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
