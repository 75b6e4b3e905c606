// Routes that require the API key: queries, collections, documents, chunks and jobs. Those that are
// not here send the documented responses.

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import responses from '../../contract/data/responses/document-search.json';
import type { Clock } from '../kit/clock';
import { withDocumentedResponses } from '../kit/documentedResponses';
import { apiError } from './errors';
import { chunksOf, type Chunk, type Collection, type Library } from './library';
import { parseQueryRequest } from './queryRequest';
import type { RegionImages } from './regionImages';
import { locationOf, search } from './search';
import type { Settings } from './settings';
import type { Job, Webhooks } from './webhooks';

export interface Context {
	library: Library;
	images: RegionImages;
	jobs: Map<string, Job>;
	settings: Settings;
	clock: Clock;
	webhooks: Webhooks;
}

type Query = { Querystring: Record<string, string> };
type CollectionRequest = Query & { Params: { collection: string } };
type ChunkRequest = Query & { Params: { collection: string; chunk: string } };

const MAX_FILES = 20;
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Routes under /v2 and /v3. */
export async function apiRoutes(app: FastifyInstance, context: Context): Promise<void> {
	const { library, images, settings, webhooks } = context;
	app.addHook('onRequest', async ({ headers }) => {
		const expected =
			settings.scheme === '' ? settings.apiKey : `${settings.scheme} ${settings.apiKey}`;
		if (headers[settings.header] !== expected)
			throw apiError(401, 'The API key is missing or invalid.');
	});
	const findCollection = ({ collection: name }: { collection: string }): Collection => {
		const found = library.collections.get(name);
		if (!found) throw apiError(404, `There is no collection ${name}.`);
		return found;
	};
	await app.register(multipart, { limits: { files: MAX_FILES, fileSize: MAX_FILE_BYTES } });
	await withDocumentedResponses(app, responses, () => {
		app.post<CollectionRequest>('/v3/collections/:collection/query', async ({ params, body }) =>
			search(findCollection(params), parseQueryRequest(body), () => images.link()),
		);
		app.get('/v2/queries/latency', async () => ({ count: 1, p50_ms: 12, p95_ms: 12 }));
		collectionRoutes(app, library, findCollection);
		jobRoutes(app, context, findCollection);
		chunkRoutes(app, findCollection);
		webhooks.routes(app);
	});
}

/** A page, selected by limit and offset. */
function page<T>(all: readonly T[], query: Record<string, string>) {
	const limit = Number(query.limit ?? 100);
	const offset = Number(query.offset ?? 0);
	return {
		rows: all.slice(offset, offset + limit),
		pagination: { total_count: all.length, limit, offset },
	};
}

type FindCollection = (params: { collection: string }) => Collection;

function collectionRoutes(
	app: FastifyInstance,
	library: Library,
	findCollection: FindCollection,
): void {
	app.get<Query>('/v2/collections', async ({ query }) => {
		const { rows, pagination } = page([...library.collections.values()], query);
		return {
			collections: rows.map(({ name, id, description, environment, documents }) => ({
				collection_name: name,
				collection_id: id,
				description,
				environment,
				file_count: documents.length,
			})),
			...pagination,
		};
	});
	app.put<CollectionRequest & { Body: { description?: string } | undefined }>(
		'/v2/collections/:collection',
		async ({ params, body }) => {
			const existing = library.collections.get(params.collection);
			const { name, id } = existing ?? library.add(params.collection, body?.description ?? '');
			return {
				collection_name: name,
				collection_id: id,
				status: existing ? 'exists' : 'created',
				message: existing ? 'The collection exists.' : 'Collection created.',
			};
		},
	);
	app.delete<CollectionRequest>('/v2/collections/:collection', async ({ params }) => {
		library.collections.delete(findCollection(params).name);
		return { status: 'success', message: 'Collection deleted.' };
	});
	app.delete<CollectionRequest>('/v2/collections/:collection/documents', async ({ params }) => {
		findCollection(params).documents = [];
		return { status: 'success', message: 'Documents deleted.' };
	});
	app.delete<CollectionRequest & { Params: { document: string } }>(
		'/v2/collections/:collection/documents/:document',
		async ({ params }) => {
			const collection = findCollection(params);
			const left = collection.documents.filter(({ id }) => id !== params.document);
			if (left.length === collection.documents.length) throw apiError(404, 'Document not found.');
			collection.documents = left;
			return { status: 'success', message: 'Document deleted.' };
		},
	);
	app.patch<CollectionRequest & { Body: { new_environment: string } }>(
		'/v2/collections/:collection/environment',
		async ({ params, body }) => ({
			collection_name: params.collection,
			environment: (findCollection(params).environment = body.new_environment),
		}),
	);
	app.get<CollectionRequest>('/v2/collections/:collection/documents', async ({ params, query }) => {
		const { rows, pagination } = page(findCollection(params).documents, query);
		return {
			documents: rows.map(({ id, filename, chunks, custom }) => ({
				document_id: id,
				filename,
				chunk_count: chunks.length,
				custom_metadata: custom,
			})),
			...pagination,
		};
	});
}

type Metadata = Record<string, unknown>;

interface IndexRequest {
	url?: string;
	urls?: string[];
	processing_type: string;
	custom_metadata?: Metadata;
}

