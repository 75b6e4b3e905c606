// The athlete, clubs, gear and routes (public documentation).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, forbidden, notFound } from './errors';
import { readForm } from './forms';
import { pageOf, type Query } from './query';
import {
	athleteResponse,
	athleteSummary,
	clubActivityResponse,
	clubResponse,
	gearResponse,
	routeResponse,
	statsResponse,
	zonesResponse,
} from './responses';
import type { ActivityData, Club, Route } from './seedData';
import { type Caller, requireScope } from './tokens';

type ById = { Params: { id: string }; Querystring: Query };
type List = { Querystring: Query };

export function accountRoutes(
	app: FastifyInstance,
	data: ActivityData,
	callerOf: (request: FastifyRequest) => Caller,
): void {
	app.get('/athlete', async (request) => {
		const { me, premium, permissions } = callerOf(request);
		return athleteResponse(data, me, premium, permissions.includes('profile:read_all'));
	});
	app.put('/athlete', async (request) => {
		const caller = callerOf(request);
		requireScope(caller, 'profile:write');
		const weight = Number(readForm(request).weight ?? NaN);
		if (!(weight >= 0)) throw badRequest('Athlete', 'weight');
		data.weights.set(caller.me.id, weight);
		return athleteResponse(data, caller.me, caller.premium, true);
	});
	app.get('/athlete/zones', async (request) => {
		requireScope(callerOf(request), 'profile:read_all');
		return zonesResponse();
	});
	app.get<ById>('/athletes/:id/stats', async (request) => {
		requireOwnId(request.params.id, callerOf(request));
		return statsResponse();
	});

	app.get<ById>('/athletes/:id/routes', async (request) => {
		const caller = callerOf(request);
		requireOwnId(request.params.id, caller);
		const routes = data.routes.filter((route) => isVisible(route, caller));
		return pageOf(routes, request.query).map(routeResponse);
	});
	const findRoute = (id: string, caller: Caller): Route => {
		const found = data.routes.find((route) => route.id === id && isVisible(route, caller));
		if (!found) throw notFound('Route');
		return found;
	};
	app.get<ById>('/routes/:id', async (request) =>
		routeResponse(findRoute(request.params.id, callerOf(request))),
	);
	for (const format of ['gpx', 'tcx'])
		app.get<ById>(`/routes/:id/export_${format}`, async (request, reply) => {
			const { name } = findRoute(request.params.id, callerOf(request));
			void reply.type('application/octet-stream');
			return `<?xml version="1.0"?><${format}><name>${name}</name></${format}>`;
		});

	app.get<List>('/athlete/clubs', async (request) => {
		const { me } = callerOf(request);
		const clubs = data.clubs.filter(({ members }) => members.includes(me));
		return pageOf(clubs, request.query).map((club) => clubResponse(club, me, false));
	});
	const findClub = (id: string): Club => {
		const found = data.clubs.find((club) => String(club.id) === id);
		if (!found) throw notFound('Club');
		return found;
	};
	app.get<ById>('/clubs/:id', async (request) =>
		clubResponse(findClub(request.params.id), callerOf(request).me, true),
	);
	app.get<ById>('/clubs/:id/members', async ({ params, query }) => {
		const { members } = findClub(params.id);
		return pageOf(members, query).map((member) => ({
			...athleteSummary(member),
			sex: undefined,
			membership: 'member',
			admin: member === members[0],
			owner: member === members[0],
		}));
	});
	app.get<ById>('/clubs/:id/admins', async ({ params, query }) =>
		pageOf(findClub(params.id).members.slice(0, 1), query).map(athleteSummary),
	);
	app.get<ById>('/clubs/:id/activities', async (request) => {
		const { members } = findClub(request.params.id);
		if (!members.includes(callerOf(request).me)) throw notFound('Club');
		const activities = data.activities.filter(({ athlete }) => members.includes(athlete));
		return pageOf(activities, request.query).map(clubActivityResponse);
	});

	app.get<ById>('/gear/:id', async ({ params: { id } }) => {
		const gear = data.gear.find((one) => one.id === id);
		if (!gear) throw notFound('Gear');
		return gearResponse(gear);
	});
}

/** @throws HttpError 403 for the ID of another athlete */
function requireOwnId(id: string, { me }: Caller): void {
	if (String(me.id) !== id) throw forbidden('Athlete');
}

const isVisible = (route: Route, { me, permissions }: Caller): boolean =>
	route.athlete === me && (!route.private || permissions.includes('read_all'));
