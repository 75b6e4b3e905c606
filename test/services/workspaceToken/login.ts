// Logging in with client credentials.

import type { FastifyInstance } from 'fastify';
import { refusal } from './errors';
import type { Tokens } from './tokens';

export const LOCAL_CLIENT = {
	clientId: 'tenfold-principal',
	clientSecret: 'tenfold-principal-secret',
};

/** POST /oidc/v1/token: client and secret come as Basic authentication, the grant in a form. */
export function loginRoutes(app: FastifyInstance, tokens: Tokens): void {
	app.post('/oidc/v1/token', async ({ headers, body }) => {
		const expected = Buffer.from(`${LOCAL_CLIENT.clientId}:${LOCAL_CLIENT.clientSecret}`).toString(
			'base64',
		);
		if (headers.authorization !== `Basic ${expected}`) throw refusal('UNAUTHENTICATED');
		if (new URLSearchParams(String(body)).get('grant_type') !== 'client_credentials')
			throw refusal('BAD_REQUEST');
		return {
			access_token: tokens.issue({ comment: 'login', lifetime_seconds: 3600 }).value,
			token_type: 'Bearer',
			expires_in: 3600,
			scope: 'all-apis',
		};
	});
}
