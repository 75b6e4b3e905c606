// Authorization of the Google-style services: one permanent token, plus expiring tokens issued for
// a signed assertion (RFC 7523), an authorization code or a refresh token.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { bearerToken, generateRsaKeys, originOf, verifyJwt } from './auth';
import type { Clock } from './clock';
import { googleError } from './googleErrors';
import { HttpError } from './httpError';

export const LOCAL_TOKEN = 'tenfold-local-token';
const ACCOUNT = 'robot@tenfold.local';
const CLIENT = { id: 'tenfold-local-client', secret: 'tenfold-local-client-secret' };
const AUTHORIZATION_CODE = 'consent';
const REFRESH_TOKEN = 'tenfold-local-refresh';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface IssuedToken {
	token: string;
	/** Epoch milliseconds of the service's clock. */
	expiresAt: number;
	/** Claims of the assertion, if the token was issued for one. */
	claims?: Record<string, unknown>;
}

/** Keys of the service account, generated per process. */
const keys = generateRsaKeys();

export class AccessTokens {
	/** Tokens issued so far, oldest first. */
	readonly issued: IssuedToken[] = [];
	/** Lifetime of new tokens, in seconds. */
	lifetime = 3600;

	constructor(private readonly clock: Clock) {}

	/** Expires all issued tokens now. */
	endAll(): void {
		for (const token of this.issued) token.expiresAt = 0;
	}

	/** The authorization server: POST /token and GET /authorize. */
	routes(app: FastifyInstance): void {
		app.post('/token', async ({ body, headers }) => {
			const form = new URLSearchParams(typeof body === 'string' ? body : undefined);
			const grant = form.get('grant_type');
			if (grant !== JWT_BEARER && !isClient(form, headers.authorization))
				throw new HttpError(401, {
					error: 'invalid_client',
					error_description: 'The provided client secret is invalid.',
				});
			switch (grant) {
				case JWT_BEARER:
					return this.issue(
						verifyAssertion(form.get('assertion') ?? '', `${originOf(headers)}/token`),
					);
				case 'authorization_code':
					if (form.get('code') !== AUTHORIZATION_CODE) throw invalidGrant('Malformed auth code.');
					return { ...this.issue(), refresh_token: REFRESH_TOKEN };
				case 'refresh_token':
					if (form.get('refresh_token') !== REFRESH_TOKEN)
						throw invalidGrant('Token has been expired or revoked.');
					return this.issue();
				default:
					throw new HttpError(400, {
						error: 'unsupported_grant_type',
						error_description: 'Invalid grant_type.',
					});
			}
		});
		// Consent is granted automatically.
		app.get<{ Querystring: Record<string, string> }>('/authorize', async ({ query }, reply) => {
			const callback = new URL(query.redirect_uri ?? '');
			callback.search = new URLSearchParams({
				code: AUTHORIZATION_CODE,
				state: query.state ?? '',
			}).toString();
			return await reply.redirect(callback.href);
		});
	}

	/** @throws HttpError 401 */
	authenticate(authorization: string | undefined): void {
		const token = bearerToken(authorization);
		if (token === LOCAL_TOKEN) return;
		const found = this.issued.find((candidate) => candidate.token === token);
		if (!found || found.expiresAt <= this.clock.now())
			throw googleError(401, 'Request had invalid authentication credentials.');
	}

	private issue(claims?: Record<string, unknown>): Record<string, unknown> {
		const token = `issued-${randomUUID()}`;
		this.issued.push({
			token,
			expiresAt: this.clock.now() + this.lifetime * 1000,
			...(claims && { claims }),
		});
		return {
			access_token: token,
			expires_in: this.lifetime,
			token_type: 'Bearer',
			...(claims && { scope: claims.scope }),
		};
	}
}

/** Whether the client sent its secret, in the body or in the header. */
const isClient = (form: URLSearchParams, authorization?: string): boolean =>
	form.get('client_secret') === CLIENT.secret ||
	authorization === `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;

/** Returns the claims. @throws HttpError 400 with the wording of Google's authorization server */
function verifyAssertion(assertion: string, audience: string): Record<string, unknown> {
	const claims = verifyJwt(assertion, keys.publicKey);
	if (!claims) throw invalidGrant('Invalid JWT Signature.');
	if (claims.iss !== ACCOUNT) throw invalidGrant('Invalid grant: account not found');
	if (claims.aud !== audience) throw invalidGrant('Invalid JWT: audience does not match.');
	if (typeof claims.scope !== 'string' || claims.scope === '')
		throw new HttpError(400, { error: 'invalid_scope', error_description: 'Empty scope.' });
	const now = Date.now() / 1000;
	if (
		Number(claims.exp) <= now ||
		Number(claims.iat) > now + 60 ||
		Number(claims.exp) - Number(claims.iat) > 3600
	)
		throw invalidGrant('Invalid JWT: token must be short-lived.');
	return claims;
}

const invalidGrant = (description: string): HttpError =>
	new HttpError(400, { error: 'invalid_grant', error_description: description });

/** Credential data of the three credential types, for a service at this URL. */
export const localCredentials = (url: string) => ({
	accessToken: { provider: 'other', baseUrl: url, accessToken: LOCAL_TOKEN },
	serviceAccount: {
		provider: 'other',
		clientEmail: ACCOUNT,
		privateKey: keys.privateKey,
		subject: '',
		tokenUrl: `${url}/token`,
		baseUrl: url,
		accessToken: '',
		renewAt: '',
		issuedFor: '',
	},
	oAuth2: {
		provider: 'other',
		baseUrl: url,
		grantType: 'authorizationCode',
		authorizationUrl: `${url}/authorize`,
		tokenUrl: `${url}/token`,
		clientId: CLIENT.id,
		clientSecret: CLIENT.secret,
	},
});
