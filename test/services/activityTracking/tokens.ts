// Access tokens, and the refresh token grant.

import type { FastifyInstance } from 'fastify';
import { bearerToken } from '../kit/auth';
import { badRequest, unauthorized } from './errors';

export const LOCAL_TOKEN = 'tenfold-local-token';
export const LOCAL_CLIENT = { clientId: 'tenfold-client', clientSecret: 'tenfold-client-secret' };
export const LOCAL_REFRESH_TOKEN = 'tenfold-refresh-token';

export class Tokens {
	/** Athletes by token. */
	private readonly byValue = new Map<string, number>();
	private issued = 0;
	private isRevoked = false;

	add(value: string, athlete: number): void {
		this.byValue.set(value, athlete);
	}

	/** The athlete revokes the access of the application: no token is valid or renewed any more. */
	revoke(): void {
		this.byValue.clear();
		this.isRevoked = true;
	}

	/** The ID of the athlete. @throws HttpError 401 */
	authenticate(authorization: string | undefined): number {
		const found = this.byValue.get(bearerToken(authorization) ?? '');
		if (found === undefined) throw unauthorized('Athlete', 'access_token');
		return found;
	}

	/** POST /oauth/token with a refresh token. The form body contains the client ID and secret. */
	routes(app: FastifyInstance, athlete: number): void {
		app.post('/oauth/token', async (request) => {
			const form = new URLSearchParams(String(request.body));
			if (
				this.isRevoked ||
				form.get('client_id') !== LOCAL_CLIENT.clientId ||
				form.get('client_secret') !== LOCAL_CLIENT.clientSecret ||
				form.get('grant_type') !== 'refresh_token' ||
				form.get('refresh_token') !== LOCAL_REFRESH_TOKEN
			)
				throw badRequest('RefreshToken', 'refresh_token');
			const value = `tenfold-renewed-token-${++this.issued}`;
			this.add(value, athlete);
			return {
				token_type: 'Bearer',
				access_token: value,
				refresh_token: LOCAL_REFRESH_TOKEN,
				expires_in: 21600,
			};
		});
	}
}
