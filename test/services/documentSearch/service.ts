// Local test service for document search (nodes/DocumentSearch/README.md).

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { failureBody } from './errors';
import { Library } from './library';
import { RegionImages } from './regionImages';
import { apiRoutes } from './routes';
import { addSeedData } from './seedData';
import { defaultSettings, LOCAL_KEY, type Settings } from './settings';
import { type Job, Webhooks } from './webhooks';

export interface DocumentSearchOptions extends ServiceOptions {
	settings?: Partial<Settings>;
}

export interface DocumentSearchService extends LocalService {
	/** Can be changed while the service runs. */
	settings: Settings;
	library: Library;
	pictures: RegionImages;
	webhooks: Webhooks;
}

export { LOCAL_KEY };

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startDocumentSearch(
	options: DocumentSearchOptions = {},
): Promise<DocumentSearchService> {
	const clock = options.clock ?? new Clock();
	const shared = { clock, faults: new Faults(), requests: new RequestLog(), failureBody };
	const settings: Settings = { ...defaultSettings(), ...options.settings };
	const library = new Library();
	addSeedData(library);
	const images = new RegionImages(clock);
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
				deliveries: webhooks.deliveries,
			}),
		},
		(app) => apiRoutes(app, { library, images, jobs, settings, clock, webhooks }),
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
		close: async () => {
			if (!options.clock) clock.stop();
			await Promise.all([api.close(), media.close()]);
		},
	};
}
