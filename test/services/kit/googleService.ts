// Shared by the Google-style services (task lists, search ads conversions): access tokens, error
// format and startup.

import type { FastifyInstance } from 'fastify';
import { AccessTokens } from './accessTokens';
import { Clock } from './clock';
import type { DescribedService } from './describedRequests';
import { googleErrorBody } from './googleErrors';
import { startServer, type LocalServer, type ServerOptions, type ServiceOptions } from './server';

export interface GoogleService<Store> extends LocalServer {
	tokens: AccessTokens;
	store: Store;
}

interface Definition<Store> {
	name: string;
	described: DescribedService;
	createStore(clock: Clock): Store;
	files?(store: Store): ServerOptions['files'];
	/** Adds the routes that require an access token. */
	routes(app: FastifyInstance, store: Store): void;
}

export async function startGoogleService<Store>(
	options: ServiceOptions,
	{ name, described, files, createStore, routes }: Definition<Store>,
): Promise<GoogleService<Store>> {
	const clock = options.clock ?? new Clock();
	const tokens = new AccessTokens(clock);
	const store = createStore(clock);
	const server = await startServer(
		{
			name,
			port: options.port ?? 0,
			clock,
			failureBody: (status, message) => googleErrorBody(status, message),
			described: { ...described, refusesUnknown: true },
			...(files && { files: files(store) }),
		},
		async (app) => {
			tokens.routes(app);
			await app.register(async (scope) => {
				scope.addHook('onRequest', async ({ headers }) =>
					tokens.authenticate(headers.authorization),
				);
				routes(scope, store);
			});
		},
	);
	return { ...server, tokens, store };
}
