/**
 * Shapes of the responses (README.md, Responses), for the output preview in the editor and for the
 * docs.
 */
import { pathsOf, shapeOf } from '../engine/describe';
import { positionKeys } from './position';

const location = shapeOf(`
	page_start:integer page_end:integer chunk_index:integer parent_chunk_index:integer
	start_seconds:number end_seconds:number sheet_name row_start:integer row_end:integer
	col_start:integer col_end:integer
`);

const document = shapeOf('id filename source:object custom_metadata:object');

const region = shapeOf(`
	type text page:integer bbox:object confidence:number description image_url
`);

export const relation = shapeOf(`
	relation_id source_chunk_id target_chunk_id relation_type target_document_id target_status
	metadata:object created_at updated_at
`);

const relatedChunk = {
	...shapeOf('chunk_id document_id text'),
	location,
	...shapeOf('metadata:object chunk_type'),
} as const;

const boostApplied = shapeOf(`
	weight:number field eq:any in:any[] chunk_ids:string[] reserve:integer matched:integer
	in_pool:integer on_page:integer applied:boolean
`);

/** Information about the query as a whole. */
const search = {
	...shapeOf(`
		query total_results:integer limit:integer rerank.used:boolean rerank.reason rerank.model
		rerank.candidate_limit:integer rerank.fallback timing.stages:object[]
		timing.total_ms:integer warnings:string[] execution_time_ms:integer request_id query_id
		exclude_chunk_types:string[]
	`),
	boost: [boostApplied],
	...shapeOf('semantic_ratio:number'),
} as const;

/** One item per result, the default output. */
export const result = {
	...shapeOf('rank:integer chunk_id score:number text modality match_sources:string[]'),
	document,
	location,
	...shapeOf('media.transcript'),
	regions: [region],
	...shapeOf('metadata:object custom_metadata:object rerank_score:number'),
	relations: [relation],
	related_chunks: [relatedChunk],
	...shapeOf('neighboring_chunks:object chunk_type'),
	search,
} as const;

/** Fields that Simplify keeps in all three output formats, including those added by options. */
export const resultBrief = {
	...pathsOf(`
		rank chunk_id score rerank_score text chunk_type document_id=document.id
		filename=document.filename document_source=document.source
	`),
	...Object.fromEntries(positionKeys.map((key) => [key, `location.${key}`])),
	...pathsOf(`
		metadata custom_metadata document_metadata=document.custom_metadata regions relations
		related_chunks neighboring_chunks sources query results total_results query_id rerank timing
		warnings exclude_chunk_types boost semantic_ratio search
	`),
};

export const storedQuery = shapeOf(`
	query_id request_id query_text collection_name environment api_version status latency_ms:number
	result_count:integer created_at body_status params:object request:object response:object
	results:object[] error_message
`);

/** Everything except the request and response bodies. */
export const storedQueryBrief = pathsOf(`
	query_id request_id query_text collection_name status latency_ms result_count created_at
	body_status results error_message
`);

export const collectionCreated = shapeOf('collection_name collection_id status message');

/** From the public client of the service, because the specification does not define jobs. */
export const job = shapeOf(`
	job_id collection_name job_type status progress_message progress:object files:object[]
	files_page:object result:object billing:object error_code error_message cancelled_by
	cancelled_at created_at updated_at started_at completed_at
	estimated_time_remaining_seconds:integer
`);
