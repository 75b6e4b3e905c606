// The activity tracking service on this computer, as document 2, part A, of the specification describes it.

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { withWideNumbers } from './responses';
import { failureBody } from './errors';
import { apiRoutes } from './routes';
import { standardSettings, type Settings } from './settings';
import { LOCAL_CLIENT, LOCAL_REFRESH_TOKEN, LOCAL_TOKEN, READING_TOKEN, Tokens } from './tokens';
import { newWorld, OWN_ATHLETE, type World } from './seedData';

export interface ActivityServiceOptions {
	/** 0, the default, takes a free one. */
	port?: number;
	settings?: Partial<Settings>;
}

export interface ActivityService extends LocalServer {
	/** Where the server listens; `url` is the base of the interface. */
	origin: string;
	/** May be changed while the service runs. */
	settings: Settings;
	world: World;
	credential: { type: string; data: Record<string, string> };
	/** Data of an OAuth2 credential that was connected, and whose token has ended. */
	oAuth2: Record<string, unknown>;
}

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
export async function startActivityService({
	port = 0,
	settings: given,
}: ActivityServiceOptions = {}): Promise<ActivityService> {
	const clock = new Clock();
	const settings: Settings = { ...standardSettings(), ...given };
	const world = newWorld();
	const tokens = new Tokens();
	const holder = {
		athlete: OWN_ATHLETE,
		premium: true,
		permissions: ['read_all', 'activity:read_all', 'write'],
	};
	tokens.add(LOCAL_TOKEN, holder);
	tokens.add(READING_TOKEN, { athlete: OWN_ATHLETE, premium: false, permissions: ['read'] });

	const server = await startServer(
		{
			name: 'activityTracking',
			port,
			clock,
			faults: new Faults(),
			requests: new RequestLog(),
			failureBody,
			state: () => ({
				stars: Object.fromEntries(
					[...world.stars].map(([athlete, segments]) => [athlete, [...segments]]),
				),
			}),
			control: (app) =>
				app.post('/_control/settings', async ({ body }) => Object.assign(settings, body)),
		},
		async (app) => {
			tokens.routes(app, holder);
			app.addHook('onSend', async (_request, _reply, payload) =>
				typeof payload === 'string' ? withWideNumbers(payload) : payload,
			);
			await app.register((scope) => apiRoutes(scope, world, tokens, settings), {
				prefix: '/api/v3',
			});
		},
	);
	const url = `${server.url}/api/v3`;
	return {
		...server,
		url,
		origin: server.url,
		settings,
		world,
		credential: {
			type: 'activityTrackingApi',
			data: { baseUrl: url, accessToken: LOCAL_TOKEN, interface: 'specified' },
		},
		oAuth2: {
			baseUrl: url,
			interface: 'specified',
			grantType: 'authorizationCode',
			authentication: 'body',
			authUrl: `${server.url}/oauth/authorize`,
			accessTokenUrl: `${server.url}/oauth/token`,
			scope: 'read_all,profile:write,activity:read_all',
			...LOCAL_CLIENT,
			oauthTokenData: {
				token_type: 'Bearer',
				access_token: 'tenfold-ended-token',
				refresh_token: LOCAL_REFRESH_TOKEN,
			},
		},
		close: async () => {
			clock.stop();
			await server.close();
		},
	};
}
