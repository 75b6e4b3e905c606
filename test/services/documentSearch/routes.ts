// Requests for queries, collections, documents, chunks and jobs. Those that are not here follow from
// the documented responses.

import documented from '../../contract/data/responses/document-search.json';
import type { Clock } from '../kit/clock';
import type { DocumentedFile } from '../kit/documentedResponses';
import { List, type Exchange, type Routes } from '../kit/exchange';
import { readForm } from '../kit/forms';
import type { Links } from '../kit/links';
import { byOffset } from '../kit/paging';
import { picture } from '../kit/picture';
import type { Fields } from '../kit/records';
import { apiError } from './errors';
import { chunksOf, COLLECTIONS, type Chunk, type Library } from './library';
import undocumented from './responses.json';
import { search } from './search';
import { ENDPOINTS, sendEvent, type Job } from './webhooks';

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
	settings: Settings;
	clock: Clock;
}

const size = { name: 'limit', standard: 100, maximum: 1000 };
export const pages = byOffset('offset', size, 'total_count');

/** The documented responses, and those that no source documents (responses.json). */
export const responses: DocumentedFile = { ...documented, ...undocumented };

export const keys = {
	[COLLECTIONS]: 'collection_name',
	[`${COLLECTIONS}/:collection_name/documents`]: 'document_id',
	[chunksOf(':collection_name')]: 'chunk_id',
	[ENDPOINTS]: 'endpoint_id',
};

const COLLECTION = `${COLLECTIONS}/:collection`;

export function apiRoutes(context: Context): Routes {
	const { library, images } = context;
	const { records } = library;
	const find = ({ collection }: Exchange['params']): Fields | undefined =>
		records.find(COLLECTIONS, 'collection_name', collection);
	/** The name of the collection. @throws HttpError 404 */
	const nameIn = ({ params }: Exchange): string => {
		if (!find(params)) throw apiError(404, `There is no collection ${params.collection}.`);
		return params.collection!;
	};
	return {
		'POST /v3/collections/:collection/query': (exchange) =>
			search(library.chunks(nameIn(exchange)), exchange.body, () =>
				images.link('region.png', 'image/png', picture),
			),
		[`GET ${COLLECTIONS}`]: () =>
			new List(
				records.of(COLLECTIONS).map((collection) => ({
					...collection,
					file_count: library.documents(String(collection.collection_name)).length,
				})),
			),
		[`PUT ${COLLECTION}`]({ params, body }) {
			const existing = find(params);
			return {
				...(existing ?? library.add(params.collection!, String(body.description ?? ''))),
				status: existing ? 'exists' : 'created',
				message: existing ? 'The collection exists.' : 'Collection created.',
			};
		},
		[`DELETE ${COLLECTION}/documents`](exchange) {
			library.documents(nameIn(exchange)).length = 0;
			return { status: 'success', message: 'Documents deleted.' };
		},
		...jobRoutes(context, nameIn),
		...chunkRoutes(library, nameIn),
	};
}

type NameIn = (exchange: Exchange) => string;

/** A document that a job adds. */
interface NewDocument {
	filename: string;
	text: string;
}

function jobRoutes({ library, settings, clock }: Context, nameIn: NameIn): Routes {
	const { records } = library;
	const start = (collection: string, documents: NewDocument[], metadata: unknown) => {
		const job: Job = {
			job_id: `job_${records.number()}`,
			status: 'pending',
			collection_name: collection,
			files_total: documents.length,
			files_processed: 0,
		};
		records.of('/v2/jobs').push(job);
		clock.after(settings.indexMs, async () => {
			if (job.status !== 'pending') return;
			for (const { filename, text } of documents)
				library.write(collection, filename, (metadata ?? {}) as Fields, [{ text }]);
			Object.assign(job, { status: 'completed', files_processed: documents.length });
			await sendEvent(records, clock, job);
		});
		return { job_id: job.job_id, status: job.status };
	};
	return {
		[`POST ${COLLECTION}/index/url`](exchange) {
			const { url, urls = [url], custom_metadata: metadata } = exchange.body;
			const documents = (urls as string[]).map((one) => ({
				filename: one.split('/').at(-1) ?? one,
				text: `Content of ${one}`,
			}));
			return start(nameIn(exchange), documents, metadata);
		},
		[`POST ${COLLECTION}/index/text`](exchange) {
			const { content, filename = 'text.txt', custom_metadata: metadata } = exchange.body;
			const document = { filename: String(filename), text: String(content) };
			return start(nameIn(exchange), [document], metadata);
		},
		async [`POST ${COLLECTION}/index/file`](exchange) {
			const collection = nameIn(exchange);
			const { fields, files } = await readForm(exchange.request);
			const documents = library.documents(collection);
			for (const { filename } of files) {
				const known = documents.findIndex((document) => document.filename === filename);
				if (known >= 0 && fields.overwrite_existing === 'true') documents.splice(known, 1);
			}
			const added = files.filter(
				({ filename }) => !documents.some((document) => document.filename === filename),
			);
			return start(
				collection,
				added.map(({ filename, content }) => ({ filename, text: String(content) })),
				JSON.parse(fields.custom_metadata ?? '{}'),
			);
		},
		async 'POST /v2/jobs/:job/cancel'({ params }) {
			const job = records.find<Job>('/v2/jobs', 'job_id', params.job);
			if (job?.status === 'pending') {
				job.status = 'cancelled';
				await sendEvent(records, clock, job);
			}
			return { job_id: params.job, status: 'cancelled', cancelled_at: clock.iso() };
		},
	};
}

/** The metadata of a chunk. The chunks themselves are records. */
function chunkRoutes({ records }: Library, nameIn: NameIn): Routes {
	const METADATA = `${chunksOf(':collection')}/:chunk/metadata`;
	const answer =
		(isReplaced: boolean) =>
		(exchange: Exchange): Fields => {
			const { chunk: id } = exchange.params;
			const chunk = records.find<Chunk>(chunksOf(nameIn(exchange)), 'chunk_id', id);
			if (!chunk) throw apiError(404, 'Chunk not found.');
			const changes = exchange.body.custom_metadata as Fields | undefined;
			chunk.custom_metadata = { ...(isReplaced ? {} : chunk.custom_metadata), ...changes };
			return { chunk_id: id, custom_metadata: chunk.custom_metadata };
		};
	return {
		[`GET ${METADATA}`]: answer(false),
		[`PATCH ${METADATA}`]: answer(false),
		[`PUT ${METADATA}`]: answer(true),
	};
}
