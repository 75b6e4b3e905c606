// The instance cloud service on this computer, as part C of the specification describes it.

import type { Clock } from '../kit/clock';
import { Clock as RealClock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { Cloud, type Settings } from './cloud';
import { failureBody } from './envelope';
import { apiRoutes } from './routes';

export interface InstanceCloudOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Real time by default. A clock that is handed in is stopped by whoever made it. */
	clock?: Clock;
	settings?: Partial<Settings>;
	/** Begins with a few instances and a volume, for a person to look at. */
	withSeedData?: boolean;
}

export interface InstanceCloudService extends LocalServer {
	/** May be changed while the service runs. */
	settings: Settings;
	cloud: Cloud;
	credential: { type: string; data: Record<string, string> };
}

export const LOCAL_TOKEN = 'tenfold-cloud-token';

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startInstanceCloud(
	options: InstanceCloudOptions = {},
): Promise<InstanceCloudService> {
	const clock = options.clock ?? new RealClock();
	const settings: Settings = {
		startMs: 300,
		stopMs: 300,
		shuffled: false,
		anonymous: 'no',
		autoscaleBelowServices: false,
		readsByPost: true,
		...options.settings,
	};
	const cloud = new Cloud(clock, settings);
	if (options.withSeedData) {
		for (const name of ['shop', 'blog', 'worker'])
			cloud.createInstance({ name, image: 'nginx:latest', autostart: false, tags: ['demo'] });
		cloud.volumes.add({
			name: 'shop-data',
			size_mb: 64,
			state: 'available',
			attached_to: [],
			created_at: cloud.now(),
		} as never);
	}
	const state = () => ({
		instances: cloud.instances.all.map(({ uuid, name, state: at }) => ({ uuid, name, state: at })),
		volumes: cloud.volumes.all,
	});
	const api = await startServer(
		{
			name: 'instanceCloud',
			port: options.port ?? 0,
			clock,
			faults: new Faults(),
			requests: new RequestLog(20_000),
			failureBody,
			state,
			control: (app) =>
				void app.post('/_control/settings', async ({ body }) => Object.assign(settings, body)),
		},
		(app) => apiRoutes(app, { cloud, clock, settings, token: LOCAL_TOKEN }),
	);
	return {
		...api,
		settings,
		cloud,
		credential: {
			type: 'instanceCloudApi',
			data: {
				baseUrl: api.url,
				metro: 'local',
				apiToken: LOCAL_TOKEN,
				autoscalePaths: 'autoscale',
			},
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await api.close();
		},
	};
}
