// Local test service for workspace tokens (nodes/WorkspaceToken/README.md).

import responses from '../../contract/data/responses/workspace-token.json';
import { addAnswers } from '../kit/answers';
import { bearerToken } from '../kit/auth';
import { Clock } from '../kit/clock';
import type { Routes } from '../kit/exchange';
import { HttpError } from '../kit/httpError';
import { byNumber } from '../kit/paging';
import { Records } from '../kit/records';
import { startServer, type ServiceOptions } from '../kit/server';
import { LOCAL_TOKEN, Tokens, type TokenInfo } from './tokens';

export type WorkspaceService = Awaited<ReturnType<typeof startWorkspaceService>>;

const LOCAL_CLIENT = {
	clientId: 'tenfold-principal',
	clientSecret: 'tenfold-principal-secret',
};

/** Codes by status. NOT_FOUND is from the specification, the others from the public documentation. */
const CODES: Readonly<Record<string, number>> = {
	BAD_REQUEST: 400,
	INVALID_PARAMETER_VALUE: 400,
	UNAUTHENTICATED: 401,
	PERMISSION_DENIED: 403,
	NOT_FOUND: 404,
	RESOURCE_DOES_NOT_EXIST: 404,
	RESOURCE_EXHAUSTED: 429,
	INTERNAL_ERROR: 500,
	TEMPORARILY_UNAVAILABLE: 503,
};

const apiError = (code: string, message = code): HttpError =>
	new HttpError(CODES[code]!, { error_code: code, message });

/** Starts the service on 127.0.0.1. @throws Error if the port is in use */
export async function startWorkspaceService({ port, clock = new Clock() }: ServiceOptions = {}) {
	const tokens = new Tokens(clock);
	tokens.issue({ comment: 'n8n', scopes: ['authentication'] }, LOCAL_TOKEN);
	const server = await startServer(
		{
			name: 'workspaceToken',
			port,
			clock,
			failureBody(status, message) {
				const [code] = Object.entries(CODES).find(([, known]) => known === status) ?? [];
				return { error_code: code ?? (status < 500 ? 'BAD_REQUEST' : 'INTERNAL_ERROR'), message };
			},
			described: { name: 'workspace-token' },
			openRoutes(app) {
				// Clients use Basic authentication. The form body contains the grant type.
				app.post('/oidc/v1/token', async ({ headers, body }) => {
					const client = `${LOCAL_CLIENT.clientId}:${LOCAL_CLIENT.clientSecret}`;
					if (headers.authorization !== `Basic ${Buffer.from(client).toString('base64')}`)
						throw apiError('UNAUTHENTICATED');
					if (new URLSearchParams(String(body)).get('grant_type') !== 'client_credentials')
						throw apiError('BAD_REQUEST');
					return {
						access_token: tokens.issue({ comment: 'login', lifetime_seconds: 3600 }).value,
						token_type: 'Bearer',
						expires_in: 3600,
						scope: 'all-apis',
					};
				});
			},
			authenticate({ headers: { authorization } }) {
				if (!tokens.isValid(bearerToken(authorization) ?? ''))
					throw apiError('UNAUTHENTICATED', 'The token is missing, expired or revoked.');
			},
		},
		(app) =>
			addAnswers(app, {
				responses,
				records: new Records(),
				paging: byNumber('page', { name: 'page_size', standard: 1000, maximum: 1000 }),
				notFound: () => apiError('NOT_FOUND'),
				own: ownRoutes(tokens),
			}),
	);
	return {
		...server,
		tokens,
		credential: {
			type: 'workspaceTokenApi',
			data: { provider: 'other', baseUrl: server.url, token: LOCAL_TOKEN },
		},
		/** OAuth2 credential data of a service principal. Contains no access token yet. */
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
	};
}

const ownRoutes = (tokens: Tokens): Routes => ({
	'GET /api/2.0/token/list': () => ({ token_infos: tokens.list() }),
	'POST /api/2.0/token/create'({ body }) {
		const { value, info } = tokens.issue(body);
		return { token_value: value, token_info: info };
	},
	'POST /api/2.0/token/delete'({ body }) {
		if (!tokens.byId.delete(String(body.token_id)))
			throw apiError('RESOURCE_DOES_NOT_EXIST', 'Token not found.');
		return {};
	},
	/** The mask must list exactly the fields in the body. */
	'PATCH /api/2.0/token/:id'({ params, body }) {
		const info = tokens.byId.get(params.id!);
		if (!info) throw apiError('NOT_FOUND', 'The token ID is invalid.');
		const sent = { ...(body.token as Partial<TokenInfo>) };
		delete sent.token_id;
		if (String(body.update_mask) !== Object.keys(sent).join())
			throw apiError('INVALID_PARAMETER_VALUE', 'update_mask is not valid.');
		Object.assign(info, sent);
		return {};
	},
});
