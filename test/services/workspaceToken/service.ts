// The workspace token service on this computer, as document 1, part D, of the specification describes it.

import { Clock } from '../kit/clock';
import { Faults } from '../kit/faults';
import { RequestLog } from '../kit/requestLog';
import { startServer, type LocalServer } from '../kit/server';
import { codeOf, failureBody, isRefusalCode, refusal } from './errors';
import { tokenRoutes } from './routes';
import { LOCAL_CLIENT, loginRoutes } from './login';
import { LOCAL_TOKEN, Tokens, type TokenInfo } from './tokens';

export interface WorkspaceService extends LocalServer {
	tokens: Tokens;
	/** As GET /_control/state answers it; without the values. */
	readonly state: { tokens: TokenInfo[] };
	credential: { type: string; data: Record<string, string> };
	/** Data of an OAuth2 credential of a service principal that has not logged in yet. */
	oAuth2: Record<string, string>;
}

/** Starts the service on 127.0.0.1. @throws Error where the port is taken */
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
			faults: new Faults(),
			requests: new RequestLog(),
			failureBody: (status, message) => failureBody(codeOf(status), message),
			errorForCode: (code) => (isRefusalCode(code) ? refusal(code) : undefined),
			state,
		},
		async (app) => {
			loginRoutes(app, tokens);
			await app.register((scope) => tokenRoutes(scope, tokens), { prefix: '/api/2.0/token' });
		},
	);
	return {
		...server,
		tokens,
		get state() {
			return state();
		},
		credential: { type: 'workspaceTokenApi', data: { baseUrl: server.url, token: LOCAL_TOKEN } },
		oAuth2: {
			baseUrl: server.url,
			grantType: 'clientCredentials',
			authentication: 'header',
			authUrl: `${server.url}/oidc/v1/authorize`,
			accessTokenUrl: `${server.url}/oidc/v1/token`,
			scope: 'all-apis',
			...LOCAL_CLIENT,
		},
		close: async () => {
			clock.stop();
			await server.close();
		},
	};
}
