// Local test service for finance data (nodes/FinanceData/README.md).

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { seededRandom } from '../kit/random';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { Connections, type Connection, type ConnectionSetup } from './connections';
import { errorForCode, failureBody } from './errors';
import { Jobs, type Job, type Settings } from './jobs';
import {
	apiRoutes,
	changeRecord,
	controlRoutes,
	type Organization,
	type RecordChange,
} from './routes';
import { LOCAL_IDS, LOCAL_TOKENS, seedConnections } from './seedData';
import { Webhooks, type Delivery } from './webhooks';

export interface FinanceServiceOptions extends ServiceOptions {
	/** Seed of the random numbers of faults and of lost or duplicate webhooks. */
	seed?: number;
	organization?: Partial<Organization>;
	/** Customers to connect instead of those in seedData.ts. */
	connections?: ConnectionSetup[];
	settings?: Partial<Settings>;
	/** Maximum number of requests in the request log. */
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

export interface FinanceService extends LocalService {
	settings: Settings;
	organization: Organization;
	connections: Connections;
	webhooks: Webhooks;
	/** A snapshot of the current state. */
	readonly state: FinanceState;
	/** Simulates a change that the customer makes to a record, and sends a webhook for it. */
	change(change: RecordChange): unknown;
}

export { LOCAL_IDS, LOCAL_TOKENS };

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startFinanceService(
	options: FinanceServiceOptions = {},
): Promise<FinanceService> {
	const clock = options.clock ?? new Clock();
	const settings: Settings = {
		platformMs: 300,
		syncLimitMs: 30_000,
		pageSize: 50,
		webhooks: [],
		doubled: 0,
		deliveriesAtOnce: 20,
		...options.settings,
	};
	const organization: Organization = {
		clientId: 'tenfold-client',
		clientSecret: 'tenfold-client-secret',
		vendor: 'Rutter',
		...options.organization,
	};
	// Getters, because tests change the organization while the service runs.
	const signing = {
		get vendor() {
			return organization.vendor;
		},
		get secret() {
			return organization.clientSecret;
		},
	};
	const webhooks = new Webhooks(clock, settings, signing, seededRandom(options.seed ?? 1));
	const connections = new Connections(clock, {
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
	let jobOrigin = '';
	const jobs = new Jobs(
		clock,
		settings,
		() => jobOrigin,
		(job) => webhooks.send({ type: 'JOB', code: 'JOB_COMPLETED', job } as never),
	);
	for (const setup of options.connections ?? seedConnections()) connections.add(setup);

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
			faults: new Faults(options.seed),
			requests: new RequestLog(options.remembered),
			failureBody,
			described: { name: 'finance-data', basePath: '/versioned' },
			errorForCode,
			settings,
			state,
			control: (app) => controlRoutes(app, connections, settings),
		},
		(app) =>
			apiRoutes(app, {
				organization,
				connections,
				jobs,
				clock,
				settings,
			}),
	);
	jobOrigin = server.url;
	return {
		...server,
		settings,
		organization,
		connections,
		webhooks,
		get state() {
			return state();
		},
		change: (change) => changeRecord(connections, change),
		credential: {
			type: 'financeDataApi',
			data: {
				provider: 'other',
				baseUrl: `${server.url}/versioned`,
				clientId: organization.clientId,
				clientSecret: organization.clientSecret,
				previousClientSecret: '',
				accessToken: options.connections?.[0]?.token ?? LOCAL_TOKENS.north,
				version: '2024-08-31',
				vendor: organization.vendor,
			},
		},
	};
}
