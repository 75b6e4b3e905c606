// Local test service for the instance cloud (nodes/InstanceCloud/README.md).

import { Clock } from '../kit/clock';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { Cloud } from './cloud';
import { failureBody } from './envelope';
import { apiRoutes } from './routes';
import { defaultSettings, type Settings } from './settings';

export interface InstanceCloudOptions extends ServiceOptions {
	settings?: Partial<Settings>;
	/**
	 * Starts with three stopped instances, one that runs, one that failed, and a volume. Default: an
	 * empty cloud.
	 */
	withSeedData?: boolean;
}

export interface InstanceCloudService extends LocalService {
	/** Can be changed while the service runs. */
	settings: Settings;
	cloud: Cloud;
}

export const LOCAL_TOKEN = 'tenfold-cloud-token';

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startInstanceCloud(
	options: InstanceCloudOptions = {},
): Promise<InstanceCloudService> {
	const clock = options.clock ?? new Clock();
	const settings: Settings = { ...defaultSettings(), ...options.settings };
	const cloud = new Cloud(clock, settings);
	if (options.withSeedData) addSeedData(cloud);
	const server = await startServer(
		{
			name: 'instanceCloud',
			port: options.port ?? 0,
			clock,
			requests: new RequestLog(20_000),
			failureBody,
			described: { name: 'instance-cloud', basePath: '/v1' },
			settings,
			state: () => ({
				instances: cloud.instances.all.map(({ uuid, name, state }) => ({ uuid, name, state })),
				volumes: cloud.volumes.all,
			}),
		},
		(app) => apiRoutes(app, { cloud, clock, settings, token: LOCAL_TOKEN }),
	);
	return {
		...server,
		settings,
		cloud,
		credential: {
			type: 'instanceCloudApi',
			data: {
				provider: 'other',
				baseUrl: server.url,
				metro: 'local',
				apiToken: LOCAL_TOKEN,
				autoscalePaths: 'autoscale',
			},
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await server.close();
		},
	};
}

function addSeedData(cloud: Cloud): void {
	for (const name of ['shop', 'blog', 'worker'])
		cloud.createInstance({ name, image: 'nginx:latest', autostart: false, tags: ['demo'] });
	const api = cloud.createInstance({
		name: 'api',
		image: 'node:24',
		autostart: false,
		tags: ['demo'],
	});
	Object.assign(api, { state: 'running', start_count: 1, started_at: cloud.now() });
	cloud.writeLog(api, 'Listening on port 8080\n');
	const failed = cloud.createInstance({
		name: 'nightly-import',
		image: 'python:3.14',
		autostart: false,
	});
	Object.assign(failed, {
		start_count: 1,
		started_at: cloud.now(),
		stopped_at: cloud.now(),
		exit_code: 1,
	});
	cloud.writeLog(
		failed,
		'Reading orders.csv\nRow 118: the column amount is empty\nImport failed after 117 of 240 rows\nExit code 1\n',
	);
	cloud.volumes.add({
		name: 'shop-data',
		size_mb: 64,
		state: 'available',
		attached_to: [],
		created_at: cloud.now(),
	} as never);
}
