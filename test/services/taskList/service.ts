// The task list service on this computer, as part B of document 3 and the public facts beside it describe it.

import { AccessTokens, LOCAL_TOKEN, localCredentials } from '../kit/accessTokens';
import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { googleErrorBody, googleError } from '../kit/googleErrors';
import { startServer, type LocalServer } from '../kit/server';
import { Records } from './store';
import { taskRoutes } from './routes';

export interface Settings {
	/** Every page is the first one again, with a token for the next. */
	repeatPages: boolean;
}

export interface TaskService extends LocalServer {
	settings: Settings;
	/** What the service keeps; tests may change it behind the back of the client. */
	records: Records;
	tokens: AccessTokens;
	credential: { type: string; data: Record<string, string> };
	/** Data for the three credential types. */
	credentials: ReturnType<typeof localCredentials>;
}

const refused: Record<string, [number, string]> = {
	rateLimitExceeded: [403, 'Rate Limit Exceeded'],
	userRateLimitExceeded: [403, 'User Rate Limit Exceeded'],
	quotaExceeded: [403, 'Quota exceeded for quota metric.'],
	insufficientPermissions: [403, 'Request had insufficient authentication scopes.'],
};

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startTaskService({
	port = 0,
	clock: own,
	seed,
}: { port?: number; clock?: Clock; seed?: number } = {}): Promise<TaskService> {
	const clock = own ?? new Clock();
	const settings: Settings = { repeatPages: false };
	const tokens = new AccessTokens(clock);
	let url = '';
	const records = new Records(clock, () => url);
	const server = await startServer(
		{
			name: 'taskList',
			port,
			clock,
			faults: new Faults(seed),
			failureBody: (status, message) => googleErrorBody(status, message),
			errorForCode: (code) => refused[code] && googleError(...refused[code], { reason: code }),
			state: () => ({ lists: records.lists, issued: tokens.issued.length }),
			control: (app) => {
				app.post('/_control/settings', async ({ body }) => Object.assign(settings, body));
				app.post('/_control/tokens/end', async () => {
					tokens.endAll();
					return {};
				});
			},
		},
		async (app) => {
			tokens.routes(app);
			await app.register(async (scope) => {
				scope.addHook('onRequest', async ({ headers }) =>
					tokens.authenticate(headers.authorization),
				);
				taskRoutes(scope, records, settings);
			});
		},
	);
	url = server.url;
	for (const { list } of records.lists) list.selfLink = `${url}${list.selfLink}`;
	return {
		...server,
		settings,
		records,
		tokens,
		credential: { type: 'taskListApi', data: { baseUrl: url, accessToken: LOCAL_TOKEN } },
		credentials: localCredentials(url),
		close: async () => {
			if (!own) clock.stop();
			await server.close();
		},
	};
}
