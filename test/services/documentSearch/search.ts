// Runs queries. A chunk matches if it contains a word of the query.

import { matchesFilter } from './filter';
import { chunksOf, type Chunk, type Collection, type Relation } from './library';
import type { BoostClause, QueryRequest } from './queryRequest';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];

interface RankedChunk {
	chunk: Chunk;
	score: number;
	boosted: boolean;
}

/** The attributes that filters can use. */
const attributes = (chunk: Chunk): Record<string, unknown> => ({
	file_id: chunk.document.id,
	filename: chunk.document.filename,
	chunk_index: chunk.index,
	page: chunk.page,
	...chunk.custom,
});

function matchesRule(
	{ field, eq, in: values, chunk_ids: chunks }: BoostClause,
	chunk: Chunk,
): boolean {
	if (chunks) return chunks.includes(chunk.id);
	const actual = chunk.custom[String(field)];
	return (values ?? [eq]).some((value) => [actual].flat().includes(value));
}

/** Chunks by the share of the query's words that they contain, which boost rules multiply. */
function rankChunks(collection: Collection, request: QueryRequest): RankedChunk[] {
	const { filter, include, exclude_chunk_types: excluded, boost } = request;
	const queryWords = [...new Set(words(request.query))];
	return chunksOf(collection)
		.filter(
			(chunk) =>
				(include.archived || !chunk.archived) &&
				(chunk.type === null || !excluded.includes(chunk.type)) &&
				(!filter || matchesFilter(attributes(chunk), filter)),
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
	const { rerank, boost, limit, max_chunks_per_document: maximum } = request;
	const requested = typeof rerank === 'object' ? (rerank.enabled ?? true) : rerank;
	const isReranked = requested ?? collection.multimodal;
	const all = rankChunks(collection, request);
	const page = all
		.filter(
			({ chunk }, index) =>
				all.slice(0, index).filter((other) => other.chunk.document === chunk.document).length <
				(maximum ?? Infinity),
		)
		.slice(0, limit);
	return {
		query: request.query,
		results: page.map((ranked) => toResult(collection, ranked, request, imageUrl)),
		total_results: page.length,
		limit,
		rerank: {
			used: isReranked,
			reason: requested === undefined ? 'default_for_multimodal' : 'requested',
			model: isReranked ? 'voyage-rerank-2.5' : null,
			candidate_limit: isReranked ? limit * 3 : null,
			fallback: null,
		},
		timing: { stages: [{ name: 'retrieve', start_ms: 0, duration_ms: 12 }], total_ms: 12 },
		...(collection.multimodal && !isReranked
			? { warnings: ['Reranking is off. Ranking across modalities is weaker.'] }
			: {}),
		execution_time_ms: 12,
		exclude_chunk_types: request.exclude_chunk_types,
		boost: boost.map((rule) => ({
			reserve: 0,
			...rule,
			matched: chunksOf(collection).filter((chunk) => matchesRule(rule, chunk)).length,
			on_page: page.filter(({ chunk }) => matchesRule(rule, chunk)).length,
			applied: true,
		})),
		semantic_ratio: request.semantic_ratio,
	};
}

function toResult(
	collection: Collection,
	{ chunk, score, boosted }: RankedChunk,
	request: QueryRequest,
	imageUrl: () => string,
) {
	const { include } = request;
	const relations = relationsOf(collection, chunk, request);
	return {
		chunk_id: chunk.id,
		score: Number(score.toFixed(4)),
		text: chunk.text,
		modality: collection.multimodal ? 'image' : 'pdf',
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
		relations: include.relations ? relations : null,
		related_chunks: include.related_chunks
			? relations.flatMap((relation) => relatedChunk(collection, chunk, relation))
			: null,
		neighboring_chunks: include.neighboring_chunks
			? { previous: neighbor(chunk, -1), next: neighbor(chunk, 1) }
			: null,
		chunk_type: chunk.type,
		boost: boosted ? { applied: true } : null,
	};
}

export const locationOf = ({ page, index }: Chunk) => ({
	page_start: page,
	page_end: page,
	chunk_index: index,
});

export function relationsOf(
	collection: Collection,
	{ id }: Chunk,
	{
		relation_types: types,
		relation_direction: direction,
	}: Pick<QueryRequest, 'relation_types' | 'relation_direction'>,
): Relation[] {
	return collection.relations.filter(
		({ source_chunk_id: source, target_chunk_id: target, relation_type: type }) =>
			(!types || types.includes(type)) &&
			((direction !== 'incoming' && source === id) || (direction !== 'outgoing' && target === id)),
	);
}

function relatedChunk(
	collection: Collection,
	chunk: Chunk,
	{ source_chunk_id: source, target_chunk_id: target }: Relation,
) {
	const other = chunksOf(collection).find(
		({ id }) => id === (source === chunk.id ? target : source),
	);
	return other
		? [
				{
					chunk_id: other.id,
					document_id: other.document.id,
					text: other.text,
					location: locationOf(other),
					metadata: {},
					chunk_type: other.type,
				},
			]
		: [];
}

function neighbor({ document, index }: Chunk, step: number) {
	const other = document.chunks[index + step];
	return other ? { chunk_id: other.id, text: other.text } : null;
}
