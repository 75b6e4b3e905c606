// An OAuth2 authorization server that grants consent automatically and issues one given token.
import { randomUUID } from 'node:crypto';
import { startServer, type LocalServer } from '../../services/kit/server';

export const OAUTH2_CLIENT = { id: 'tenfold-client', secret: 'tenfold-client-secret' };

export interface AuthorizationServer extends Pick<LocalServer, 'url' | 'close'> {
	/** The access token that it issues next. */
	token: string;
	/** Parameters of the last authorization request. */
	readonly authorization: Readonly<Record<string, string>>;
}

/** Starts the server with GET /authorize and POST /token. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
	const state = { token: '', authorization: {} as Record<string, string> };
	let code = '';
	const { url, close } = await startServer(
		{ name: 'authorizationServer', failureBody: (_status, error) => ({ error }) },
		(app) => {
			app.get<{ Querystring: Record<string, string> }>('/authorize', async ({ query }, reply) => {
				state.authorization = query;
				code = randomUUID();
				const callback = new URL(query.redirect_uri!);
				callback.search = String(new URLSearchParams({ code, state: query.state! }));
				return await reply.redirect(callback.href);
			});
			app.post('/token', async ({ body, headers }, reply) => {
				const form = new URLSearchParams(String(body));
				if (!isClient(form, headers.authorization))
					return await reply.code(401).send({ error: 'invalid_client' });
				const isGranted =
					form.get('grant_type') === 'client_credentials' ||
					(form.get('grant_type') === 'authorization_code' &&
						form.get('code') === code &&
						form.get('redirect_uri') === state.authorization.redirect_uri);
				if (!isGranted) return await reply.code(400).send({ error: 'invalid_grant' });
				return { access_token: state.token, token_type: 'Bearer', expires_in: 3600 };
			});
		},
	);
	return Object.assign(state, { url, close });
}

/** Whether the request contains the client ID and secret, in the header or in the form. */
function isClient(form: URLSearchParams, authorization: string | undefined): boolean {
	const { id, secret } = OAUTH2_CLIENT;
	return authorization === undefined
		? form.get('client_id') === id && form.get('client_secret') === secret
		: authorization === `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}
