// Query requests, with the defaults of what they omit.

import { apiError } from './errors';

export interface BoostClause {
	weight: number;
	field?: string;
	eq?: unknown;
	in?: unknown[] | null;
}

export interface QueryRequest {
	query: string;
	limit: number;
	filter?: Record<string, unknown> | null;
	rerank?: unknown;
	include: Readonly<Record<string, boolean>>;
	exclude_chunk_types: string[];
	boost: BoostClause[];
}

/** @throws HttpError 422 */
export function parseQueryRequest(body: unknown): QueryRequest {
	const { query = '', include, ...input } = (body ?? {}) as Partial<QueryRequest>;
	if (query === '') throw apiError(422, 'query is required.');
	return {
		limit: 10,
		exclude_chunk_types: [],
		boost: [],
		...input,
		query,
		include: { document: true, metadata: true, ...include },
	};
}
