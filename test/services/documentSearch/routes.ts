// The routes that take a credential: collections, documents, chunks, relations, jobs and queries.

import type { FastifyInstance } from 'fastify';
import type { Clock } from '../kit/clock';
import type { QueryHistory } from './queryHistory';
import { chunksOf, type Chunk, type Collection, type Library } from './library';
import type { RegionPictures } from './regionImages';
import { refusal } from './errors';
import { locationOf, search } from './search';
import { queryRequest } from './queryRequest';

export interface Job {
	job_id: string;
	status: 'pending' | 'processing' | 'completed' | 'cancelled';
	collection_name: string;
	files_total: number;
	files_processed: number;
}

export interface Settings {
	/** Header that carries the key, in lower case, and what stands before it. */
	header: string;
	scheme: string;
	apiKey: string;
	/** Collections that the key may not use. */
	closed: string[];
	/** From acceptance to the end of a job, in milliseconds of the service's clock. */
	indexMs: number;
}

export interface Rooms {
	library: Library;
	history: QueryHistory;
	pictures: RegionPictures;
	jobs: Map<string, Job>;
	settings: Settings;
	clock: Clock;
}

type InCollection = { Params: { collection: string } };
type OfChunk = { Params: { collection: string; chunk: string } };

/** Everything under /v2 and /v3. */
export function apiRoutes(app: FastifyInstance, rooms: Rooms): void {
	const { library, history, pictures, settings, clock } = rooms;
	app.addHook('onRequest', async ({ headers }) => {
		const expected =
			settings.scheme === '' ? settings.apiKey : `${settings.scheme} ${settings.apiKey}`;
		if (headers[settings.header] !== expected)
			throw refusal(401, 'Authentication is missing or not valid.');
	});
	const collectionOf = (name: string): Collection => {
		const found = library.collections.get(name);
		if (!found) throw refusal(404, `There is no collection ${name}.`);
		if (settings.closed.includes(name))
			throw refusal(403, 'The API key cannot query this collection.');
		return found;
	};

	collectionRoutes(app, library, collectionOf);
	documentRoutes(app, rooms, collectionOf);
	chunkRoutes(app, rooms, collectionOf);
	history.routes(app);

	app.post<InCollection>('/v3/collections/:collection/query', async ({ params, body }) => {
		const collection = collectionOf(params.collection);
		const answer = search(collection, queryRequest(body), clock, (chunk, region) =>
			pictures.link(chunk, region),
		);
		return { ...answer, ...history.keep(collection.name, body, answer) };
	});
}

/** A page by limit and offset. */
function page<T>(all: readonly T[], { limit = '100', offset = '0' }: Record<string, string>) {
	const from = Number(offset);
	return {
		rows: all.slice(from, from + Number(limit)),
		rest: { total_count: all.length, limit: Number(limit), offset: from },
	};
}

type Finder = (name: string) => Collection;

function collectionRoutes(app: FastifyInstance, library: Library, collectionOf: Finder): void {
	app.get<{ Querystring: Record<string, string> }>('/v2/collections', async ({ query }) => {
		const { rows, rest } = page([...library.collections.values()], query);
		return {
			collections: rows.map(({ name, id, description, environment, documents }) => ({
				collection_name: name,
				collection_id: id,
				description,
				environment,
				file_count: documents.length,
			})),
			...rest,
		};
	});
	app.put<InCollection & { Body?: { description?: string } }>(
		'/v2/collections/:collection',
		async ({ params, body }, reply) => {
			const known = library.collections.get(params.collection);
			const { name, id } =
				known ?? library.add(params.collection, { description: body?.description });
			return await reply
				.code(known ? 200 : 201)
				.send({
					collection_name: name,
					collection_id: id,
					status: known ? 'exists' : 'created',
					message: known ? 'It exists already.' : 'Created.',
				});
		},
	);
	app.delete<InCollection>('/v2/collections/:collection', async ({ params }) => {
		library.collections.delete(collectionOf(params.collection).name);
		return { status: 'deleted', message: 'Deleted.' };
	});
	app.patch<InCollection & { Body: { new_environment: string } }>(
		'/v2/collections/:collection/environment',
		async ({ params, body }) => {
			if (!['development', 'staging', 'production'].includes(body.new_environment))
				throw refusal(422, 'new_environment is development, staging or production.');
			const collection = collectionOf(params.collection);
			collection.environment = body.new_environment;
			return { collection_name: collection.name, environment: collection.environment };
		},
	);
}

