// Stored queries: read back one by one, or listed by an opaque cursor.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { refusal } from './errors';

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
	body_status: 'available' | 'archived';
	request: unknown;
	response: unknown;
	results: unknown[];
	error_message: null;
}

interface Answered {
	query: string;
	results: unknown[];
	execution_time_ms: number;
}

const KEPT_MS = 90 * 24 * 3_600_000;

/** A query without its bodies. */
const brief = (query: StoredQuery): Partial<StoredQuery> =>
	Object.fromEntries(
		Object.entries(query).filter(([key]) => !['request', 'response', 'results'].includes(key)),
	);

export class QueryHistory {
	readonly all: StoredQuery[] = [];

	constructor(private readonly clock: Clock) {}

	/** Stores a completed query; answers its ids. */
	keep(
		collection: string,
		request: unknown,
		response: Answered,
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

	/** Bodies are kept for 90 days. */
	private shown(query: StoredQuery): Partial<StoredQuery> {
		if (Date.parse(query.created_at) + KEPT_MS > this.clock.now()) return query;
		return { ...brief(query), body_status: 'archived' };
	}

	routes(app: FastifyInstance): void {
		app.get<{ Querystring: Record<string, string> }>('/v2/queries', async ({ query }) => {
			const limit = Number(query.limit ?? 25);
			if (!Number.isInteger(limit) || limit < 1 || limit > 100)
				throw refusal(400, 'limit has to be from 1 to 100.');
			const since = query.from ? Date.parse(query.from) : -Infinity;
			const until = query.to ? Date.parse(query.to) : Infinity;
			const found = this.all.filter(
				({ collection_name: collection, status, created_at: at }) =>
					(!query.collection || query.collection === collection) &&
					(!query.status || query.status === status) &&
					Date.parse(at) >= since &&
					Date.parse(at) <= until,
			);
			if (query.sort !== 'asc') found.reverse();
			const from = query.cursor ? Number(Buffer.from(query.cursor, 'base64url').toString()) : 0;
			if (!Number.isInteger(from)) throw refusal(400, 'There is no such cursor.');
			const rest =
				from + limit < found.length
					? Buffer.from(String(from + limit)).toString('base64url')
					: null;
			return { queries: found.slice(from, from + limit).map(brief), next_cursor: rest };
		});
		app.get('/v2/queries/latency', async () => ({
			count: this.all.length,
			p50_ms: 12,
			p95_ms: 12,
			histogram: [{ from_ms: 0, to_ms: 16, count: this.all.length }],
		}));
		app.get<{ Params: { id: string } }>('/v2/queries/:id', async ({ params: { id } }) => {
			const found = this.all.find(
				({ query_id: one, request_id: other }) => id === one || id === other,
			);
			if (!found) throw refusal(404, 'There is no such query.');
			return this.shown(found);
		});
	}
}
