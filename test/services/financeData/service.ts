// The finance data service on this computer, as part B of the specification describes it.

import { Clock } from '../kit/clock';
import { Faults, seededRandom } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { Connections, type Connection, type ConnectionSetup } from './connections';
import { changeRecord, controlRoutes } from './control';
import { Jobs, type Job } from './jobs';
import { RateWindow } from './rateLimit';
import { failureBody, refuse } from './errors';
import { apiRoutes, type Organization } from './routes';
import { LOCAL_TOKENS, seeds } from './seedData';
import { standardSettings, type Settings } from './settings';
import { Webhooks, type Delivery } from './webhooks';

export interface FinanceServiceOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	/** Real time by default. A clock that is handed in is stopped by whoever made it. */
	clock?: Clock;
	/** Start of the random numbers: of faults, and of webhooks that get lost or doubled. */
	seed?: number;
	organization?: Partial<Organization>;
	/** Instead of the customers of `seeds.ts`. */
	connections?: ConnectionSetup[];
	settings?: Partial<Settings>;
	/** Bound of the request log. */
	remembered?: number;
}

export interface FinanceState {
	connections: Array<{
		id: string;
		token: string;
		ready: boolean;
		records: Record<string, unknown[]>;
	}>;
	jobs: Job[];
	deliveries: Delivery[];
}

export interface FinanceService extends LocalServer {
	settings: Settings;
	organization: Organization;
	connections: Connections;
	webhooks: Webhooks;
	publicTokens: Map<string, string>;
	/** As of now; read it again after something happened. */
	readonly state: FinanceState;
	/** From now on the addresses of jobs have this origin. */
	jobsAt(origin: string): void;
	/** Changes a record as the customer would; a webhook follows. */
	change(change: Parameters<typeof changeRecord>[1]): unknown;
	credential: { type: string; data: Record<string, string> };
}

export { LOCAL_TOKENS };

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startFinanceService(
	options: FinanceServiceOptions = {},
): Promise<FinanceService> {
	const clock = options.clock ?? new Clock();
	const faults = new Faults(options.seed);
	const requests = new RequestLog(options.remembered);
	const settings: Settings = { ...standardSettings(), ...options.settings };
	const organization: Organization = {
		clientId: 'tenfold-client',
		clientSecret: 'tenfold-client-secret',
		vendor: 'Rutter',
		...options.organization,
	};
	const signing = {
		get vendor() {
			return organization.vendor;
		},
		get secret() {
			return organization.clientSecret;
		},
	};
	const webhooks = new Webhooks(clock, settings, signing, seededRandom(options.seed ?? 1));
	const connections = new Connections(clock, settings, {
		changed: ({ id, token }, { name }, change, row) =>
			webhooks.send({
				type: name.toUpperCase(),
				code: `${name.toUpperCase()}_${change}`,
				access_token: token,
				connection_id: id,
				[name]: row,
			} as never),
		downloaded: ({ id, token }) =>
			webhooks.send({
				type: 'CONNECTION',
				code: 'INITIAL_UPDATE',
				connection_id: id,
				access_token: token,
			} as never),
	});
	let origin = '';
	const jobs = new Jobs(
		clock,
		settings,
		() => origin,
		(job) => webhooks.send({ type: 'JOB', code: 'JOB_COMPLETED', job } as never),
	);
	const publicTokens = new Map([['tenfold-public-token', LOCAL_TOKENS.north as string]]);
	for (const setup of options.connections ?? seeds()) connections.add(setup);

	const state = (): FinanceState => ({
		connections: connections.all.map(({ id, token, ready, records }: Connection) => ({
			id,
			token,
			ready,
			records: Object.fromEntries([...records].map(([path, rows]) => [path, [...rows.values()]])),
		})),
		jobs: jobs.all,
		deliveries: webhooks.deliveries,
	});
	const server = await startServer(
		{
			name: 'financeData',
			port: options.port ?? 0,
			clock,
			faults,
			requests,
			failureBody,
			errorForCode,
			state,
			control: (app) => controlRoutes(app, settings, connections),
		},
		(app) =>
			apiRoutes(app, {
				organization,
				connections,
				jobs,
				rate: new RateWindow(clock, settings),
				settings,
				publicTokens,
			}),
	);
	origin = server.url;
	return {
		...server,
		settings,
		organization,
		connections,
		webhooks,
		publicTokens,
		get state() {
			return state();
		},
		jobsAt: (other) => {
			origin = other;
		},
		change: (change) => changeRecord(connections, change),
		credential: {
			type: 'financeDataApi',
			data: {
				environment: 'custom',
				baseUrl: `${server.url}/versioned`,
				clientId: organization.clientId,
				clientSecret: organization.clientSecret,
				previousClientSecret: '',
				accessToken: options.connections?.[0]?.token ?? LOCAL_TOKENS.north,
				version: '2024-08-31',
				vendor: organization.vendor,
			},
		},
		close: async () => {
			if (!options.clock) clock.stop();
			await server.close();
		},
	};
}
