// Query requests, with the defaults of what they omit.

import { apiError } from './errors';

export interface BoostClause {
	weight: number;
	field?: string | null;
	eq?: unknown;
	in?: unknown[] | null;
	chunk_ids?: string[] | null;
	reserve?: number;
}

export interface QueryRequest {
	query: string;
	limit: number;
	filter?: Record<string, unknown> | null;
	/** Default: depends on the collection. */
	rerank?: boolean | { enabled?: boolean; model?: string | null };
	include: Readonly<Record<string, boolean>>;
	relation_types?: string[] | null;
	relation_direction: 'outgoing' | 'incoming' | 'both';
	exclude_chunk_types: string[];
	boost: BoostClause[];
	semantic_ratio: number;
	max_chunks_per_document?: number | null;
}

const DEFAULTS: Omit<QueryRequest, 'query'> = {
	limit: 10,
	filter: null,
	rerank: undefined,
	include: { document: true, metadata: true },
	relation_types: null,
	relation_direction: 'outgoing',
	exclude_chunk_types: [],
	boost: [],
	semantic_ratio: 0.5,
	max_chunks_per_document: null,
};

/** @throws HttpError 422 */
export function parseQueryRequest(body: unknown): QueryRequest {
	const input = (body ?? {}) as Partial<QueryRequest>;
	const unknown = Object.keys(input).filter((name) => name !== 'query' && !(name in DEFAULTS));
	if (unknown.length > 0) throw apiError(422, `Unknown fields: ${unknown.join(', ')}.`);
	const { query, limit = DEFAULTS.limit } = input;
	if (typeof query !== 'string' || query === '') throw apiError(422, 'query is required.');
	if (!Number.isInteger(limit) || limit < 1 || limit > 100)
		throw apiError(422, 'limit must be between 1 and 100.');
	return { ...DEFAULTS, ...input, query, include: { ...DEFAULTS.include, ...input.include } };
}
