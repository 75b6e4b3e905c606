// Routes for generations: create, estimate, get and list.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from './accounts';
import { apiError } from './errors';
import type { IdempotencyKeys } from './idempotency';
import type { Job, Jobs } from './jobs';
import { costOf, credits } from './pricing';
import { checkGeneration } from './validate';

type Query = Partial<Record<'limit' | 'cursor', string>>;

export function generationRoutes(
	app: FastifyInstance,
	jobs: Jobs,
	keys: IdempotencyKeys,
	callerOf: (request: object) => Caller,
): void {
	app.post('/api/v2/generations', async (request, reply) => {
		const { job, replay } = await create(request);
		const { id, model, type, cost, status } = job.generation;
		if (!replay && status === 'failed') throw apiError('generation_failed', undefined, { id });
		return reply
			.code(202)
			.send({ id, model, type, cost, status, ...(replay && { idempotent_replay: true }) });
	});

	async function create(request: FastifyRequest): Promise<{ job: Job; replay: boolean }> {
		const { account } = callerOf(request);
		const { model, request: checked } = checkGeneration(request.body, false);
		const body = request.body as Record<string, unknown>;
		const failsToStart = request.fault?.code === 'generation_failed';
		return keys.once(account, checked.idempotency_key as string | undefined, body, () =>
			jobs.submit({ account, model, request: checked, body, failsToStart }),
		);
	}

	app.post('/api/v2/generations/estimate', async (request) => {
		const { account } = callerOf(request);
		const { model, request: checked } = checkGeneration(request.body, true);
		const cost = costOf(model, checked);
		const balance = account.credits;
		return {
			model: model.id,
			type: model.type,
			variant: 'standard',
			cost,
			balance,
			affordable: balance >= cost,
			shortfall: credits(Math.max(0, cost - balance)),
		};
	});

	app.get<{ Params: { id: string } }>(
		'/api/v2/generations/:id',
		async (request) => jobs.find(callerOf(request).account, request.params.id).generation,
	);

	// Newest first. The cursor is the number of jobs that the earlier pages contain.
	app.get<{ Querystring: Query }>('/api/v2/generations', async (request) => {
		const { limit = '20', cursor = '0' } = request.query;
		const { account } = callerOf(request);
		const own = jobs.all.filter((job) => job.account === account).reverse();
		const end = Number(cursor) + Number(limit);
		return {
			generations: own.slice(Number(cursor), end).map(({ generation }) => generation),
			...(end < own.length && { next_cursor: String(end) }),
		};
	});
}
