// Runs queries. A chunk matches if it contains a word of the query.

import type { Fields } from '../kit/records';
import { apiError } from './errors';
import { chunksOf, type Chunk, type Collection } from './library';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

interface BoostClause {
	weight: number;
	field?: string;
	eq?: unknown;
	in?: unknown[] | null;
}

export interface QueryRequest {
	query?: string;
	limit?: number;
	filter?: Fields | null;
	rerank?: unknown;
	include?: Readonly<Record<string, boolean>>;
	exclude_chunk_types?: string[];
	boost?: BoostClause[];
}

interface RankedChunk {
	chunk: Chunk;
	score: number;
	isBoosted: boolean;
}

/** A list matches if one of its elements matches. */
const equals = (value: unknown, operand: unknown): boolean =>
	Array.isArray(value) ? value.includes(operand) : value === operand;
const isIn = (value: unknown, operand: unknown): boolean =>
	(operand as unknown[]).some((item) => equals(value, item));

const OPERATORS: Readonly<Record<string, (value: never, operand: never) => boolean>> = {
	$eq: equals,
	$ne: (value, operand) => !equals(value, operand),
	$gt: (value, operand) => value > operand,
	$gte: (value, operand) => value >= operand,
	$lt: (value, operand) => value < operand,
	$lte: (value, operand) => value <= operand,
	$in: isIn,
	$nin: (value, operand) => !isIn(value, operand),
};

/** Whether the attributes of a chunk match a filter. @throws HttpError 400 */
function matchesFilter(attributes: Fields, filter: Fields): boolean {
	return Object.entries(filter).every(([key, condition]) => {
		if (key === '$and' || key === '$or') {
			const matches = (condition as Fields[]).map((inner) => matchesFilter(attributes, inner));
			return key === '$and' ? matches.every(Boolean) : matches.some(Boolean);
		}
		if (typeof condition !== 'object' || condition === null)
			return equals(attributes[key], condition);
		return Object.entries(condition).every(([operator, operand]) => {
			const matches = OPERATORS[operator];
			if (!matches) throw apiError(400, `Invalid metadata filter: ${operator} is not an operator.`);
			return matches(attributes[key] as never, operand as never);
		});
	});
}

/** Chunks by the share of the query's words that they contain, which boost rules multiply. */
function rankChunks(
	collection: Collection,
	{ query = '', filter, exclude_chunk_types: excluded = [], boost = [] }: QueryRequest,
): RankedChunk[] {
	const queryWords = [...new Set(words(query))];
	return chunksOf(collection)
		.filter(
			({ type, document, index, custom }) =>
				!excluded.includes(type) &&
				(!filter || matchesFilter({ file_id: document.id, chunk_index: index, ...custom }, filter)),
		)
		.map((chunk) => {
			const rules = boost.filter(({ field, eq, in: values }) =>
				isIn(chunk.custom[String(field)], values ?? [eq]),
			);
			const found = new Set(words(chunk.text));
			const share = queryWords.filter((word) => found.has(word)).length / queryWords.length;
			const score = rules.reduce((product, { weight }) => product * weight, share);
			return { chunk, score, isBoosted: rules.length > 0 };
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score);
}

/**
 * Runs a query. @param imageUrl returns a link to the image of a region
 * @throws HttpError 422 without a query
 */
export function search(collection: Collection, request: QueryRequest, imageUrl: () => string) {
	const { query, limit = 10, rerank, include: given } = request;
	if (!query) throw apiError(422, 'query is required.');
	const include = { document: true, metadata: true, ...given };
	const results = rankChunks(collection, request)
		.slice(0, limit)
		.map((ranked) => toResult(ranked, include, imageUrl));
	return {
		query_id: 'query-1',
		request_id: 'req-1',
		query,
		results,
		total_results: results.length,
		limit,
		rerank: { used: Boolean(rerank), reason: 'requested' },
		execution_time_ms: 12,
	};
}

const toResult = (
	{ chunk, score, isBoosted }: RankedChunk,
	include: Readonly<Record<string, boolean>>,
	imageUrl: () => string,
) => {
	const { id, text, custom, document, regions } = chunk;
	return {
		chunk_id: id,
		score: Number(score.toFixed(4)),
		text,
		modality: 'pdf',
		match_sources: ['keyword', 'content_embedding'],
		document: include.document
			? {
					id: document.id,
					filename: document.filename,
					source: null,
					custom_metadata: include.document_metadata ? document.custom : null,
				}
			: null,
		location: locationOf(chunk),
		media: null,
		regions: include.regions
			? regions.map(({ hasImage, ...region }) => ({
					...region,
					image_url: hasImage ? imageUrl() : null,
				}))
			: null,
		metadata: include.metadata ? { language: 'en' } : null,
		custom_metadata: include.metadata ? custom : null,
		rerank_score: null,
		chunk_type: chunk.type,
		boost: isBoosted ? { applied: true } : null,
	};
};

export const locationOf = ({ page, index }: Pick<Chunk, 'page' | 'index'>) => ({
	page_start: page,
	page_end: page,
	chunk_index: index,
});
