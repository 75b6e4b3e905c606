// The routes of generations: create, estimate, get, list (specification, part A: Endpoints).

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account, Caller } from './accounts';
import { isModel } from './modelCatalog';
import type { IdempotencyKeys } from './idempotency';
import { STATUSES, type Generation, type Job, type Jobs } from './jobs';
import { costOf, credits, variantOf } from './pricing';
import { apiError } from './errors';
import { checkGeneration } from './validate';

type Query = Partial<Record<'limit' | 'cursor' | 'status' | 'model' | 'type', string>>;

const invalid = (text: string) => apiError('invalid_query', text);
const cursorOf = (position: number): string =>
	Buffer.from(`before:${position}`).toString('base64url');

function limitOf(text = '20'): number {
	const limit = /^\d+$/.test(text) ? Number(text) : 0;
	if (limit < 1 || limit > 100) throw invalid('limit is not a whole number from 1 to 100.');
	return limit;
}

/** Position in the order of acceptance before which a page starts. */
function positionOf(cursor: string): number {
	const [, position] = /^before:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	if (position === undefined) throw invalid('cursor is none that this service gave out.');
	return Number(position);
}

/** GenerationList, newest first. A page stays the same when newer jobs come, since it counts from the oldest. */
function page(
	jobs: readonly Job[],
	account: Account,
	query: Query,
): { generations: Generation[]; next_cursor?: string } {
	const limit = limitOf(query.limit);
	const { status, model, type } = query;
	if (status !== undefined && !STATUSES.some((one) => one === status))
		throw invalid(`There is no status ${status}.`);
	if (model !== undefined && !isModel(model)) throw invalid(`There is no model ${model}.`);
	if (type !== undefined && type !== 'image' && type !== 'video')
		throw invalid(`There is no type ${type}.`);
	const end = query.cursor === undefined ? jobs.length : positionOf(query.cursor);

	const found = jobs
		.slice(0, end)
		.map((job, position) => ({ job, position }))
		.filter(
			({ job: { account: owner, generation } }) =>
				owner === account &&
				(status === undefined || generation.status === status) &&
				(model === undefined || generation.model === model) &&
				(type === undefined || generation.type === type),
		)
		.reverse();
	const last = found[limit - 1];
	return {
		generations: found.slice(0, limit).map(({ job }) => job.generation),
		...(found.length > limit && last && { next_cursor: cursorOf(last.position) }),
	};
}

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
		const { account, key } = callerOf(request);
		const { model, request: checked } = checkGeneration(request.body, {
			estimate: false,
			session: key === undefined,
		});
		const body = request.body as Record<string, unknown>;
		const unstartable = request.fault?.code === 'generation_failed';
		return keys.once(account, checked.idempotency_key as string | undefined, body, () =>
			jobs.submit({ account, model, request: checked, body, failsToStart }),
		);
	}

	app.post('/api/v2/generations/estimate', async (request) => {
		const { account, key } = callerOf(request);
		const { model, request: checked } = checkGeneration(request.body, {
			estimate: true,
			session: key === undefined,
		});
		const cost = costOf(model, checked);
		const balance = account.credits;
		return {
			model: model.id,
			type: model.type,
			variant: variantOf(model, checked),
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

	app.get<{ Querystring: Query }>('/api/v2/generations', async (request) =>
		page(jobs.all, callerOf(request).account, request.query),
	);
}
