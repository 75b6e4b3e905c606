// Local test service for document search (nodes/DocumentSearch/README.md).

import multipart from '@fastify/multipart';
import responses from '../../contract/data/responses/document-search.json';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { Links } from '../kit/links';
import { Records } from '../kit/records';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { apiError, failureBody } from './errors';
import { Library } from './library';
import { apiRoutes, pages, type Settings } from './routes';
import { type Job, Webhooks } from './webhooks';

export interface DocumentSearchOptions extends ServiceOptions {
	settings?: Partial<Settings>;
}

export interface DocumentSearchService extends LocalService {
	/** Can be changed while the service runs. */
	settings: Settings;
	library: Library;
	pictures: Links;
	webhooks: Webhooks;
}

export const LOCAL_KEY = 'tenfold-search-key';
const MAX_FILES = 20;
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startDocumentSearch(
	options: DocumentSearchOptions = {},
): Promise<DocumentSearchService> {
	const clock = options.clock ?? new Clock();
	const shared = { clock, faults: new Faults(), requests: new RequestLog(), failureBody };
	const settings: Settings = {
		header: 'authorization',
		scheme: 'Bearer',
		apiKey: LOCAL_KEY,
		indexMs: 1000,
		...options.settings,
	};
	const library = new Library();
	const images = new Links(clock, 'regions', apiError, 5 * 60_000);
	const jobs = new Map<string, Job>();
	const webhooks = new Webhooks(clock);
	const api = await startServer(
		{
			...shared,
			name: 'documentSearch',
			port: options.port ?? 0,
			described: { name: 'document-search' },
			settings,
			state: () => ({
				jobs: [...jobs.values()],
				collections: [...library.collections.keys()],
				endpoints: webhooks.endpoints,
			}),
		},
		async (app) => {
			app.addHook('onRequest', async ({ headers }) => {
				const { header, scheme, apiKey } = settings;
				if (headers[header] !== (scheme === '' ? apiKey : `${scheme} ${apiKey}`))
					throw apiError(401, 'The API key is missing or invalid.');
			});
			await app.register(multipart, { limits: { files: MAX_FILES, fileSize: MAX_FILE_BYTES } });
			addAnswers(app, {
				responses,
				records: new Records(),
				paging: pages,
				notFound: () => apiError(404, 'Not found.'),
				own: apiRoutes({ library, images, jobs, settings, clock, webhooks }),
			});
		},
	);
	const media = await startServer({ ...shared, name: 'documentSearchMedia' }, (app) =>
		images.routes(app),
	);
	images.origin = media.url;
	return {
		...api,
		settings,
		library,
		pictures: images,
		webhooks,
		credential: {
			type: 'documentSearchApi',
			data: {
				provider: 'other',
				baseUrl: api.url,
				apiKey: settings.apiKey,
				headerName: 'Authorization',
				scheme: 'Bearer',
				organizationId: '',
			},
		},
		close: async () => void (await Promise.all([api.close(), media.close()])),
	};
}