interface TextRequest {
	content?: string;
	filename?: string;
	custom_metadata?: Metadata;
}

/** A document that a job adds. */
interface NewDocument {
	filename: string;
	text: string;
}

function jobRoutes(
	app: FastifyInstance,
	{ library, jobs, settings, clock, webhooks }: Context,
	findCollection: FindCollection,
): void {
	const start = (collection: Collection, documents: NewDocument[], metadata: Metadata = {}) => {
		const job: Job = {
			job_id: library.nextId('job'),
			status: 'pending',
			collection_name: collection.name,
			files_total: documents.length,
			files_processed: 0,
		};
		jobs.set(job.job_id, job);
		clock.after(settings.indexMs, async () => {
			if (job.status !== 'pending') return;
			for (const { filename, text } of documents)
				library.write(collection, filename, metadata, [{ text }]);
			Object.assign(job, { status: 'completed', files_processed: documents.length });
			await webhooks.send(job);
		});
		return { job_id: job.job_id, status: job.status };
	};
	app.post<CollectionRequest & { Body: IndexRequest }>(
		'/v2/collections/:collection/index/url',
		async ({ params, body }) =>
			start(
				findCollection(params),
				(body.urls ?? [body.url!]).map((url) => ({
					filename: url.split('/').at(-1) ?? url,
					text: `Content of ${url}`,
				})),
				body.custom_metadata,
			),
	);
	app.post<CollectionRequest & { Body: TextRequest }>(
		'/v2/collections/:collection/index/text',
		async ({ params, body }) => {
			if (!body.content) throw apiError(422, 'content is required.');
			const { content: text, filename = 'text.txt', custom_metadata: metadata } = body;
			return start(findCollection(params), [{ filename, text }], metadata);
		},
	);
	app.post<CollectionRequest>('/v2/collections/:collection/index/file', async (request) => {
		const collection = findCollection(request.params);
		if (!request.isMultipart()) throw apiError(422, 'The body must be multipart/form-data.');
		const form: Record<string, string> = {};
		const documents: NewDocument[] = [];
		for await (const part of request.parts()) {
			if (part.type === 'field') form[part.fieldname] = String(part.value);
			else if (part.fieldname !== 'files') throw apiError(422, `Unknown file ${part.fieldname}.`);
			else
				documents.push({ filename: part.filename, text: (await part.toBuffer()).toString('utf8') });
		}
		if (documents.length === 0) throw apiError(422, 'files is required.');
		const replaced = documents.filter(({ filename }) =>
			collection.documents.some((document) => document.filename === filename),
		);
		const isOverwriting = form.overwrite_existing === 'true';
		if (isOverwriting)
			collection.documents = collection.documents.filter(
				({ filename }) => !replaced.some((document) => document.filename === filename),
			);
		return start(
			collection,
			documents.filter((document) => isOverwriting || !replaced.includes(document)),
			JSON.parse(form.custom_metadata ?? '{}') as Metadata,
		);
	});
	app.post<{ Params: { job: string } }>('/v2/jobs/:job/cancel', async ({ params }) => {
		const job = jobs.get(params.job);
		if (job?.status === 'pending') {
			job.status = 'cancelled';
			await webhooks.send(job);
		}
		return { job_id: params.job, status: 'cancelled', cancelled_at: clock.iso() };
	});
	app.get<{ Params: { job: string } }>('/v2/jobs/:job', async ({ params }) => {
		const found = jobs.get(params.job);
		if (!found) throw apiError(404, 'Job not found.');
		return found;
	});
}

const chunkResponse = ({ id, text, type, custom, regions, ...chunk }: Chunk) => ({
	chunk_id: id,
	text,
	location: locationOf(chunk),
	chunk_type: type,
	custom_metadata: custom,
	regions: regions.map((region) => ({ ...region, hasImage: undefined })),
});

function chunkRoutes(app: FastifyInstance, findCollection: FindCollection): void {
	const findChunk = (params: ChunkRequest['Params']): Chunk => {
		const found = chunksOf(findCollection(params)).find(({ id }) => id === params.chunk);
		if (!found) throw apiError(404, 'Chunk not found.');
		return found;
	};
	app.get<CollectionRequest>('/v3/collections/:collection/chunks', async ({ params, query }) => {
		const chunks = chunksOf(findCollection(params)).filter(
			({ document }) => document.id === query.document_id,
		);
		const start = Number(query.cursor ?? 0);
		const end = start + Number(query.limit ?? 100);
		return {
			chunks: chunks.slice(start, end).map(chunkResponse),
			total_results: chunks.length,
			next_cursor: end < chunks.length ? end : null,
		};
	});
	app.get<ChunkRequest>('/v3/collections/:collection/chunks/:chunk', async ({ params }) =>
		chunkResponse(findChunk(params)),
	);
	app.route<ChunkRequest & { Body: { custom_metadata: Record<string, unknown> } | undefined }>({
		method: ['GET', 'PUT', 'PATCH'],
		url: '/v3/collections/:collection/chunks/:chunk/metadata',
		handler: async ({ method, params, body }) => {
			const chunk = findChunk(params);
			chunk.custom = { ...(method === 'PUT' ? {} : chunk.custom), ...body?.custom_metadata };
			return { chunk_id: chunk.id, custom_metadata: chunk.custom };
		},
	});
}
