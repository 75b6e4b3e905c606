// Local test service for activity tracking (nodes/ActivityTracking/README.md).

import { addAnswers } from '../kit/answers';
import responses from '../../contract/data/responses/activity-tracking.json';
import { Clock } from '../kit/clock';
import { byNumber } from '../kit/paging';
import { Records } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { notFound } from './errors';
import { PushSubscriptions, type PushEvent } from './pushSubscriptions';
import { apiRoutes, type ApiRequest, type Settings } from './routes';
import { addActivity, createSeedData, OWN_ATHLETE, unquoteInt64, type Activity } from './seedData';
import { LOCAL_CLIENT, LOCAL_REFRESH_TOKEN, LOCAL_TOKEN, Tokens } from './tokens';

export interface ActivityServiceOptions extends ServiceOptions<Settings> {
	/** Start of the first activity in epoch milliseconds. Default: January 1, 2026. */
	firstActivity?: number;
}

export type ActivityService = Awaited<ReturnType<typeof startActivityService>>;

const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startActivityService({
	port,
	clock = new Clock(),
	settings: given,
	firstActivity,
}: ActivityServiceOptions = {}) {
	const settings: Settings = { uploadReads: 1, ...given };
	const data = createSeedData(firstActivity);
	const tokens = new Tokens();
	const subscriptions = new PushSubscriptions();
	tokens.add(LOCAL_TOKEN, OWN_ATHLETE);

	/** Adds an activity of the owner of the tokens, which started one minute ago. */
	const record = (name = 'Evening Ride'): Activity =>
		addActivity(data, {
			athlete: data.athletes[0]!,
			name,
			start: clock.now() - 60_000,
			sportType: 'Ride',
			distance: 1000,
			moving_time: 60,
			elapsed_time: 60,
		});
	/**
	 * Pushes an event of the owner of the tokens: by default, that a new activity was created. Returns
	 * the status of each response.
	 */
	const push = async (event: Partial<PushEvent> = {}): Promise<number[]> =>
		await subscriptions.push({
			object_type: 'activity',
			object_id: event.object_id ?? record().id,
			aspect_type: 'create',
			owner_id: OWN_ATHLETE,
			...event,
		});

	const server = await startServer(
		{
			name: 'activityTracking',
			port,
			clock,
			failureBody: (_status, message) => ({ message, errors: [] }),
			// The provider also accepts forms, which n8n's own node sends.
			described: { name: 'activity-tracking', basePath: '/api/v3', allowed: /^body type$/ },
			control: (app) =>
				void app.post<{ Body: Partial<PushEvent> }>('/_control/pushEvents', async ({ body }) => ({
					statuses: await push(body),
				})),
			openRoutes(app) {
				tokens.routes(app, OWN_ATHLETE);
				subscriptions.routes(app);
			},
			authenticate: ({ headers }) => tokens.authenticate(headers.authorization),
			forms: { files: 1, fileSize: MAX_FILE_BYTES },
		},
		(app) => {
			app.addHook('onSend', async (_request, _reply, payload) =>
				typeof payload === 'string' ? unquoteInt64(payload) : payload,
			);
			addAnswers<ApiRequest>(app, {
				responses,
				records: new Records(),
				paging: byNumber('page', { name: 'per_page', standard: 30, maximum: 200 }),
				notFound: () => notFound(),
				exchange(exchange) {
					const id = tokens.authenticate(exchange.request.headers.authorization);
					return { ...exchange, athlete: data.athletes.find((one) => one.id === id)! };
				},
				own: apiRoutes(data, settings),
			});
		},
	);
	const url = `${server.url}/api/v3`;
	return {
		...server,
		url,
		/** Origin of the server. `url` is the base URL of the API. */
		origin: server.url,
		settings,
		world: data,
		subscriptions,
		tokens,
		record,
		push,
		credential: {
			type: 'activityTrackingApi',
			data: { provider: 'other', baseUrl: url, accessToken: LOCAL_TOKEN, interface: 'specified' },
		},
		/** Data of a connected OAuth2 credential whose access token has expired. */
		oAuth2: {
			provider: 'other',
			baseUrl: url,
			interface: 'specified',
			grantType: 'authorizationCode',
			authentication: 'body',
			authorizationUrl: `${server.url}/oauth/authorize`,
			tokenUrl: `${server.url}/oauth/token`,
			requestedScopes: 'read_all,profile:write,activity:read_all',
			...LOCAL_CLIENT,
			oauthTokenData: {
				token_type: 'Bearer',
				access_token: 'tenfold-expired-token',
				refresh_token: LOCAL_REFRESH_TOKEN,
			},
		},
	};
}
