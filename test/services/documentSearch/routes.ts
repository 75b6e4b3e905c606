// Routes for queries, collections, documents, chunks and jobs. Those that are not here send the
// documented responses.

import type { Clock } from '../kit/clock';
import { List, type Exchange, type Handler, type Routes } from '../kit/exchange';
import type { Links } from '../kit/links';
import { byOffset } from '../kit/paging';
import { picture } from '../kit/picture';
import type { Fields } from '../kit/records';
import { apiError } from './errors';
import { chunksOf, type Chunk, type Collection, type Library } from './library';
import { locationOf, search } from './search';
import type { Job, Webhooks } from './webhooks';

/** Settings that a test can change while the service runs. */
export interface Settings {
	/** Name of the header that contains the API key, in lower case. */
	header: string;
	/** Prefix of the API key in the header, such as Bearer. */
	scheme: string;
	apiKey: string;
	/** Duration of an indexing job, in milliseconds of the service's clock. */
	indexMs: number;
}

export interface Context {
	library: Library;
	images: Links;
	jobs: Map<string, Job>;
	settings: Settings;
	clock: Clock;
	webhooks: Webhooks;
}

export const pages = byOffset(
	'offset',
	{ name: 'limit', standard: 100, maximum: 1000 },
	'total_count',
);

export function apiRoutes(context: Context): Routes {
	const { library, images } = context;
	/** @throws HttpError 404 */
	const collectionOf = ({ params: { collection: name = '' } }: Exchange): Collection => {
		const found = library.collections.get(name);
		if (!found) throw apiError(404, `There is no collection ${name}.`);
		return found;
	};
	return {
		'POST /v3/collections/:collection/query': (exchange) =>
			search(collectionOf(exchange), exchange.body, () =>
				images.link('region.png', 'image/png', picture),
			),
		'GET /v2/queries/latency': () => ({ count: 1, p50_ms: 12, p95_ms: 12 }),
		...collectionRoutes(library, collectionOf),
		...jobRoutes(context, collectionOf),
		...chunkRoutes(collectionOf),
		...context.webhooks.routes,
	};
}

type CollectionOf = (exchange: Exchange) => Collection;

const COLLECTION = '/v2/collections/:collection';

const collectionRoutes = (library: Library, collectionOf: CollectionOf): Routes => ({
	'GET /v2/collections': () =>
		new List(
			[...library.collections.values()].map(({ name, id, documents, ...collection }) => ({
				...collection,
				collection_name: name,
				collection_id: id,
				file_count: documents.length,
			})),
			'collections',
		),
	[`PUT ${COLLECTION}`]({ params, body }) {
		const existing = library.collections.get(params.collection!);
		const { name, id } =
			existing ?? library.add(params.collection!, String(body.description ?? ''));
		return {
			collection_name: name,
			collection_id: id,
			status: existing ? 'exists' : 'created',
			message: existing ? 'The collection exists.' : 'Collection created.',
		};
	},
	[`DELETE ${COLLECTION}`](exchange) {
		library.collections.delete(collectionOf(exchange).name);
		return { status: 'success', message: 'Collection deleted.' };
	},
	[`DELETE ${COLLECTION}/documents`](exchange) {
		collectionOf(exchange).documents = [];
		return { status: 'success', message: 'Documents deleted.' };
	},
	[`DELETE ${COLLECTION}/documents/:document`](exchange) {
		const { documents } = collectionOf(exchange);
		const at = documents.findIndex(({ id }) => id === exchange.params.document);
		if (at < 0) throw apiError(404, 'Document not found.');
		documents.splice(at, 1);
		return { status: 'success', message: 'Document deleted.' };
	},
	[`PATCH ${COLLECTION}/environment`](exchange) {
		const collection = collectionOf(exchange);
		collection.environment = String(exchange.body.new_environment);
		return { collection_name: collection.name, environment: collection.environment };
	},
	[`GET ${COLLECTION}/documents`]: (exchange) =>
		new List(
			collectionOf(exchange).documents.map(({ id, filename, chunks, custom_metadata }) => ({
				document_id: id,
				filename,
				chunk_count: chunks.length,
				custom_metadata,
			})),
			'documents',
		),
});

/** A document that a job adds. */
interface NewDocument {
	filename: string;
	text: string;
}

