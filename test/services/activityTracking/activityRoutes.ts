// Activities of the athlete, and what belongs to them (public documentation).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, notFound, premiumOnly } from './errors';
import { readForm } from './forms';
import { integerParam, pageOf, type Query } from './query';
import {
	activityResponse,
	activityZonesResponse,
	athleteSummary,
	commentResponse,
	lapsResponse,
} from './responses';
import { addActivity, OFFSET_MS, type Activity, type ActivityData } from './seedData';
import { type Caller, requireScope } from './tokens';

type ById = { Params: { id: string }; Querystring: Query };

export function activityRoutes(
	app: FastifyInstance,
	data: ActivityData,
	callerOf: (request: FastifyRequest) => Caller,
): void {
	app.get<{ Querystring: Query }>('/athlete/activities', async (request) => {
		const { me } = callerOf(request);
		const after = integerParam(request.query, 'after', 0, 0, Infinity) * 1000;
		const before =
			request.query.before === undefined
				? Infinity
				: integerParam(request.query, 'before', 0, 0, Infinity) * 1000;
		const rows = data.activities.filter(
			({ athlete, start }) => athlete === me && start > after && start < before,
		);
		return pageOf(rows, request.query).map((activity) => activityResponse(data, activity, false));
	});
	app.post('/activities', async (request, reply) => {
		const caller = callerOf(request);
		requireScope(caller, 'activity:write');
		const form = readForm(request);
		const start = Date.parse(form.start_date_local ?? '');
		const elapsedTime = Number(form.elapsed_time);
		if (!form.name) throw badRequest('Activity', 'name');
		if (!form.sport_type) throw badRequest('Activity', 'sport_type');
		if (Number.isNaN(start)) throw badRequest('Activity', 'start_date_local');
		if (!Number.isInteger(elapsedTime)) throw badRequest('Activity', 'elapsed_time');
		const activity = addActivity(data, {
			athlete: caller.me,
			name: form.name,
			start: start - OFFSET_MS,
			sportType: form.sport_type,
			streams: {},
			manual: { distance: Number(form.distance ?? 0), elapsedTime },
			description: form.description,
			commute: form.commute === '1',
			trainer: form.trainer === '1',
		});
		return await reply.code(201).send(activityResponse(data, activity, true));
	});

	const findActivity = (request: FastifyRequest<ById>): Activity => {
		const { me } = callerOf(request);
		const found = data.activities.find(
			({ id, athlete }) => String(id) === request.params.id && athlete === me,
		);
		if (!found) throw notFound('Activity');
		return found;
	};
	app.get<ById>('/activities/:id', async (request) =>
		activityResponse(data, findActivity(request), true),
	);
	app.put<ById>('/activities/:id', async (request) => {
		requireScope(callerOf(request), 'activity:write');
		const activity = findActivity(request);
		update(data, activity, (request.body ?? {}) as Record<string, unknown>);
		return activityResponse(data, activity, true);
	});
	app.get<ById>('/activities/:id/comments', async (request) => {
		const activity = findActivity(request);
		const comments = data.athletes.map((athlete, index) =>
			commentResponse(activity, athlete, index),
		);
		return pageOf(comments, request.query);
	});
	app.get<ById>('/activities/:id/kudos', async (request) => {
		findActivity(request);
		return pageOf(data.athletes.slice(1), request.query).map(athleteSummary);
	});
	app.get<ById>('/activities/:id/laps', async (request) => lapsResponse(findActivity(request)));
	app.get<ById>('/activities/:id/zones', async (request) => {
		findActivity(request);
		if (!callerOf(request).premium) throw premiumOnly('zones');
		return activityZonesResponse();
	});
}

const setters: Readonly<
	Record<string, (activity: Activity, value: unknown, data: ActivityData) => void>
> = {
	name: (activity, value) => (activity.name = String(value)),
	description: (activity, value) => (activity.description = String(value)),
	sport_type: (activity, value) => (activity.sportType = String(value)),
	commute: (activity, value) => (activity.commute = value === true),
	trainer: (activity, value) => (activity.trainer = value === true),
	hide_from_home: (activity, value) => (activity.hideFromHome = value === true),
	gear_id(activity, value, { gear }) {
		if (value === 'none') delete activity.gearId;
		else if (gear.some(({ id }) => id === value)) activity.gearId = String(value);
		else throw badRequest('Activity', 'gear_id');
	},
};

/** @throws HttpError 400 for an unknown property or an unknown gear */
function update(data: ActivityData, activity: Activity, changes: Record<string, unknown>): void {
	for (const [name, value] of Object.entries(changes)) {
		const set = setters[name];
		if (!set) throw badRequest('Activity', name);
		set(activity, value, data);
	}
}
