// Validates query requests. Most errors return 422. Unknown chunk types and reranker models, and
// boost rules for internal attributes, return 400.

import { apiError } from './errors';

export interface BoostClause {
	weight: number;
	field?: string | null;
	eq?: unknown;
	in?: unknown[] | null;
	chunk_ids?: string[] | null;
	reserve?: number;
}

export interface RerankOptions {
	enabled?: boolean;
	candidate_limit?: number | null;
	model?: string | null;
}

export interface QueryRequest {
	query: string;
	limit: number;
	filter?: Record<string, unknown> | null;
	/** Default: depends on the collection. */
	rerank?: boolean | RerankOptions;
	include: Readonly<Record<string, boolean>>;
	relation_types?: string[] | null;
	relation_direction: 'outgoing' | 'incoming' | 'both';
	exclude_chunk_types: string[];
	boost: BoostClause[];
	semantic_ratio: number;
	max_chunks_per_document?: number | null;
}

const CHUNK_TYPES = [
	'body',
	'table',
	'heading',
	'page_header',
	'page_footer',
	'footnote',
	'figure',
];
const RERANKERS = [
	'voyage-rerank-2.5',
	'voyage-rerank-3',
	'rerank-2.5',
	'rerank-3',
	'gemini-2.5-flash',
	'gemini-3.8-flash',
	'voyage',
	'gemini',
];
const INTERNAL_FIELDS = [
	'file_id',
	'job_id',
	'chunk_index',
	'chunk_id',
	'document_id',
	'collection_id',
];
const KNOWN_FIELDS = [
	'query',
	'limit',
	'filter',
	'rerank',
	'include',
	'relation_types',
	'relation_direction',
	'exclude_chunk_types',
	'boost',
	'semantic_ratio',
	'max_chunks_per_document',
];
const INCLUDE_DEFAULTS: Readonly<Record<string, boolean>> = {
	document: true,
	metadata: true,
	regions: false,
	relations: false,
	related_chunks: false,
	neighboring_chunks: false,
	document_metadata: false,
	archived: false,
};

const isSet = (value: unknown): boolean => value !== undefined && value !== null;
const assertRequest = (condition: boolean, status: number, message: string): void => {
	if (!condition) throw apiError(status, message);
};

/** @throws HttpError 400 or 422 */
export function parseQueryRequest(body: unknown): QueryRequest {
	assertRequest(
		typeof body === 'object' && body !== null && !Array.isArray(body),
		422,
		'The body must be an object.',
	);
	const input = body as Record<string, unknown>;
	const unknown = Object.keys(input).filter((name) => !KNOWN_FIELDS.includes(name));
	assertRequest(unknown.length === 0, 422, `Unknown fields: ${unknown.join(', ')}.`);
	assertRequest(typeof input.query === 'string' && input.query !== '', 422, 'query is required.');
	const limit = (input.limit ?? 10) as number;
	assertRequest(
		Number.isInteger(limit) && limit >= 1 && limit <= 100,
		422,
		'limit must be between 1 and 100.',
	);
	const semanticRatio = (input.semantic_ratio ?? 0.5) as number;
	assertRequest(
		typeof semanticRatio === 'number' && semanticRatio >= 0 && semanticRatio <= 1,
		422,
		'semantic_ratio must be between 0 and 1.',
	);
	const excluded = (input.exclude_chunk_types ?? []) as string[];
	assertRequest(
		Array.isArray(excluded) && excluded.every((type) => CHUNK_TYPES.includes(type)),
		400,
		`exclude_chunk_types must contain only ${CHUNK_TYPES.join(', ')}.`,
	);
	const direction = input.relation_direction ?? 'outgoing';
	assertRequest(
		['outgoing', 'incoming', 'both'].includes(String(direction)),
		422,
		'relation_direction must be outgoing, incoming or both.',
	);
	checkRerank(input.rerank, limit);
	return {
		...input,
		query: input.query as string,
		limit,
		include: parseInclude(input.include),
		exclude_chunk_types: excluded,
		boost: parseBoost(input.boost, limit),
		semantic_ratio: semanticRatio,
		relation_direction: direction as QueryRequest['relation_direction'],
	};
}

function parseInclude(input: unknown): Record<string, boolean> {
	const include = (input ?? {}) as Record<string, boolean>;
	const unknown = Object.keys(include).filter((name) => INCLUDE_DEFAULTS[name] === undefined);
	assertRequest(unknown.length === 0, 422, `Unknown include: ${unknown.join(', ')}.`);
	assertRequest(
		Object.values(include).every((value) => typeof value === 'boolean'),
		422,
		'The values of include must be booleans.',
	);
	return { ...INCLUDE_DEFAULTS, ...include };
}

function checkRerank(rerank: unknown, limit: number): void {
	if (!isSet(rerank) || typeof rerank === 'boolean') return;
	assertRequest(
		typeof rerank === 'object' && !Array.isArray(rerank),
		422,
		'rerank must be a boolean or an object.',
	);
	const { candidate_limit: candidates, model } = rerank as RerankOptions;
	if (isSet(candidates))
		assertRequest(
			Number.isInteger(candidates) && candidates! >= limit && candidates! <= 200,
			422,
			'candidate_limit must be between limit and 200.',
		);
	if (isSet(model))
		assertRequest(
			RERANKERS.includes(model!),
			400,
			`Unknown reranker model. Use one of ${RERANKERS.join(', ')}.`,
		);
}

function parseBoost(input: unknown, limit: number): BoostClause[] {
	const rules = (input ?? []) as BoostClause[];
	assertRequest(
		Array.isArray(rules) && rules.length <= 10,
		422,
		'boost can contain at most 10 rules.',
	);
	for (const { weight, field, eq, in: values, chunk_ids: chunks, reserve } of rules) {
		assertRequest(
			typeof weight === 'number' && weight >= 0.2 && weight <= 5,
			422,
			'weight must be between 0.2 and 5.0.',
		);
		assertRequest(
			[isSet(eq), isSet(values), isSet(chunks)].filter(Boolean).length === 1,
			422,
			'A boost rule must have field and eq, field and in, or chunk_ids.',
		);
		assertRequest(isSet(field) !== isSet(chunks), 422, 'field requires eq or in.');
		assertRequest(
			!INTERNAL_FIELDS.includes(String(field)),
			400,
			`${String(field)} is an internal attribute.`,
		);
		assertRequest((values?.length ?? 0) <= 50, 422, 'in can contain at most 50 values.');
		assertRequest((chunks?.length ?? 0) <= 100, 422, 'chunk_ids can contain at most 100 IDs.');
		assertRequest(
			reserve === undefined || (Number.isInteger(reserve) && reserve >= 0),
			422,
			'reserve must be a non-negative integer.',
		);
	}
	assertRequest(
		rules.reduce((sum, { reserve = 0 }) => sum + reserve, 0) <= limit,
		422,
		'The sum of reserve must not exceed limit.',
	);
	return rules;
}
