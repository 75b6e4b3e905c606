// Local test service for workspace tokens (nodes/WorkspaceToken/README.md).

import { Clock } from '../kit/clock';
import { startServer, type LocalService } from '../kit/server';
import { apiError, failureBody, isErrorCode } from './errors';
import { LOCAL_CLIENT, oAuthRoutes, tokenRoutes } from './routes';
import { LOCAL_TOKEN, Tokens, type TokenInfo } from './tokens';

export interface WorkspaceService extends LocalService {
	tokens: Tokens;
	/** The response of GET /_control/state. Does not contain the token values. */
	readonly state: { tokens: TokenInfo[] };
	/** OAuth2 credential data of a service principal. Contains no access token yet. */
	oAuth2: Record<string, string>;
}

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startWorkspaceService({
	port = 0,
}: { port?: number } = {}): Promise<WorkspaceService> {
	const clock = new Clock();
	const tokens = new Tokens(clock);
	tokens.issue({ comment: 'n8n', scopes: ['authentication'] }, LOCAL_TOKEN);
	const state = () => ({ tokens: tokens.list() });
	const server = await startServer(
		{
			name: 'workspaceToken',
			port,
			clock,
			failureBody,
			described: { name: 'workspace-token' },
			errorForCode: (code) => (isErrorCode(code) ? apiError(code) : undefined),
			state,
		},
		async (app) => {
			oAuthRoutes(app, tokens);
			await app.register((scope) => tokenRoutes(scope, tokens), { prefix: '/api/2.0/token' });
		},
	);
	return {
		...server,
		tokens,
		get state() {
			return state();
		},
		credential: {
			type: 'workspaceTokenApi',
			data: { provider: 'other', baseUrl: server.url, token: LOCAL_TOKEN },
		},
		oAuth2: {
			provider: 'other',
			baseUrl: server.url,
			grantType: 'clientCredentials',
			authentication: 'header',
			authorizationUrl: `${server.url}/oidc/v1/authorize`,
			tokenUrl: `${server.url}/oidc/v1/token`,
			requestedScopes: 'all-apis',
			...LOCAL_CLIENT,
		},
		close: async () => {
			clock.stop();
			await server.close();
		},
	};
}
