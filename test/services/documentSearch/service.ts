// The document search service on this computer, as part B of the specification describes it.

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { QueryHistory } from './queryHistory';
import { furnish, Library } from './library';
import { RegionPictures } from './regionImages';
import { failureBody } from './errors';
import { apiRoutes, type Job, type Settings } from './routes';

export interface DocumentSearchOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Real time by default. A clock that is handed in is stopped by whoever made it. */
	clock?: Clock;
	settings?: Partial<Settings>;
}

export interface DocumentSearchService extends LocalServer {
	/** May be changed while the service runs. */
	settings: Settings;
	library: Library;
	history: QueryHistory;
	pictures: RegionPictures;
	credential: { type: string; data: Record<string, string> };
}

export const LOCAL_KEY = 'tenfold-search-key';

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startDocumentSearch(
	options: DocumentSearchOptions = {},
): Promise<DocumentSearchService> {
	const clock = options.clock ?? new Clock();
	const shared = { clock, faults: new Faults(), requests: new RequestLog(), failureBody };
	const settings: Settings = {
		header: 'authorization',
		scheme: 'Bearer',
		apiKey: LOCAL_KEY,
		closed: [],
		indexMs: 1000,
		...options.settings,
	};
	const library = new Library();
	furnish(library);
	const history = new QueryHistory(clock);
	const pictures = new RegionPictures(clock);
	const jobs = new Map<string, Job>();
	const state = () => ({
		queries: history.all,
		jobs: [...jobs.values()],
		collections: [...library.collections.keys()],
	});
	const api = await startServer(
		{
			...shared,
			name: 'documentSearch',
			port: options.port ?? 0,
			state,
			control: (app) =>
				void app.post('/_control/settings', async ({ body }) => Object.assign(settings, body)),
		},
		(app) => apiRoutes(app, { library, history, pictures, jobs, settings, clock }),
	);
	const media = await startServer({ ...shared, name: 'documentSearchMedia' }, (app) =>
		pictures.routes(app),
	);
	pictures.origin = media.url;
	return {
		...api,
		settings,
		library,
		history,
		pictures,
		credential: {
			type: 'documentSearchApi',
			data: {
				baseUrl: api.url,
				apiKey: settings.apiKey,
				headerName: 'Authorization',
				scheme: 'Bearer',
				organizationId: '',
			},
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await Promise.all([api.close(), media.close()]);
		},
	};
}
