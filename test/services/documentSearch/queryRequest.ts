// The request of a query, as strictly as the specification describes it: wrong shapes 422, wrong values 400.

import { refusal } from './errors';

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
	/** Absent: left to the collection. */
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
export const RERANKERS = [
	'voyage-rerank-2.5',
	'voyage-rerank-3',
	'rerank-2.5',
	'rerank-3',
	'gemini-2.5-flash',
	'gemini-3.8-flash',
	'voyage',
	'gemini',
];
const INTERNAL = ['file_id', 'job_id', 'chunk_index', 'chunk_id', 'document_id', 'collection_id'];
const FIELDS = [
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
export const INCLUDES: Readonly<Record<string, boolean>> = {
	document: true,
	metadata: true,
	regions: false,
	relations: false,
	related_chunks: false,
	neighboring_chunks: false,
	document_metadata: false,
	archived: false,
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const need = (condition: boolean, status: number, message: string): void => {
	if (!condition) throw refusal(status, message);
};

/** @throws Refusal 400 or 422 */
export function queryRequest(body: unknown): QueryRequest {
	need(
		typeof body === 'object' && body !== null && !Array.isArray(body),
		422,
		'The body has to be an object.',
	);
	const given = body as Record<string, unknown>;
	const unknown = Object.keys(given).filter((name) => !FIELDS.includes(name));
	need(unknown.length === 0, 422, `Unknown fields: ${unknown.join(', ')}.`);
	need(typeof given.query === 'string' && given.query !== '', 422, 'query is required.');
	const limit = (given.limit ?? 10) as number;
	need(
		Number.isInteger(limit) && limit >= 1 && limit <= 100,
		422,
		'limit has to be from 1 to 100.',
	);
	const ratio = (given.semantic_ratio ?? 0.5) as number;
	need(
		typeof ratio === 'number' && ratio >= 0 && ratio <= 1,
		422,
		'semantic_ratio has to be from 0 to 1.',
	);
	const excluded = (given.exclude_chunk_types ?? []) as string[];
	need(
		Array.isArray(excluded) && excluded.every((one) => CHUNK_TYPES.includes(one)),
		400,
		`exclude_chunk_types takes ${CHUNK_TYPES.join(', ')}.`,
	);
	const direction = given.relation_direction ?? 'outgoing';
	need(
		['outgoing', 'incoming', 'both'].includes(String(direction)),
		422,
		'relation_direction is outgoing, incoming or both.',
	);
	checkRerank(given.rerank, limit);
	return {
		...given,
		query: given.query as string,
		limit,
		include: includes(given.include),
		exclude_chunk_types: excluded,
		boost: boosts(given.boost, limit),
		semantic_ratio: ratio,
		relation_direction: direction as QueryRequest['relation_direction'],
	};
}

function includes(given: unknown): Record<string, boolean> {
	const asked = (given ?? {}) as Record<string, boolean>;
	const unknown = Object.keys(asked).filter((name) => INCLUDES[name] === undefined);
	need(unknown.length === 0, 422, `Unknown include: ${unknown.join(', ')}.`);
	need(
		Object.values(asked).every((one) => typeof one === 'boolean'),
		422,
		'include holds booleans.',
	);
	return { ...INCLUDES, ...asked };
}

function checkRerank(rerank: unknown, limit: number): void {
	if (!isGiven(rerank) || typeof rerank === 'boolean') return;
	need(
		typeof rerank === 'object' && !Array.isArray(rerank),
		422,
		'rerank is a boolean or an object.',
	);
	const { candidate_limit: candidates, model } = rerank as RerankOptions;
	if (isGiven(candidates))
		need(
			Number.isInteger(candidates) && candidates! >= limit && candidates! <= 200,
			422,
			'candidate_limit has to be at least limit and at most 200.',
		);
	if (isGiven(model))
		need(
			RERANKERS.includes(model!),
			400,
			`Unknown reranker model; allowed are ${RERANKERS.join(', ')}.`,
		);
}

function boosts(given: unknown, limit: number): BoostClause[] {
	const rules = (given ?? []) as BoostClause[];
	need(Array.isArray(rules) && rules.length <= 10, 422, 'boost takes at most 10 rules.');
	for (const { weight, field, eq, in: any, chunk_ids: chunks, reserve } of rules) {
		need(
			typeof weight === 'number' && weight >= 0.2 && weight <= 5,
			422,
			'weight has to be from 0.2 to 5.0.',
		);
		need(
			[isGiven(eq), isGiven(any), isGiven(chunks)].filter(Boolean).length === 1,
			422,
			'A boost rule is (field, eq), (field, in) or (chunk_ids).',
		);
		need(isGiven(field) !== isGiven(chunks), 422, 'field goes with eq or in.');
		need(!INTERNAL.includes(String(field)), 400, `${String(field)} is an internal attribute.`);
		need((any?.length ?? 0) <= 50, 422, 'in takes at most 50 values.');
		need((chunks?.length ?? 0) <= 100, 422, 'chunk_ids takes at most 100 ids.');
		need(
			reserve === undefined || (Number.isInteger(reserve) && reserve >= 0),
			422,
			'reserve is a whole number.',
		);
	}
	need(
		rules.reduce((sum, { reserve = 0 }) => sum + reserve, 0) <= limit,
		422,
		'The reserves exceed limit.',
	);
	return rules;
}
