// Runs queries. A chunk matches if it contains a word of the query.

import { matchesFilter } from './filter';
import { chunksOf, type Chunk, type Collection } from './library';
import type { BoostClause, QueryRequest } from './queryRequest';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

interface RankedChunk {
	chunk: Chunk;
	score: number;
	boosted: boolean;
}

/** The attributes that filters can use: those that the specification names, and the custom metadata. */
const attributes = (chunk: Chunk): Record<string, unknown> => ({
	file_id: chunk.document.id,
	chunk_index: chunk.index,
	...chunk.custom,
});

const matchesRule = ({ field, eq, in: values }: BoostClause, { custom }: Chunk): boolean =>
	(values ?? [eq]).some((value) => [custom[String(field)]].flat().includes(value));

/** Chunks by the share of the query's words that they contain, which boost rules multiply. */
function rankChunks(collection: Collection, request: QueryRequest): RankedChunk[] {
	const { filter, exclude_chunk_types: excluded, boost } = request;
	const queryWords = [...new Set(words(request.query))];
	return chunksOf(collection)
		.filter(
			(chunk) =>
				!excluded.includes(chunk.type) && (!filter || matchesFilter(attributes(chunk), filter)),
		)
		.map((chunk) => {
			const rules = boost.filter((rule) => matchesRule(rule, chunk));
			const found = new Set(words(chunk.text));
			const share = queryWords.filter((word) => found.has(word)).length / queryWords.length;
			const score = rules.reduce((product, { weight }) => product * weight, share);
			return { chunk, score, boosted: rules.length > 0 };
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score);
}

/** Runs a valid query. @param imageUrl returns a link to the image of a region */
export function search(collection: Collection, request: QueryRequest, imageUrl: () => string) {
	const { query, limit, rerank } = request;
	const results = rankChunks(collection, request).slice(0, limit);
	return {
		query_id: 'query-1',
		request_id: 'req-1',
		query,
		results: results.map((ranked) => toResult(ranked, request, imageUrl)),
		total_results: results.length,
		limit,
		rerank: { used: Boolean(rerank), reason: 'requested' },
		execution_time_ms: 12,
	};
}

const toResult = (
	{ chunk, score, boosted }: RankedChunk,
	{ include }: QueryRequest,
	imageUrl: () => string,
) => ({
	chunk_id: chunk.id,
	score: Number(score.toFixed(4)),
	text: chunk.text,
	modality: 'pdf',
	match_sources: ['keyword', 'content_embedding'],
	document: include.document
		? {
				id: chunk.document.id,
				filename: chunk.document.filename,
				source: null,
				custom_metadata: include.document_metadata ? chunk.document.custom : null,
			}
		: null,
	location: locationOf(chunk),
	media: null,
	regions: include.regions
		? chunk.regions.map(({ hasImage, ...region }) => ({
				...region,
				image_url: hasImage ? imageUrl() : null,
			}))
		: null,
	metadata: include.metadata ? { language: 'en' } : null,
	custom_metadata: include.metadata ? chunk.custom : null,
	rerank_score: null,
	chunk_type: chunk.type,
	boost: boosted ? { applied: true } : null,
});

export const locationOf = ({ page, index }: Pick<Chunk, 'page' | 'index'>) => ({
	page_start: page,
	page_end: page,
	chunk_index: index,
});
