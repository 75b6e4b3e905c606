// Routes that require the API key: collections, documents, chunks, relations, jobs and queries.

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import { apiError } from './errors';
import { chunksOf, type Chunk, type Collection, type Library } from './library';
import type { QueryHistory } from './queryHistory';
import { parseQueryRequest, type QueryRequest } from './queryRequest';
import type { RegionImages } from './regionImages';
import { locationOf, relationsOf, search } from './search';
import type { Settings } from './settings';

export interface Job {
	job_id: string;
	status: 'pending' | 'processing' | 'completed' | 'cancelled';
	collection_name: string;
	files_total: number;
	files_processed: number;
}

export interface Context {
	library: Library;
	history: QueryHistory;
	images: RegionImages;
	jobs: Map<string, Job>;
	settings: Settings;
	clock: Clock;
}

type CollectionRequest = { Params: { collection: string } };
type ChunkRequest = { Params: { collection: string; chunk: string } };

/** Routes under /v2 and /v3. */
export function apiRoutes(app: FastifyInstance, context: Context): void {
	const { library, history, images, settings } = context;
	app.addHook('onRequest', async ({ headers }) => {
		const expected =
			settings.scheme === '' ? settings.apiKey : `${settings.scheme} ${settings.apiKey}`;
		if (headers[settings.header] !== expected)
			throw apiError(401, 'The API key is missing or invalid.');
	});
	const findCollection = (name: string): Collection => {
		const found = library.collections.get(name);
		if (!found) throw apiError(404, `There is no collection ${name}.`);
		if (settings.closed.includes(name))
			throw apiError(403, 'The API key cannot query this collection.');
		return found;
	};

	collectionRoutes(app, library, findCollection);
	documentRoutes(app, context, findCollection);
	chunkRoutes(app, context, findCollection);
	history.routes(app);

	app.post<CollectionRequest>('/v3/collections/:collection/query', async ({ params, body }) => {
		const collection = findCollection(params.collection);
		const response = search(collection, parseQueryRequest(body), () => images.link());
		return { ...response, ...history.add(collection.name, body, response) };
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

type FindCollection = (name: string) => Collection;
type Direction = QueryRequest['relation_direction'];

function collectionRoutes(
	app: FastifyInstance,
	library: Library,
	findCollection: FindCollection,
): void {
	app.get<{ Querystring: Record<string, string> }>('/v2/collections', async ({ query }) => {
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
	app.put<CollectionRequest & { Body?: { description?: string } }>(
		'/v2/collections/:collection',
		async ({ params, body }, reply) => {
			const existing = library.collections.get(params.collection);
			const { name, id } =
				existing ?? library.add(params.collection, { description: body?.description });
			return await reply.code(existing ? 200 : 201).send({
				collection_name: name,
				collection_id: id,
				status: existing ? 'exists' : 'created',
				message: existing ? 'Already exists.' : 'Created.',
			});
		},
	);
	app.delete<CollectionRequest>('/v2/collections/:collection', async ({ params }) => {
		library.collections.delete(findCollection(params.collection).name);
		return { status: 'deleted', message: 'Deleted.' };
	});
	app.patch<CollectionRequest & { Body: { new_environment: string } }>(
		'/v2/collections/:collection/environment',
		async ({ params, body }) => {
			if (!['development', 'staging', 'production'].includes(body.new_environment))
				throw apiError(422, 'new_environment must be development, staging or production.');
			const collection = findCollection(params.collection);
			collection.environment = body.new_environment;
			return { collection_name: collection.name, environment: collection.environment };
		},
	);
}

function documentRoutes(
	app: FastifyInstance,
	{ library, jobs, settings, clock }: Context,
	findCollection: FindCollection,
): void {
	app.get<CollectionRequest & { Querystring: Record<string, string> }>(
		'/v2/collections/:collection/documents',
		async ({ params, query }) => {
			const { rows, pagination } = page(findCollection(params.collection).documents, query);
			return {
				documents: rows.map(({ id, filename, chunks, custom }) => ({
					document_id: id,
					filename,
					chunk_count: chunks.length,
					custom_metadata: custom,
				})),
				...pagination,
			};
		},
	);
	app.delete<{ Params: { collection: string; document: string } }>(
		'/v2/collections/:collection/documents/:document',
		async ({ params }, reply) => {
			const collection = findCollection(params.collection);
			if (!collection.documents.some(({ id }) => id === params.document))
				throw apiError(404, 'Document not found.');
			collection.documents = collection.documents.filter(({ id }) => id !== params.document);
			// Unlike other deletions, this one returns an empty response.
			return await reply.code(204).send();
		},
	);
	app.delete<CollectionRequest>('/v2/collections/:collection/documents', async ({ params }) => {
		findCollection(params.collection).documents = [];
		return { status: 'deleted' };
	});
	app.post<
		CollectionRequest & {
			Body: {
				url?: string;
				urls?: string[];
				processing_type: string;
				custom_metadata?: Record<string, unknown>;
			};
		}
	>('/v2/collections/:collection/index/url', async ({ params, body }) => {
		const collection = findCollection(params.collection);
		const urls = body.urls ?? (body.url === undefined ? [] : [body.url]);
		if (urls.length === 0 || !['advanced', 'basic'].includes(body.processing_type))
			throw apiError(422, 'processing_type and either url or urls are required.');
		const job: Job = {
			job_id: library.nextId('job'),
			status: 'pending',
			collection_name: collection.name,
			files_total: urls.length,
			files_processed: 0,
		};
		jobs.set(job.job_id, job);
		clock.after(settings.indexMs, () => {
			if (job.status === 'cancelled') return;
			for (const url of urls)
				library.write(collection, url.split('/').at(-1) ?? url, body.custom_metadata ?? {}, [
					{ text: `Content of ${url}` },
				]);
			Object.assign(job, { status: 'completed', files_processed: urls.length });
		});
		return { job_id: job.job_id, status: job.status };
	});
	const findJob = (id: string): Job => {
		const found = jobs.get(id);
		if (!found) throw apiError(404, 'Job not found.');
		return found;
	};
	app.get<{ Params: { job: string } }>('/v2/jobs/:job', async ({ params }) => findJob(params.job));
	app.post<{ Params: { job: string } }>('/v2/jobs/:job/cancel', async ({ params }) => {
		const job = findJob(params.job);
		if (job.status !== 'completed') job.status = 'cancelled';
		return { job_id: job.job_id, status: job.status };
	});
}

const chunkResponse = (
	chunk: Chunk,
	{
		include_regions: includeRegions,
		include_metadata: includeMetadata = 'true',
	}: Record<string, string>,
) => ({
	chunk_id: chunk.id,
	text: chunk.text,
	location: locationOf(chunk),
	chunk_type: chunk.type,
	...(includeMetadata === 'true' ? { custom_metadata: chunk.custom } : {}),
	...(includeRegions === 'true'
		? { regions: chunk.regions.map((region) => ({ ...region, hasImage: undefined })) }
		: {}),
});

function chunkRoutes(
	app: FastifyInstance,
	{ library, clock }: Context,
	findCollection: FindCollection,
): void {
	const findChunk = ({ collection, chunk }: ChunkRequest['Params']): Chunk => {
		const found = chunksOf(findCollection(collection)).find(({ id }) => id === chunk);
		if (!found) throw apiError(404, 'Chunk not found.');
		return found;
	};
	app.get<CollectionRequest & { Querystring: Record<string, string> }>(
		'/v3/collections/:collection/chunks',
		async ({ params, query }) => {
			const found = findCollection(params.collection).documents.find(
				({ id }) => id === query.document_id,
			);
			if (!found) throw apiError(404, 'Document not found.');
			const start = Number(query.cursor ?? 0);
			const end = start + Number(query.limit ?? 100);
			return {
				chunks: found.chunks.slice(start, end).map((chunk) => chunkResponse(chunk, query)),
				total_results: found.chunks.length,
				next_cursor: end < found.chunks.length ? end : null,
			};
		},
	);
	app.get<ChunkRequest & { Querystring: Record<string, string> }>(
		'/v3/collections/:collection/chunks/:chunk',
		async ({ params, query }) => chunkResponse(findChunk(params), query),
	);

	const path = '/v3/collections/:collection/chunks/:chunk/metadata';
	type MetadataRequest = ChunkRequest & { Body: { custom_metadata: Record<string, unknown> } };
	app.get<ChunkRequest>(path, async ({ params }) => ({
		chunk_id: params.chunk,
		custom_metadata: findChunk(params).custom,
	}));
	app.put<MetadataRequest>(path, async ({ params, body }) => ({
		chunk_id: params.chunk,
		custom_metadata: (findChunk(params).custom = body.custom_metadata),
	}));
	app.patch<MetadataRequest>(path, async ({ params, body }) => ({
		chunk_id: params.chunk,
		custom_metadata: Object.assign(findChunk(params).custom, body.custom_metadata),
	}));
	app.delete<ChunkRequest>(path, async ({ params }, reply) => {
		findChunk(params).custom = {};
		return await reply.code(204).send();
	});

	type RelationsRequest = ChunkRequest & {
		Querystring: { relation_types?: string | string[]; relation_direction?: Direction };
	};
	app.get<RelationsRequest>(
		'/v3/collections/:collection/chunks/:chunk/relations',
		async ({ params, query: { relation_types: types, relation_direction: direction } }) => ({
			relations: relationsOf(findCollection(params.collection), findChunk(params), {
				relation_types: types === undefined ? undefined : [types].flat(),
				relation_direction: direction ?? 'outgoing',
			}),
		}),
	);
	app.post<
		ChunkRequest & {
			Body: { target_chunk_id: string; relation_type: string; metadata?: Record<string, unknown> };
		}
	>('/v3/collections/:collection/chunks/:chunk/relations', async ({ params, body }) =>
		library.addRelation(
			findCollection(params.collection),
			findChunk(params).id,
			body.target_chunk_id,
			body.relation_type,
			body.metadata,
			clock.iso(),
		),
	);
	app.delete<{ Params: { collection: string; relation: string } }>(
		'/v3/collections/:collection/relations/:relation',
		async ({ params }, reply) => {
			const collection = findCollection(params.collection);
			collection.relations = collection.relations.filter(
				({ relation_id: id }) => id !== params.relation,
			);
			return await reply.code(204).send();
		},
	);
}
