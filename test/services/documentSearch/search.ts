// Runs queries. A chunk matches if it contains a word of the query.

import type { Fields } from '../kit/records';
import { apiError } from './errors';
import type { Chunk, Document } from './library';

/** The words of a text, without the s of a plural. */
const words = (text: string): string[] =>
	(text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []).map((word) => word.replace(/(?<=..)s$/, ''));

interface QueryRequest {
	query?: string;
	limit?: number;
	filter?: Fields | null;
	rerank?: unknown;
	include?: Partial<Record<'document' | 'document_metadata' | 'metadata' | 'regions', boolean>>;
	exclude_chunk_types?: string[];
}

/** A list matches if one of its elements matches. */
const equals = (value: unknown, operand: unknown): boolean => [value].flat().includes(operand);

const OPERATORS: Readonly<Record<string, (value: never, operand: never) => boolean>> = {
	$eq: equals,
	$ne: (value, operand) => !equals(value, operand),
	$gt: (value, operand) => value > operand,
	$gte: (value, operand) => value >= operand,
	$lt: (value, operand) => value < operand,
	$lte: (value, operand) => value <= operand,
	$in: (value, operand) => (operand as unknown[]).some((item) => equals(value, item)),
	$nin: (value, operand) => !(operand as unknown[]).some((item) => equals(value, item)),
};

/** Whether the attributes of a chunk match a filter. @throws HttpError 400 */
function matchesFilter(attributes: Fields, filter: Fields): boolean {
	return Object.entries(filter).every(([key, condition]) => {
		if (key === '$and')
			return (condition as Fields[]).every((one) => matchesFilter(attributes, one));
		if (key === '$or') return (condition as Fields[]).some((one) => matchesFilter(attributes, one));
		const isTest = typeof condition === 'object' && condition !== null;
		return Object.entries(isTest ? condition : { $eq: condition }).every(([operator, operand]) => {
			const matches = OPERATORS[operator];
			if (!matches) throw apiError(400, `Invalid metadata filter: ${operator} is not an operator.`);
			return matches(attributes[key] as never, operand as never);
		});
	});
}

/**
 * Runs a query. The best chunks contain the largest share of its words.
 * @param imageUrl returns a link to the image of a region
 */
export function search(
	chunks: ReadonlyArray<readonly [Chunk, Document]>,
	request: QueryRequest,
	imageUrl: () => string,
) {
	const { query = '', limit = 10, filter, rerank, exclude_chunk_types: excluded = [] } = request;
	const include: QueryRequest['include'] = { document: true, metadata: true, ...request.include };
	const queryWords = [...new Set(words(query))];
	const results = chunks
		.filter(([chunk]) => {
			const { chunk_type: type, document_id: file_id, location, custom_metadata: custom } = chunk;
			const attributes = { file_id, chunk_index: location.chunk_index, ...custom };
			return !excluded.includes(type) && matchesFilter(attributes, filter ?? {});
		})
		.map(([chunk, document]) => {
			const found = new Set(words(chunk.text));
			const score = queryWords.filter((word) => found.has(word)).length / queryWords.length;
			return { chunk, document, score };
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score)
		.slice(0, limit)
		.map(({ chunk, document, score }) => {
			const { regions, custom_metadata: custom } = chunk;
			const { document_id: id, filename, custom_metadata: metadata } = document;
			const custom_metadata = include.document_metadata ? metadata : null;
			return {
				...chunk,
				document_id: undefined,
				score: Number(score.toFixed(4)),
				modality: 'pdf',
				match_sources: ['keyword', 'content_embedding'],
				document: include.document ? { id, filename, source: null, custom_metadata } : null,
				media: null,
				regions: include.regions
					? regions.map((region) => ({
							...region,
							image_url: region.image_url ? imageUrl() : null,
						}))
					: null,
				metadata: include.metadata ? { language: 'en' } : null,
				custom_metadata: include.metadata ? custom : null,
				rerank_score: null,
				boost: null,
			};
		});
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
