/**
 * Shapes of the responses (README.md, Responses), for the output preview in the editor and for the
 * docs.
 */
import { positionKeys } from './position';

const location = {
	page_start: 'integer',
	page_end: 'integer',
	chunk_index: 'integer',
	parent_chunk_index: 'integer',
	start_seconds: 'number',
	end_seconds: 'number',
	sheet_name: 'string',
	row_start: 'integer',
	row_end: 'integer',
	col_start: 'integer',
	col_end: 'integer',
} as const;

const document = {
	id: 'string',
	filename: 'string',
	source: 'object',
	custom_metadata: 'object',
} as const;

const region = {
	type: 'string',
	text: 'string',
	page: 'integer',
	bbox: 'object',
	confidence: 'number',
	description: 'string',
	image_url: 'string',
} as const;

export const relation = {
	relation_id: 'string',
	source_chunk_id: 'string',
	target_chunk_id: 'string',
	relation_type: 'string',
	target_document_id: 'string',
	target_status: 'string',
	metadata: 'object',
	created_at: 'string',
	updated_at: 'string',
} as const;

const relatedChunk = {
	chunk_id: 'string',
	document_id: 'string',
	text: 'string',
	location,
	metadata: 'object',
	chunk_type: 'string',
} as const;

const boostApplied = {
	weight: 'number',
	field: 'string',
	eq: 'any',
	in: ['any'],
	chunk_ids: ['string'],
	reserve: 'integer',
	matched: 'integer',
	in_pool: 'integer',
	on_page: 'integer',
	applied: 'boolean',
} as const;

/** Information about the query as a whole. */
const search = {
	query: 'string',
	total_results: 'integer',
	limit: 'integer',
	rerank: {
		used: 'boolean',
		reason: 'string',
		model: 'string',
		candidate_limit: 'integer',
		fallback: 'string',
	},
	timing: { stages: ['object'], total_ms: 'integer' },
	warnings: ['string'],
	execution_time_ms: 'integer',
	request_id: 'string',
	query_id: 'string',
	exclude_chunk_types: ['string'],
	boost: [boostApplied],
	semantic_ratio: 'number',
} as const;

/** One item per result, the default output. */
export const result = {
	rank: 'integer',
	chunk_id: 'string',
	score: 'number',
	text: 'string',
	modality: 'string',
	match_sources: ['string'],
	document,
	location,
	media: { transcript: 'string' },
	regions: [region],
	metadata: 'object',
	custom_metadata: 'object',
	rerank_score: 'number',
	relations: [relation],
	related_chunks: [relatedChunk],
	neighboring_chunks: 'object',
	chunk_type: 'string',
	search,
} as const;

/** Fields that Simplify keeps in all three output formats, including those added by options. */
export const resultBrief = {
	rank: 'rank',
	chunk_id: 'chunk_id',
	score: 'score',
	rerank_score: 'rerank_score',
	text: 'text',
	chunk_type: 'chunk_type',
	document_id: 'document.id',
	filename: 'document.filename',
	document_source: 'document.source',
	...Object.fromEntries(positionKeys.map((key) => [key, `location.${key}`])),
	metadata: 'metadata',
	custom_metadata: 'custom_metadata',
	document_metadata: 'document.custom_metadata',
	regions: 'regions',
	relations: 'relations',
	related_chunks: 'related_chunks',
	neighboring_chunks: 'neighboring_chunks',
	sources: 'sources',
	query: 'query',
	results: 'results',
	total_results: 'total_results',
	query_id: 'query_id',
	rerank: 'rerank',
	timing: 'timing',
	warnings: 'warnings',
	exclude_chunk_types: 'exclude_chunk_types',
	boost: 'boost',
	semantic_ratio: 'semantic_ratio',
	search: 'search',
};

export const storedQuery = {
	query_id: 'string',
	request_id: 'string',
	query_text: 'string',
	collection_name: 'string',
	environment: 'string',
	api_version: 'string',
	status: 'string',
	latency_ms: 'number',
	result_count: 'integer',
	created_at: 'string',
	body_status: 'string',
	params: 'object',
	request: 'object',
	response: 'object',
	results: ['object'],
	error_message: 'string',
} as const;

/** Everything except the request and response bodies. */
export const storedQueryBrief = [
	'query_id',
	'request_id',
	'query_text',
	'collection_name',
	'status',
	'latency_ms',
	'result_count',
	'created_at',
	'body_status',
	'results',
	'error_message',
];

export const collectionCreated = {
	collection_name: 'string',
	collection_id: 'string',
	status: 'string',
	message: 'string',
} as const;

/** From the public client of the service, because the specification does not define jobs. */
export const job = {
	job_id: 'string',
	collection_name: 'string',
	job_type: 'string',
	status: 'string',
	progress_message: 'string',
	progress: 'object',
	files: ['object'],
	files_page: 'object',
	result: 'object',
	billing: 'object',
	error_code: 'string',
	error_message: 'string',
	cancelled_by: 'string',
	cancelled_at: 'string',
	created_at: 'string',
	updated_at: 'string',
	started_at: 'string',
	completed_at: 'string',
	estimated_time_remaining_seconds: 'integer',
} as const;
