// Query history: get a query by ID, or list queries page by page.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { decodeOffset, encodeOffset } from '../kit/pageToken';
import { apiError } from './errors';

export interface StoredQuery {
	query_id: string;
	request_id: string;
	query_text: string;
	collection_name: string;
	environment: string;
	api_version: 'v3';
	status: 'completed';
	latency_ms: number;
	result_count: number;
	created_at: string;
	body_status: 'available';
	request: unknown;
	response: unknown;
	results: unknown[];
	error_message: null;
}

interface QueryResponse {
	query: string;
	results: unknown[];
	execution_time_ms: number;
}

const withoutBody = (query: StoredQuery): Partial<StoredQuery> =>
	Object.fromEntries(
		Object.entries(query).filter(([key]) => !['request', 'response', 'results'].includes(key)),
	);

export class QueryHistory {
	readonly all: StoredQuery[] = [];

	constructor(private readonly clock: Clock) {}

	/** Stores a completed query and returns its IDs. */
	add(
		collection: string,
		request: unknown,
		response: QueryResponse,
	): { request_id: string; query_id: string } {
		const ids = { query_id: randomUUID(), request_id: `req_${randomUUID().slice(0, 12)}` };
		this.all.push({
			...ids,
			query_text: response.query,
			collection_name: collection,
			environment: 'development',
			api_version: 'v3',
			status: 'completed',
			latency_ms: response.execution_time_ms,
			result_count: response.results.length,
			created_at: this.clock.iso(),
			body_status: 'available',
			request,
			response,
			results: response.results,
			error_message: null,
		});
		return ids;
	}

	routes(app: FastifyInstance): void {
		app.get<{ Querystring: Record<string, string> }>('/v2/queries', async ({ query }) => {
			const limit = Number(query.limit ?? 25);
			if (!Number.isInteger(limit) || limit < 1 || limit > 100)
				throw apiError(400, 'limit must be between 1 and 100.');
			const since = query.from ? Date.parse(query.from) : -Infinity;
			const until = query.to ? Date.parse(query.to) : Infinity;
			const found = this.all.filter(
				({ collection_name: collection, status, created_at: createdAt }) =>
					(!query.collection || query.collection === collection) &&
					(!query.status || query.status === status) &&
					Date.parse(createdAt) >= since &&
					Date.parse(createdAt) <= until,
			);
			if (query.sort !== 'asc') found.reverse();
			const start = query.cursor ? decodeOffset(query.cursor) : 0;
			if (!Number.isInteger(start)) throw apiError(400, 'The cursor is invalid.');
			const end = start + limit;
			return {
				queries: found.slice(start, end).map(withoutBody),
				next_cursor: end < found.length ? encodeOffset(end) : null,
			};
		});
		app.get('/v2/queries/latency', async () => ({
			count: this.all.length,
			p50_ms: 12,
			p95_ms: 12,
			histogram: [{ from_ms: 0, to_ms: 16, count: this.all.length }],
		}));
		app.get<{ Params: { id: string } }>('/v2/queries/:id', async ({ params: { id } }) => {
			const found = this.all.find(
				({ query_id: queryId, request_id: requestId }) => id === queryId || id === requestId,
			);
			if (!found) throw apiError(404, 'Query not found.');
			return found;
		});
	}
}
