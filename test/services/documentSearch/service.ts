// Local test service for document search (nodes/DocumentSearch/README.md).

import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { Links } from '../kit/links';
import { Records } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { apiError, failureBody } from './errors';
import { Library } from './library';
import { apiRoutes, keys, pages, responses, type Settings } from './routes';

export type DocumentSearchService = Awaited<ReturnType<typeof startDocumentSearch>>;

export const LOCAL_KEY = 'tenfold-search-key';
const MAX_FILES = 20;
const MAX_FILE_BYTES = 100 * 1024 * 1024;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startDocumentSearch({
	port,
	clock = new Clock(),
	settings: given,
}: ServiceOptions<Settings> = {}) {
	const settings: Settings = {
		header: 'authorization',
		scheme: 'Bearer',
		apiKey: LOCAL_KEY,
		indexMs: 1000,
		...given,
	};
	const records = new Records();
	const library = new Library(records);
	const images = new Links(clock, 'regions', apiError, 5 * 60_000);
	const server = await startServer(
		{
			name: 'documentSearch',
			port,
			clock,
			failureBody,
			described: { name: 'document-search' },
			files: images,
			authenticate({ headers }) {
				const { header, scheme, apiKey } = settings;
				if (headers[header] !== (scheme === '' ? apiKey : `${scheme} ${apiKey}`))
					throw apiError(401, 'The API key is missing or invalid.');
			},
			forms: { files: MAX_FILES, fileSize: MAX_FILE_BYTES },
		},
		(app) =>
			addAnswers(app, {
				responses,
				records,
				keys,
				paging: pages,
				notFound: () => apiError(404, 'Not found.'),
				own: apiRoutes({ library, images, settings, clock }),
			}),
	);
	return {
		...server,
		settings,
		records,
		pictures: images,
		credential: {
			type: 'documentSearchApi',
			data: {
				provider: 'other',
				baseUrl: server.url,
				apiKey: settings.apiKey,
				headerName: 'Authorization',
				scheme: 'Bearer',
				organizationId: '',
			},
		},
	};
}