function documentRoutes(
	app: FastifyInstance,
	{ library, jobs, settings, clock }: Rooms,
	collectionOf: Finder,
): void {
	app.get<InCollection & { Querystring: Record<string, string> }>(
		'/v2/collections/:collection/documents',
		async ({ params, query }) => {
			const { rows, rest } = page(collectionOf(params.collection).documents, query);
			return {
				documents: rows.map(({ id, filename, chunks, custom }) => ({
					document_id: id,
					filename,
					chunk_count: chunks.length,
					custom_metadata: custom,
				})),
				...rest,
			};
		},
	);
	app.delete<{ Params: { collection: string; document: string } }>(
		'/v2/collections/:collection/documents/:document',
		async ({ params }, reply) => {
			const collection = collectionOf(params.collection);
			if (!collection.documents.some(({ id }) => id === params.document))
				throw refusal(404, 'There is no such document.');
			collection.documents = collection.documents.filter(({ id }) => id !== params.document);
			// Some deletions answer nothing at all.
			return await reply.code(204).send();
		},
	);
	app.delete<InCollection>('/v2/collections/:collection/documents', async ({ params }) => {
		collectionOf(params.collection).documents = [];
		return { status: 'deleted' };
	});
	app.post<
		InCollection & {
			Body: {
				url?: string;
				urls?: string[];
				processing_type: string;
				custom_metadata?: Record<string, unknown>;
			};
		}
	>('/v2/collections/:collection/index/url', async ({ params, body }) => {
		const collection = collectionOf(params.collection);
		const urls = body.urls ?? (body.url === undefined ? [] : [body.url]);
		if (urls.length === 0 || !['advanced', 'basic'].includes(body.processing_type))
			throw refusal(422, 'url or urls and processing_type are needed.');
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
					{ text: `What stands at ${url}` },
				]);
			Object.assign(job, { status: 'completed', files_processed: urls.length });
		});
		return { job_id: job.job_id, status: job.status };
	});
	const jobOf = (id: string): Job => {
		const found = jobs.get(id);
		if (!found) throw refusal(404, 'There is no such job.');
		return found;
	};
	app.get<{ Params: { job: string } }>('/v2/jobs/:job', async ({ params }) => jobOf(params.job));
	app.post<{ Params: { job: string } }>('/v2/jobs/:job/cancel', async ({ params }) => {
		const job = jobOf(params.job);
		if (job.status !== 'completed') job.status = 'cancelled';
		return { job_id: job.job_id, status: job.status };
	});
}

const chunkBody = (
	{ id, text, type, custom, regions, ...rest }: Chunk,
	{ include_regions: wanted, include_metadata: metadata = 'true' }: Record<string, string>,
) => ({
	chunk_id: id,
	text,
	location: locationOf({ id, text, type, custom, regions, ...rest }),
	chunk_type: type,
	...(metadata === 'true' ? { custom_metadata: custom } : {}),
	...(wanted === 'true'
		? { regions: regions.map((region) => ({ ...region, picture: undefined })) }
		: {}),
});

function chunkRoutes(app: FastifyInstance, { library, clock }: Rooms, collectionOf: Finder): void {
	const chunkOf = ({ collection, chunk }: OfChunk['Params']): Chunk => {
		const found = chunksOf(collectionOf(collection)).find(({ id }) => id === chunk);
		if (!found) throw refusal(404, 'There is no such chunk.');
		return found;
	};
	app.get<InCollection & { Querystring: Record<string, string> }>(
		'/v3/collections/:collection/chunks',
		async ({ params, query }) => {
			const found = collectionOf(params.collection).documents.find(
				({ id }) => id === query.document_id,
			);
			if (!found) throw refusal(404, 'There is no such document.');
			const from = Number(query.cursor ?? 0);
			const limit = Number(query.limit ?? 100);
			return {
				chunks: found.chunks.slice(from, from + limit).map((chunk) => chunkBody(chunk, query)),
				total_results: found.chunks.length,
				next_cursor: from + limit < found.chunks.length ? from + limit : null,
			};
		},
	);
	app.get<OfChunk & { Querystring: Record<string, string> }>(
		'/v3/collections/:collection/chunks/:chunk',
		async ({ params, query }) => chunkBody(chunkOf(params), query),
	);

	const path = '/v3/collections/:collection/chunks/:chunk/metadata';
	type Written = OfChunk & { Body: { custom_metadata: Record<string, unknown> } };
	app.get<OfChunk>(path, async ({ params }) => ({
		chunk_id: params.chunk,
		custom_metadata: chunkOf(params).custom,
	}));
	app.put<Written>(path, async ({ params, body }) => ({
		chunk_id: params.chunk,
		custom_metadata: (chunkOf(params).custom = body.custom_metadata),
	}));
	app.patch<Written>(path, async ({ params, body }) => ({
		chunk_id: params.chunk,
		custom_metadata: Object.assign(chunkOf(params).custom, body.custom_metadata),
	}));
	app.delete<OfChunk>(path, async ({ params }, reply) => {
		chunkOf(params).custom = {};
		return await reply.code(204).send();
	});

	type Asked = OfChunk & {
		Querystring: { relation_types?: string | string[]; relation_direction?: string };
	};
	app.get<Asked>(
		'/v3/collections/:collection/chunks/:chunk/relations',
		async ({
			params,
			query: { relation_types: types, relation_direction: direction = 'outgoing' },
		}) => {
			const { id } = chunkOf(params);
			const wanted = types === undefined ? undefined : [types].flat();
			const relations = collectionOf(params.collection).relations.filter(
				({ source_chunk_id: source, target_chunk_id: target, relation_type: type }) =>
					(!wanted || wanted.includes(type)) &&
					((direction !== 'incoming' && source === id) ||
						(direction !== 'outgoing' && target === id)),
			);
			return { relations };
		},
	);
	app.post<
		OfChunk & {
			Body: { target_chunk_id: string; relation_type: string; metadata?: Record<string, unknown> };
		}
	>('/v3/collections/:collection/chunks/:chunk/relations', async ({ params, body }) =>
		library.relate(
			collectionOf(params.collection),
			chunkOf(params).id,
			body.target_chunk_id,
			body.relation_type,
			body.metadata,
			clock.iso(),
		),
	);
	app.delete<{ Params: { collection: string; relation: string } }>(
		'/v3/collections/:collection/relations/:relation',
		async ({ params }, reply) => {
			const collection = collectionOf(params.collection);
			collection.relations = collection.relations.filter(
				({ relation_id: id }) => id !== params.relation,
			);
			return await reply.code(204).send();
		},
	);
}