function jobRoutes(
	{ library, jobs, settings, clock, webhooks }: Context,
	collectionOf: CollectionOf,
): Routes {
	const start = (collection: Collection, documents: NewDocument[], metadata: unknown) => {
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
				library.write(collection, filename, (metadata ?? {}) as Fields, [{ text }]);
			Object.assign(job, { status: 'completed', files_processed: documents.length });
			await webhooks.send(job);
		});
		return { job_id: job.job_id, status: job.status };
	};
	const indexFiles: Handler = async (exchange) => {
		const collection = collectionOf(exchange);
		const { request } = exchange;
		if (!request.isMultipart()) throw apiError(422, 'The body must be multipart/form-data.');
		const form: Record<string, string> = {};
		const files: NewDocument[] = [];
		for await (const part of request.parts()) {
			if (part.type === 'field') form[part.fieldname] = String(part.value);
			else if (part.fieldname !== 'files') throw apiError(422, `Unknown file ${part.fieldname}.`);
			else files.push({ filename: part.filename, text: String(await part.toBuffer()) });
		}
		if (files.length === 0) throw apiError(422, 'files is required.');
		const names = files.map(({ filename }) => filename);
		if (form.overwrite_existing === 'true')
			collection.documents = collection.documents.filter(
				({ filename }) => !names.includes(filename),
			);
		const known = collection.documents.map(({ filename }) => filename);
		const added = files.filter(({ filename }) => !known.includes(filename));
		return start(collection, added, JSON.parse(form.custom_metadata ?? '{}'));
	};
	return {
		[`POST ${COLLECTION}/index/url`](exchange) {
			const { url, urls = [url], custom_metadata: metadata } = exchange.body;
			const documents = (urls as string[]).map((one) => ({
				filename: one.split('/').at(-1) ?? one,
				text: `Content of ${one}`,
			}));
			return start(collectionOf(exchange), documents, metadata);
		},
		[`POST ${COLLECTION}/index/text`](exchange) {
			const { content, filename = 'text.txt', custom_metadata: metadata } = exchange.body;
			if (!content) throw apiError(422, 'content is required.');
			const document = { filename: String(filename), text: String(content) };
			return start(collectionOf(exchange), [document], metadata);
		},
		[`POST ${COLLECTION}/index/file`]: indexFiles,
		async 'POST /v2/jobs/:job/cancel'({ params }) {
			const job = jobs.get(params.job!);
			if (job?.status === 'pending') {
				job.status = 'cancelled';
				await webhooks.send(job);
			}
			return { job_id: params.job, status: 'cancelled', cancelled_at: clock.iso() };
		},
		'GET /v2/jobs/:job'({ params }) {
			const found = jobs.get(params.job!);
			if (!found) throw apiError(404, 'Job not found.');
			return found;
		},
	};
}

const chunkResponse = ({ id, text, type, custom, regions, index }: Chunk) => ({
	chunk_id: id,
	text,
	location: locationOf(index),
	chunk_type: type,
	custom_metadata: custom,
	regions: regions.map((region) => ({ ...region, hasImage: undefined })),
});

function chunkRoutes(collectionOf: CollectionOf): Routes {
	const CHUNKS = '/v3/collections/:collection/chunks';
	const chunkOf = (exchange: Exchange): Chunk => {
		const chunks = chunksOf(collectionOf(exchange));
		const found = chunks.find(({ id }) => id === exchange.params.chunk);
		if (!found) throw apiError(404, 'Chunk not found.');
		return found;
	};
	const metadata =
		(isReplaced: boolean): Handler =>
		(exchange) => {
			const chunk = chunkOf(exchange);
			const changes = exchange.body.custom_metadata as Fields | undefined;
			chunk.custom = { ...(isReplaced ? {} : chunk.custom), ...changes };
			return { chunk_id: chunk.id, custom_metadata: chunk.custom };
		};
	return {
		[`GET ${CHUNKS}`](exchange) {
			const { document_id: document, cursor = 0, limit = 100 } = exchange.query;
			const chunks = chunksOf(collectionOf(exchange)).filter((one) => one.document.id === document);
			const start = Number(cursor);
			const end = start + Number(limit);
			return {
				chunks: chunks.slice(start, end).map(chunkResponse),
				total_results: chunks.length,
				next_cursor: end < chunks.length ? end : null,
			};
		},
		[`GET ${CHUNKS}/:chunk`]: (exchange) => chunkResponse(chunkOf(exchange)),
		[`GET ${CHUNKS}/:chunk/metadata`]: metadata(false),
		[`PATCH ${CHUNKS}/:chunk/metadata`]: metadata(false),
		[`PUT ${CHUNKS}/:chunk/metadata`]: metadata(true),
	};
}
