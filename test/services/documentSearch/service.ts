// Local test service for document search (nodes/DocumentSearch/README.md).

import multipart from '@fastify/multipart';
import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { Links } from '../kit/links';
import { Records } from '../kit/records';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { apiError, failureBody } from './errors';
import { Library } from './library';
import { apiRoutes, keys, pages, responses, type Settings } from './routes';

export interface DocumentSearchOptions extends ServiceOptions {
	settings?: Partial<Settings>;
}

export interface DocumentSearchService extends LocalService {
	/** Can be changed while the service runs. */
	settings: Settings;
	records: Records;
	pictures: Links;
}

export const LOCAL_KEY = 'tenfold-search-key';
const MAX_FILES = 20;
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startDocumentSearch(
	options: DocumentSearchOptions = {},
): Promise<DocumentSearchService> {
	const clock = options.clock ?? new Clock();
	const settings: Settings = {
		header: 'authorization',
		scheme: 'Bearer',
		apiKey: LOCAL_KEY,
		indexMs: 1000,
		...options.settings,
	};
	const records = new Records();
	const library = new Library(records);
	const images = new Links(clock, 'regions', apiError, 5 * 60_000);
	const api = await startServer(
		{
			name: 'documentSearch',
			port: options.port,
			clock,
			failureBody,
			described: { name: 'document-search' },
			files: images,
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
				records,
				keys,
				paging: pages,
				notFound: () => apiError(404, 'Not found.'),
				own: apiRoutes({ library, images, settings, clock }),
			});
		},
	);
	return {
		...api,
		settings,
		records,
		pictures: images,
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
	};
}
