// Local test service for finance data (nodes/FinanceData/README.md).

import { Clock } from '../kit/clock';
import { startServer, type LocalService, type ServiceOptions } from '../kit/server';
import { Connections, type ConnectionSetup, type RecordChange, type Row } from './connections';
import { failureBody } from './errors';
import { Jobs, type Settings } from './jobs';
import { apiRoutes, type Organization } from './routes';
import { LOCAL_IDS, LOCAL_TOKENS, seedConnections } from './seedData';
import { Webhooks } from './webhooks';

export interface FinanceServiceOptions extends ServiceOptions {
	/** Customers to connect instead of those in seedData.ts. */
	connections?: ConnectionSetup[];
	settings?: Partial<Settings>;
}

export interface FinanceService extends LocalService {
	settings: Settings;
	organization: Organization;
	connections: Connections;
	webhooks: Webhooks;
	/** Simulates a change that the customer makes to a record, and sends a webhook for it. */
	change(change: RecordChange): Row;
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
		...options.settings,
	};
	const organization: Organization = {
		clientId: 'tenfold-client',
		clientSecret: 'tenfold-client-secret',
		vendor: 'Rutter',
	};
	const webhooks = new Webhooks(clock, settings, organization);
	const connections = new Connections(clock, ({ id, token }, type, code, row) =>
		webhooks.send({
			type,
			code,
			access_token: token,
			connection_id: id,
			...(row && { [type.toLowerCase()]: row }),
		}),
	);
	const jobs = new Jobs(clock, settings, (job) =>
		webhooks.send({ type: 'JOB', code: 'JOB_COMPLETED', job }),
	);
	for (const setup of options.connections ?? seedConnections()) connections.add(setup);
	const server = await startServer(
		{
			name: 'financeData',
			port: options.port,
			clock,
			failureBody,
			described: { name: 'finance-data', basePath: '/versioned' },
			control: (app) =>
				void app.post<{ Body: RecordChange }>('/_control/records', async ({ body }) => {
					if (body.webhook !== undefined) settings.webhooks = [body.webhook];
					return connections.apply(body);
				}),
		},
		(app) => apiRoutes(app, { organization, connections, jobs, settings }),
	);
	jobs.origin = server.url;
	return {
		...server,
		settings,
		organization,
		connections,
		webhooks,
		change: (change) => connections.apply(change),
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
