// Local test service for finance data (nodes/FinanceData/README.md).

import { addAnswers } from '../kit/answers';
import { Clock } from '../kit/clock';
import { startServer, type ServiceOptions } from '../kit/server';
import { isVersion } from './amounts';
import { Connections, type ConnectionSetup, type RecordChange } from './connections';
import { apiError, failureBody } from './errors';
import { Jobs, type Settings } from './jobs';
import { apiRoutes } from './routes';
import { LOCAL_IDS, LOCAL_TOKENS, seedConnections } from './seedData';
import { ORGANIZATION, Webhooks } from './webhooks';

export interface FinanceServiceOptions extends ServiceOptions<Settings> {
	/** Customers to connect instead of those in seedData.ts. */
	connections?: ConnectionSetup[];
}

export type FinanceService = Awaited<ReturnType<typeof startFinanceService>>;

export { LOCAL_IDS, LOCAL_TOKENS };

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startFinanceService({
	port,
	clock = new Clock(),
	settings: given,
	connections: setups = seedConnections(),
}: FinanceServiceOptions = {}) {
	const settings: Settings = {
		platformMs: 300,
		syncLimitMs: 30_000,
		pageSize: 50,
		webhooks: [],
		...given,
	};
	const webhooks = new Webhooks(clock, settings);
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
	for (const setup of setups) connections.add(setup);
	const server = await startServer(
		{
			name: 'financeData',
			port,
			clock,
			failureBody,
			described: { name: 'finance-data', basePath: '/versioned' },
			authenticate({ headers }) {
				const { clientId, clientSecret } = ORGANIZATION;
				const keys = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
				if (headers.authorization !== `Basic ${keys}`)
					throw apiError(401, 'The client ID or secret is missing or invalid.');
				if (!isVersion(headers['x-rutter-version']))
					throw apiError(400, 'The version header is missing or invalid.');
			},
			control: (app) =>
				void app.post<{ Body: RecordChange }>('/_control/records', async ({ body }) => {
					if (body.webhook !== undefined) settings.webhooks = [body.webhook];
					return connections.apply(body);
				}),
		},
		(app) => addAnswers(app, apiRoutes({ connections, jobs, settings })),
	);
	jobs.origin = server.url;
	return {
		...server,
		settings,
		connections,
		webhooks,
		/** Simulates a change that the customer makes to a record, and sends a webhook for it. */
		change: (change: RecordChange) => connections.apply(change),
		credential: {
			type: 'financeDataApi',
			data: {
				provider: 'other',
				baseUrl: `${server.url}/versioned`,
				previousClientSecret: '',
				accessToken: setups[0]?.token ?? LOCAL_TOKENS.north,
				version: '2024-08-31',
				...ORGANIZATION,
			},
		},
	};
}
