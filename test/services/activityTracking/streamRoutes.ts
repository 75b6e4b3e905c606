// Streams of activities, efforts, segments and routes, in both forms of the interface.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { badRequest, notFound } from './errors';
import type { Query } from './leaderboard';
import type { Caller } from './routes';
import type { Settings } from './settings';
import {
	answerOf,
	byType,
	PLACE_TYPES,
	STREAM_TYPES,
	streamsOfLength,
	type Streams,
} from './streams';
import type { Segment, World } from './seedData';

type Asked = { Params: { id: string; types?: string }; Querystring: Query };

export function streamRoutes(
	app: FastifyInstance,
	world: World,
	settings: Settings,
	callerOf: (request: FastifyRequest) => Caller,
	segmentOf: (id: string) => Segment,
): void {
	const serve = (
		path: string,
		allowed: readonly string[],
		find: (id: string, caller: Caller) => Streams | undefined,
	): void => {
		const answer = (request: FastifyRequest<Asked>, types: string) => {
			const streams = find(request.params.id, callerOf(request));
			if (!streams) throw notFound('Stream');
			const { resolution, series_type: seriesType } = request.query;
			return answerOf(
				{ ...streams, ...settings.streams },
				{ types: types.split(','), allowed, resolution, seriesType },
			);
		};
		app.get<Asked>(`${path}/:id/streams/:types`, async (request) => {
			if (settings.current) throw notFound('Stream');
			return answer(request, request.params.types ?? '');
		});
		app.get<Asked>(`${path}/:id/streams`, async (request) => {
			if (request.query.key_by_type !== 'true') throw badRequest('Stream', 'key_by_type');
			return byType(answer(request, request.query.keys ?? ''));
		});
	};
	const activity = (id: string, { me }: Caller): Streams | undefined =>
		world.activities.find((one) => String(one.id) === id && one.athlete === me)?.streams;
	serve('/activities', STREAM_TYPES, activity);
	serve('/segment_efforts', STREAM_TYPES, (id, caller) => {
		const effort = world.efforts.find((one) => one.id === id && one.athlete === caller.me);
		return effort && activity(String(effort.activity), caller);
	});
	serve('/segments', PLACE_TYPES, (id) => streamsOfLength(20, segmentOf(id).start));
	// Always the same three, as a list or, today, by type.
	app.get<Asked>('/routes/:id/streams', async ({ params }) => {
		const streams = world.routes.get(params.id);
		if (!streams) throw notFound('Route');
		const answers = answerOf(streams, { types: PLACE_TYPES, allowed: PLACE_TYPES });
		return settings.current ? byType(answers) : answers;
	});
}
