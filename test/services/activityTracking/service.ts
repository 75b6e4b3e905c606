// Local test service for activity tracking (nodes/ActivityTracking/README.md).

import multipart from '@fastify/multipart';
import { addAnswers } from '../kit/answers';
import responses from '../../contract/data/responses/activity-tracking.json';
import { Clock } from '../kit/clock';
import { byNumber } from '../kit/paging';
import { Records } from '../kit/records';
import { startServer, type LocalService } from '../kit/server';
import { notFound } from './errors';
import { PushSubscriptions, type PushEvent } from './pushSubscriptions';
import { apiRoutes, type ApiRequest, type Settings } from './routes';
import {
	addActivity,
	createSeedData,
	OWN_ATHLETE,
	unquoteInt64,
	type Activity,
	type ActivityData,
} from './seedData';
import { LOCAL_CLIENT, LOCAL_REFRESH_TOKEN, LOCAL_TOKEN, Tokens } from './tokens';

export interface ActivityServiceOptions {
	/** Default: 0, any free port. */
	port?: number;
	settings?: Partial<Settings>;
	/** Start of the first activity in epoch milliseconds. Default: January 1, 2026. */
	firstActivity?: number;
}

export interface ActivityService extends LocalService {
	/** Origin of the server. `url` is the base URL of the API. */
	origin: string;
	/** Can be changed while the service runs. */
	settings: Settings;
	world: ActivityData;
	subscriptions: PushSubscriptions;
	tokens: Tokens;
	/** Data of a connected OAuth2 credential whose access token has expired. */
	oAuth2: Record<string, unknown>;
	/** Adds an activity of the owner of the tokens, which started one minute ago. */
	record(name?: string): Activity;
	/**
	 * Pushes an event of the owner of the tokens: by default, that a new activity was created. Returns
	 * the status of each response.
	 */
	push(event?: Partial<PushEvent>): Promise<number[]>;
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startActivityService({
	port = 0,
	settings: overrides,
	firstActivity,
}: ActivityServiceOptions = {}): Promise<ActivityService> {
	const clock = new Clock();
	const settings: Settings = { current: false, uploadReads: 1, ...overrides };
	const data = createSeedData(firstActivity);
	const tokens = new Tokens();
	const subscriptions = new PushSubscriptions();
	tokens.add(LOCAL_TOKEN, OWN_ATHLETE);

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
		},
		async (app) => {
			tokens.routes(app, OWN_ATHLETE);
			app.addHook('onSend', async (_request, _reply, payload) =>
				typeof payload === 'string' ? unquoteInt64(payload) : payload,
			);
			await app.register(async (scope) => subscriptions.routes(scope), { prefix: '/api/v3' });
			await app.register(
				async (scope) => {
					scope.addHook('onRequest', async ({ headers }) => {
						tokens.authenticate(headers.authorization);
					});
					await scope.register(multipart, { limits: { files: 1, fileSize: MAX_FILE_BYTES } });
					addAnswers<ApiRequest>(scope, {
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
				{ prefix: '/api/v3' },
			);
		},
	);
	const url = `${server.url}/api/v3`;
	return {
		...server,
		url,
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
