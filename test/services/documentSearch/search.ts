// Runs queries. Shared words simulate the keyword search; shared trigrams simulate the semantic
// search.

import type { Clock } from '../kit/clock';
import { matchesFilter } from './filter';
import { chunksOf, type Chunk, type Collection, type Relation } from './library';
import type { BoostClause, QueryRequest, RerankOptions } from './queryRequest';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
const trigrams = (text: string): Set<string> =>
	new Set(
		words(text).flatMap((word) =>
			Array.from({ length: word.length + 1 }, (_, at) => ` ${word} `.slice(at, at + 3)),
		),
	);

/** The share of the query's terms that the text contains. */
function overlap(query: ReadonlySet<string>, text: ReadonlySet<string>): number {
	return query.size === 0 ? 0 : [...query].filter((term) => text.has(term)).length / query.size;
}

interface RankedChunk {
	chunk: Chunk;
	/** Share of the query's words that the chunk contains. */
	keyword: number;
	/** Share of the query's trigrams that the chunk contains. */
	semantic: number;
	score: number;
	rerank?: number;
	boosted: boolean;
}

/** The attributes that filters and boost rules can use. */
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
	return (values ?? [eq]).some((value) =>
		Array.isArray(actual) ? actual.includes(value) : actual === value,
	);
}

interface RerankDecision {
	used: boolean;
	reason: 'requested' | 'disabled' | 'default_for_multimodal';
	model: string | null;
	candidate_limit: number | null;
	fallback: null;
}

function decideReranking(
	{ multimodal }: Collection,
	{ rerank, limit }: QueryRequest,
): RerankDecision {
	const options: RerankOptions = typeof rerank === 'object' && rerank !== null ? rerank : {};
	const requested =
		typeof rerank === 'object' && rerank !== null ? (options.enabled ?? true) : rerank;
	const used = requested ?? multimodal;
	return {
		used,
		reason:
			requested === undefined && multimodal
				? 'default_for_multimodal'
				: used
					? 'requested'
					: 'disabled',
		model: used ? (options.model ?? 'voyage-rerank-2.5') : null,
		candidate_limit: used ? (options.candidate_limit ?? limit * 3) : null,
		fallback: null,
	};
}

function rankChunks(collection: Collection, request: QueryRequest): RankedChunk[] {
	const {
		query,
		semantic_ratio: ratio,
		filter,
		include,
		exclude_chunk_types: excluded,
		boost,
	} = request;
	const queryWords = new Set(words(query));
	const queryTrigrams = trigrams(query);
	return chunksOf(collection)
		.filter(
			(chunk) =>
				(include.archived || !chunk.archived) &&
				(chunk.type === null || !excluded.includes(chunk.type)),
		)
		.filter((chunk) => !filter || matchesFilter(attributes(chunk), filter))
		.map((chunk) => {
			const keyword = overlap(queryWords, new Set(words(chunk.text)));
			const semantic = overlap(queryTrigrams, trigrams(chunk.text));
			const rules = boost.filter((rule) => matchesRule(rule, chunk));
			const factor = Math.min(
				5,
				rules.reduce((product, { weight }) => product * weight, 1),
			);
			const relevance = ratio * semantic + (1 - ratio) * keyword;
			// A rule with a weight of at least 1 also retrieves chunks that match the rule but not the
			// query.
			const score = rules.some(({ weight }) => weight >= 1) ? Math.max(relevance, 0.01) : relevance;
			return { chunk, keyword, semantic, score: score * factor, boosted: rules.length > 0 };
		})
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || a.chunk.id.localeCompare(b.chunk.id));
}

/** Applies `limit`, `max_chunks_per_document` and the places reserved by boost rules. */
function selectPage(
	pool: readonly RankedChunk[],
	{ limit, max_chunks_per_document: maxPerDocument, boost }: QueryRequest,
): RankedChunk[] {
	const counts = new Map<string, number>();
	const candidates = pool.filter(({ chunk: { document } }) => {
		const count = (counts.get(document.id) ?? 0) + 1;
		counts.set(document.id, count);
		return count <= (maxPerDocument ?? Infinity);
	});
	const reserved = new Set(
		boost.flatMap((rule) =>
			candidates.filter(({ chunk }) => matchesRule(rule, chunk)).slice(0, rule.reserve ?? 0),
		),
	);
	const others = candidates
		.filter((candidate) => !reserved.has(candidate))
		.slice(0, Math.max(0, limit - reserved.size));
	const selected = new Set([...reserved, ...others]);
	return candidates.filter((candidate) => selected.has(candidate)).slice(0, limit);
}

/** Runs a valid query. @param imageUrl returns a link to the cropped image of a region */
export function search(
	collection: Collection,
	request: QueryRequest,
	clock: Clock,
	imageUrl: (chunk: Chunk, region: number) => string,
) {
	const startedAt = clock.now();
	const rerank = decideReranking(collection, request);
	const all = rankChunks(collection, request);
	const pool = rerank.used
		? all
				.slice(0, rerank.candidate_limit!)
				.map((ranked) => ({ ...ranked, rerank: (ranked.keyword + ranked.semantic) / 2 }))
		: all;
	if (rerank.used) pool.sort((a, b) => b.rerank! - a.rerank!);
	const page = selectPage(pool, request);
	const warnings = [
		...(collection.multimodal && !rerank.used
			? ['Reranking is off. Ranking across modalities is weaker.']
			: []),
		...(request.boost.some(({ reserve = 0 }) => reserve > 0) && !rerank.used
			? ['reserve has no effect without reranking.']
			: []),
	];
	const count = (chunks: readonly RankedChunk[], rule: BoostClause) =>
		chunks.filter(({ chunk }) => matchesRule(rule, chunk)).length;
	const totalMs = clock.now() - startedAt + 12;
	return {
		query: request.query,
		results: page.map((ranked) => toResult(collection, ranked, request, imageUrl)),
		total_results: page.length,
		limit: request.limit,
		rerank,
		timing: {
			stages: [
				{ name: 'retrieve', start_ms: 0, duration_ms: 8 },
				...(rerank.used ? [{ name: 'rerank', start_ms: 8, duration_ms: 4 }] : []),
			],
			total_ms: totalMs,
		},
		...(warnings.length > 0 ? { warnings } : {}),
		execution_time_ms: totalMs,
		exclude_chunk_types: request.exclude_chunk_types,
		boost: request.boost.map((rule) => ({
			reserve: 0,
			...rule,
			matched: count(all, rule),
			in_pool: count(pool, rule),
			on_page: count(page, rule),
			applied: true,
		})),
		semantic_ratio: request.semantic_ratio,
	};
}

function toResult(
	collection: Collection,
	{ chunk, score, rerank, keyword, boosted }: RankedChunk,
	request: QueryRequest,
	imageUrl: (chunk: Chunk, region: number) => string,
) {
	const { include } = request;
	const relations = relationsOf(collection, chunk, request);
	return {
		chunk_id: chunk.id,
		score: Number((rerank ?? score).toFixed(4)),
		text: chunk.text,
		modality: collection.multimodal ? 'image' : 'pdf',
		match_sources: [...(keyword > 0 ? ['keyword'] : []), 'content_embedding'],
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
			? chunk.regions.map(({ imageColor, ...region }, index) => ({
					...region,
					image_url: imageColor ? imageUrl(chunk, index) : null,
				}))
			: null,
		metadata: include.metadata ? { language: 'en' } : null,
		custom_metadata: include.metadata ? chunk.custom : null,
		rerank_score: rerank === undefined ? null : Number(rerank.toFixed(4)),
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
