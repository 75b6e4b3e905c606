// Access tokens: a permanent one, and tokens issued for a signed assertion of a service account.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bearerToken, generateRsaKeys, originOf, verifyJwt, type RsaKeys } from '../kit/auth';
import { HttpError } from '../kit/httpError';
import { pathOf } from '../kit/requestPattern';
import { apiError } from './errors';
import type { Settings } from './settings';

export const LOCAL_TOKEN = 'tenfold-local-token';
export const ACCOUNT = 'robot@tenfold-local.iam.example.com';

export class Tokens {
	/** Number of requests for which each token is still valid. */
	private readonly remainingRequests = new Map<string, number>([[LOCAL_TOKEN, Infinity]]);
	private rsaKeys: RsaKeys | undefined;
	/** Number of tokens issued so far. */
	issued = 0;

	constructor(private readonly settings: Settings) {}

	/** Generated on first use, because key generation is slow. */
	private get keys(): RsaKeys {
		return (this.rsaKeys ??= generateRsaKeys());
	}

	get privateKey(): string {
		return this.keys.privateKey;
	}

	/** @throws HttpError UNAUTHENTICATED if the token is missing, unknown or used up */
	check(authorization: string | undefined): void {
		const token = bearerToken(authorization) ?? '';
		const remaining = this.remainingRequests.get(token) ?? 0;
		if (remaining <= 0)
			throw apiError('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
		this.remainingRequests.set(token, remaining - 1);
	}

	/** POST /token exchanges an assertion for a token (RFC 7523). */
	routes(app: FastifyInstance): void {
		app.post('/token', async ({ body, url, headers }) => {
			const form = new URLSearchParams(String(body));
			const claims = verifyJwt(form.get('assertion') ?? '', this.keys.publicKey);
			const audience = `${originOf(headers)}${pathOf(url)}`;
			if (claims?.iss !== ACCOUNT || claims.aud !== audience)
				throw new HttpError(400, {
					error: 'invalid_grant',
					error_description: 'The assertion is not valid.',
				});
			const token = randomUUID();
			this.remainingRequests.set(token, this.settings.tokenRequests);
			this.issued += 1;
			return { access_token: token, token_type: 'Bearer', expires_in: this.settings.tokenSeconds };
		});
	}
}
