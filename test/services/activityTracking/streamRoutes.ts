// Streams of activities, efforts, segments and routes, as specified and as in the current public
// API.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, notFound } from './errors';
import type { Query } from './query';
import type { ActivityData, Segment } from './seedData';
import type { Settings } from './settings';
import {
	keyByType,
	LOCATION_STREAM_TYPES,
	STREAM_TYPES,
	streamsOfLength,
	streamsResponse,
	type Streams,
} from './streams';
import type { Caller } from './tokens';

type StreamRequest = { Params: { id: string; types?: string }; Querystring: Query };

export function streamRoutes(
	app: FastifyInstance,
	data: ActivityData,
	settings: Settings,
	callerOf: (request: FastifyRequest) => Caller,
	findSegment: (id: string) => Segment,
): void {
	const addRoutes = (
		path: string,
		allowed: readonly string[],
		find: (id: string, caller: Caller) => Streams | undefined,
	): void => {
		const respond = (request: FastifyRequest<StreamRequest>, types: string) => {
			const streams = find(request.params.id, callerOf(request));
			if (!streams) throw notFound('Stream');
			const { resolution, series_type: seriesType } = request.query;
			return streamsResponse(
				{ ...streams, ...settings.streams },
				{ types: types.split(','), allowed, resolution, seriesType },
			);
		};
		app.get<StreamRequest>(`${path}/:id/streams/:types`, async (request) => {
			if (settings.current) throw notFound('Stream');
			return respond(request, request.params.types ?? '');
		});
		app.get<StreamRequest>(`${path}/:id/streams`, async (request) => {
			if (request.query.key_by_type !== 'true') throw badRequest('Stream', 'key_by_type');
			return keyByType(respond(request, request.query.keys ?? ''));
		});
	};
	const activityStreams = (activityId: string, { me }: Caller): Streams | undefined =>
		data.activities.find(({ id, athlete }) => String(id) === activityId && athlete === me)?.streams;
	addRoutes('/activities', STREAM_TYPES, activityStreams);
	addRoutes('/segment_efforts', STREAM_TYPES, (id, caller) => {
		const effort = data.efforts.find(
			(candidate) => candidate.id === id && candidate.athlete === caller.me,
		);
		return effort && activityStreams(String(effort.activity), caller);
	});
	addRoutes('/segments', LOCATION_STREAM_TYPES, (id) => streamsOfLength(20, findSegment(id).start));
	// A route always has the same three streams.
	app.get<StreamRequest>('/routes/:id/streams', async ({ params }) => {
		const route = data.routes.find(({ id }) => id === params.id);
		if (!route) throw notFound('Route');
		const response = streamsResponse(route.streams, {
			types: LOCATION_STREAM_TYPES,
			allowed: LOCATION_STREAM_TYPES,
		});
		return settings.current ? keyByType(response) : response;
	});
}
