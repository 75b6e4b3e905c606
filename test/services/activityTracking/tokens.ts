// Access tokens with their permissions, and the refresh token grant.

import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../kit/auth';
import { apiError, missingScope, unauthorized } from './errors';
import type { Athlete } from './seedData';

export interface Token {
	/** ID of the athlete. */
	athlete: number;
	premium: boolean;
	/** `write` is the old name of `profile:write`. */
	permissions: readonly string[];
}

/** The owner of the token that a request was sent with. */
export interface Caller extends Token {
	me: Athlete;
}

export const LOCAL_TOKEN = 'tenfold-local-token';
export const READING_TOKEN = 'tenfold-reading-token';
export const LOCAL_CLIENT = { clientId: 'tenfold-client', clientSecret: 'tenfold-client-secret' };
export const LOCAL_REFRESH_TOKEN = 'tenfold-refresh-token';

/**
 * @throws HttpError 401 if the token has none of these scopes
 */
export function requireScope({ permissions }: Caller, ...scopes: [string, ...string[]]): void {
	if (!scopes.some((scope) => permissions.includes(scope))) throw missingScope(scopes[0]);
}

export class Tokens {
	private readonly byValue = new Map<string, Token>();
	private issued = 0;
	private isRevoked = false;

	add(value: string, token: Token): void {
		this.byValue.set(value, token);
	}

	/** The athlete revokes the access of the application: no token is valid or renewed any more. */
	revoke(): void {
		this.byValue.clear();
		this.isRevoked = true;
	}

	/** @throws HttpError 401 */
	authenticate(authorization: string | undefined): Token {
		const found = this.byValue.get(bearerToken(authorization) ?? '');
		if (!found) throw unauthorized();
		return found;
	}

	/** POST /oauth/token with a refresh token. The form body contains the client ID and secret. */
	routes(app: FastifyInstance, token: Token): void {
		app.post('/oauth/token', async (request) => {
			const form = new URLSearchParams(String(request.body));
			if (
				this.isRevoked ||
				form.get('client_id') !== LOCAL_CLIENT.clientId ||
				form.get('client_secret') !== LOCAL_CLIENT.clientSecret ||
				form.get('grant_type') !== 'refresh_token' ||
				form.get('refresh_token') !== LOCAL_REFRESH_TOKEN
			)
				throw apiError(400, 'Bad Request', [
					{ resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' },
				]);
			const value = `tenfold-renewed-token-${++this.issued}`;
			this.add(value, token);
			return {
				token_type: 'Bearer',
				access_token: value,
				refresh_token: LOCAL_REFRESH_TOKEN,
				expires_in: 21600,
			};
		});
	}
}
