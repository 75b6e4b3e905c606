// Ranking: words in common stand for the keyword leg, letter triples in common for the semantic one.

import type { Clock } from '../kit/clock';
import { meets } from './filter';
import { chunksOf, type Chunk, type Collection, type Relation } from './library';
import type { BoostClause, QueryRequest, RerankOptions } from './queryRequest';

const words = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
const triples = (text: string): Set<string> =>
	new Set(
		words(text).flatMap((word) =>
			Array.from({ length: word.length + 1 }, (_, at) => ` ${word} `.slice(at, at + 3)),
		),
	);

function share<T>(wanted: ReadonlySet<T>, held: ReadonlySet<T>): number {
	return wanted.size === 0 ? 0 : [...wanted].filter((one) => held.has(one)).length / wanted.size;
}

interface Ranked {
	chunk: Chunk;
	/** Words and triples that the query shares with it. */
	keyword: number;
	semantic: number;
	score: number;
	rerank?: number;
	boosted: boolean;
}

/** What a chunk is filtered and boosted by. */
const attributes = (chunk: Chunk): Record<string, unknown> => ({
	file_id: chunk.document.id,
	filename: chunk.document.filename,
	chunk_index: chunk.index,
	page: chunk.page,
	...chunk.custom,
});

function matchesRule(
	{ field, eq, in: any, chunk_ids: chunks }: BoostClause,
	chunk: Chunk,
): boolean {
	if (chunks) return chunks.includes(chunk.id);
	const held = chunk.custom[String(field)];
	return (any ?? [eq]).some((one) => (Array.isArray(held) ? held.includes(one) : held === one));
}

interface Reranking {
	used: boolean;
	reason: 'requested' | 'disabled' | 'default_for_multimodal';
	model: string | null;
	candidate_limit: number | null;
	fallback: null;
}

function reranking({ multimodal }: Collection, { rerank, limit }: QueryRequest): Reranking {
	const options: RerankOptions = typeof rerank === 'object' && rerank !== null ? rerank : {};
	const asked = typeof rerank === 'object' && rerank !== null ? (options.enabled ?? true) : rerank;
	const used = asked ?? multimodal;
	return {
		used,
		reason:
			asked === undefined && multimodal
				? 'default_for_multimodal'
				: used
					? 'requested'
					: 'disabled',
		model: used ? (options.model ?? 'voyage-rerank-2.5') : null,
		candidate_limit: used ? (options.candidate_limit ?? limit * 3) : null,
		fallback: null,
	};
}

function ranked(collection: Collection, request: QueryRequest): Ranked[] {
	const {
		query,
		semantic_ratio: ratio,
		filter,
		include,
		exclude_chunk_types: excluded,
		boost,
	} = request;
	const wantedWords = new Set(words(query));
	const wantedTriples = triples(query);
	return chunksOf(collection)
		.filter(
			(chunk) =>
				(include.archived || !chunk.archived) &&
				(chunk.type === null || !excluded.includes(chunk.type)),
		)
		.filter((chunk) => !filter || meets(attributes(chunk), filter))
		.map((chunk) => {
			const keyword = share(wantedWords, new Set(words(chunk.text)));
			const semantic = share(wantedTriples, triples(chunk.text));
			const rules = boost.filter((rule) => matchesRule(rule, chunk));
			const factor = Math.min(
				5,
				rules.reduce((product, { weight }) => product * weight, 1),
			);
			const found = ratio * semantic + (1 - ratio) * keyword;
			// A raised chunk is retrieved by its rule, however little it has of the query.
			const raised = rules.some(({ weight }) => weight >= 1) ? Math.max(found, 0.01) : found;
			return { chunk, keyword, semantic, score: raised * factor, boosted: rules.length > 0 };
		})
		.filter(({ score }) => score > 0)
		.sort((one, other) => other.score - one.score || one.chunk.id.localeCompare(other.chunk.id));
}

/** The page: at most `limit`, at most so many a document, with the places that rules reserved. */
function pageOf(
	pool: readonly Ranked[],
	{ limit, max_chunks_per_document: most, boost }: QueryRequest,
): Ranked[] {
	const counts = new Map<string, number>();
	const spread = pool.filter(({ chunk: { document } }) => {
		const count = (counts.get(document.id) ?? 0) + 1;
		counts.set(document.id, count);
		return count <= (most ?? Infinity);
	});
	const reserved = new Set(
		boost.flatMap((rule) =>
			spread.filter(({ chunk }) => matchesRule(rule, chunk)).slice(0, rule.reserve ?? 0),
		),
	);
	const free = spread
		.filter((one) => !reserved.has(one))
		.slice(0, Math.max(0, limit - reserved.size));
	const chosen = new Set([...reserved, ...free]);
	return spread.filter((one) => chosen.has(one)).slice(0, limit);
}

/** Answers a query that was found valid. @param imageOf address of a region's picture */
export function search(
	collection: Collection,
	request: QueryRequest,
	clock: Clock,
	imageOf: (chunk: Chunk, region: number) => string,
) {
	const began = clock.now();
	const rerank = reranking(collection, request);
	const all = ranked(collection, request);
	const pool = rerank.used
		? all
				.slice(0, rerank.candidate_limit!)
				.map((one) => ({ ...one, rerank: (one.keyword + one.semantic) / 2 }))
		: all;
	if (rerank.used) pool.sort((one, other) => other.rerank! - one.rerank!);
	const page = pageOf(pool, request);
	const warnings = [
		...(collection.multimodal && !rerank.used
			? ['Reranking is off, so that ranking across modalities is weaker.']
			: []),
		...(request.boost.some(({ reserve = 0 }) => reserve > 0) && !rerank.used
			? ['reserve has no effect without reranking.']
			: []),
	];
	const count = (ones: readonly Ranked[], rule: BoostClause) =>
		ones.filter(({ chunk }) => matchesRule(rule, chunk)).length;
	const total = clock.now() - began + 12;
	return {
		query: request.query,
		results: page.map((one) => resultOf(collection, one, request, imageOf)),
		total_results: page.length,
		limit: request.limit,
		rerank,
		timing: {
			stages: [
				{ name: 'retrieve', start_ms: 0, duration_ms: 8 },
				...(rerank.used ? [{ name: 'rerank', start_ms: 8, duration_ms: 4 }] : []),
			],
			total_ms: total,
		},
		...(warnings.length > 0 ? { warnings } : {}),
		execution_time_ms: total,
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

function resultOf(
	collection: Collection,
	{ chunk, score, rerank, keyword, boosted }: Ranked,
	request: QueryRequest,
	imageOf: (chunk: Chunk, region: number) => string,
) {
	const { include } = request;
	const relations = related(collection, chunk, request);
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
			? chunk.regions.map(({ picture, ...region }, at) => ({
					...region,
					image_url: picture ? imageOf(chunk, at) : null,
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
			? { previous: neighbour(chunk, -1), next: neighbour(chunk, 1) }
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

function related(
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

function neighbour({ document, index }: Chunk, step: number) {
	const other = document.chunks[index + step];
	return other ? { chunk_id: other.id, text: other.text } : null;
}
