// Access tokens with their permissions, and their renewal.

import type { FastifyInstance } from 'fastify';
import { unauthorized, fault } from './errors';

export interface Token {
	athlete: number;
	premium: boolean;
	/** `write` is the older name of profile:write. */
	permissions: readonly string[];
}

export const LOCAL_TOKEN = 'tenfold-local-token';
export const READING_TOKEN = 'tenfold-reading-token';
export const LOCAL_CLIENT = { clientId: 'tenfold-client', clientSecret: 'tenfold-client-secret' };
export const LOCAL_REFRESH_TOKEN = 'tenfold-refresh-token';

export class Tokens {
	private readonly known = new Map<string, Token>();
	private issued = 0;

	add(token: string, holder: Token): void {
		this.known.set(token, holder);
	}

	/** Who calls. @throws Refusal 401 */
	holder(authorization: string | undefined): Token {
		const found = this.known.get(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
		if (!found) throw unauthorized();
		return found;
	}

	/** POST /oauth/token, for refresh tokens: client and secret come in the form. */
	routes(app: FastifyInstance, holder: Token): void {
		app.post('/oauth/token', async (request) => {
			const form = new URLSearchParams(String(request.body));
			const isClient =
				form.get('client_id') === LOCAL_CLIENT.clientId &&
				form.get('client_secret') === LOCAL_CLIENT.clientSecret;
			if (
				!isClient ||
				form.get('grant_type') !== 'refresh_token' ||
				form.get('refresh_token') !== LOCAL_REFRESH_TOKEN
			)
				throw fault(400, 'Bad Request');
			const token = `tenfold-renewed-token-${++this.issued}`;
			this.add(token, holder);
			return {
				token_type: 'Bearer',
				access_token: token,
				refresh_token: LOCAL_REFRESH_TOKEN,
				expires_in: 21600,
			};
		});
	}
}
