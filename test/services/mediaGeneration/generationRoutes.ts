// Routes for generations: create, estimate, get and list.

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Account, Caller } from './accounts';
import { apiError } from './errors';
import { STATUSES, type Generation } from './generation';
import type { IdempotencyKeys } from './idempotency';
import type { Job, Jobs } from './jobs';
import { isModel } from './models';
import { costOf, credits, variantOf } from './pricing';
import { checkGeneration } from './validate';

type Query = Partial<Record<'limit' | 'cursor' | 'status' | 'model' | 'type', string>>;

const invalid = (text: string) => apiError('invalid_query', text);
const encodeCursor = (position: number): string =>
	Buffer.from(`before:${position}`).toString('base64url');

function parseLimit(text = '20'): number {
	const limit = /^\d+$/.test(text) ? Number(text) : 0;
	if (limit < 1 || limit > 100) throw invalid('limit must be an integer from 1 to 100.');
	return limit;
}

/**
 * Returns the position in a cursor, counted from the oldest job. The page contains jobs before this
 * position.
 */
function parseCursor(cursor: string): number {
	const [, position] = /^before:(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
	if (position === undefined) throw invalid('The cursor is invalid.');
	return Number(position);
}

/** A GenerationList, newest first. New jobs do not shift its pages. */
function page(
	jobs: readonly Job[],
	account: Account,
	query: Query,
): { generations: Generation[]; next_cursor?: string } {
	const limit = parseLimit(query.limit);
	const { status, model, type } = query;
	if (status !== undefined && !STATUSES.some((known) => known === status))
		throw invalid(`Unknown status: ${status}.`);
	if (model !== undefined && !isModel(model)) throw invalid(`Unknown model: ${model}.`);
	if (type !== undefined && type !== 'image' && type !== 'video')
		throw invalid(`Unknown type: ${type}.`);
	const end = query.cursor === undefined ? jobs.length : parseCursor(query.cursor);

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
		...(found.length > limit && last && { next_cursor: encodeCursor(last.position) }),
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
		const failsToStart = request.fault?.code === 'generation_failed';
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
