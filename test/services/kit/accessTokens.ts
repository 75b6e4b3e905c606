// Authorization of the Google-style services: one permanent token, plus expiring tokens issued for
// a signed assertion (RFC 7523), an authorization code or a refresh token.

import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JwtPayload } from 'jsonwebtoken';
import { bearerToken, generateRsaKeys, originOf, verifyJwt } from './auth';
import type { Clock } from './clock';
import { googleError, googleErrorBody } from './googleErrors';
import { HttpError } from './httpError';

export const LOCAL_TOKEN = 'tenfold-local-token';
const ACCOUNT = 'robot@tenfold.local';
const CLIENT = { id: 'tenfold-local-client', secret: 'tenfold-local-client-secret' };
const AUTHORIZATION_CODE = 'consent';
const REFRESH_TOKEN = 'tenfold-local-refresh';
const LIFETIME_S = 3600;
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export interface IssuedToken {
	token: string;
	/** Epoch milliseconds of the service's clock. */
	expiresAt: number;
	/** Claims of the assertion, if the token was issued for one. */
	claims?: JwtPayload;
}

/** Keys of the service account, generated per process. */
const keys = generateRsaKeys();

export class AccessTokens {
	/** Tokens issued so far, oldest first. */
	readonly issued: IssuedToken[] = [];

	constructor(private readonly clock: Clock) {}

	/** Expires all issued tokens now. */
	endAll(): void {
		for (const token of this.issued) token.expiresAt = 0;
	}

	/** The authorization server: POST /token and GET /authorize. */
	routes(app: FastifyInstance): void {
		app.post('/token', async ({ body, headers }) => {
			const form = new URLSearchParams(String(body));
			const grant = form.get('grant_type');
			if (grant === JWT_BEARER)
				return this.issue(claimsIn(form.get('assertion') ?? '', `${originOf(headers)}/token`));
			if (!isClient(form, headers.authorization))
				throw refuse(401, 'invalid_client', 'The provided client secret is invalid.');
			const isCode = grant === 'authorization_code';
			const isGranted = isCode
				? form.get('code') === AUTHORIZATION_CODE
				: form.get('refresh_token') === REFRESH_TOKEN;
			if (!isGranted) throw refuse(400, 'invalid_grant', 'Token has been expired or revoked.');
			return { ...this.issue(), ...(isCode && { refresh_token: REFRESH_TOKEN }) };
		});
		// Consent is granted automatically.
		app.get<{ Querystring: Record<string, string> }>('/authorize', async ({ query }, reply) => {
			const callback = new URL(query.redirect_uri ?? '');
			callback.searchParams.set('code', AUTHORIZATION_CODE);
			callback.searchParams.set('state', query.state ?? '');
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

	private issue(claims?: JwtPayload): Record<string, unknown> {
		const token = `issued-${randomUUID()}`;
		const expiresAt = this.clock.now() + LIFETIME_S * 1000;
		this.issued.push({ token, expiresAt, ...(claims && { claims }) });
		return {
			access_token: token,
			expires_in: LIFETIME_S,
			token_type: 'Bearer',
			...(claims && { scope: claims.scope as unknown }),
		};
	}
}

/** Options of the server of a Google-style service. */
export const googleServer = (tokens: AccessTokens) => ({
	failureBody: (status: number, message: string) => googleErrorBody(status, message),
	openRoutes: (app: FastifyInstance) => tokens.routes(app),
	authenticate: ({ headers }: FastifyRequest) => tokens.authenticate(headers.authorization),
});

/** Whether the client sent its secret, in the body or in the header. */
const isClient = (form: URLSearchParams, authorization?: string): boolean =>
	form.get('client_secret') === CLIENT.secret ||
	authorization === `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;

const refuse = (status: number, error: string, error_description: string): HttpError =>
	new HttpError(status, { error, error_description });

/** The claims of an assertion, which is valid for at most an hour. @throws HttpError 400 */
function claimsIn(assertion: string, audience: string): JwtPayload {
	const claims = verifyJwt(assertion, keys.publicKey, { issuer: ACCOUNT, audience, maxAge: 3600 });
	if (!claims) throw refuse(400, 'invalid_grant', 'Invalid JWT Signature.');
	if (!claims.scope) throw refuse(400, 'invalid_scope', 'Empty scope.');
	return claims;
}

/** Credential data of the three credential types. @param url of the server */
export const localCredentials = (url: string, baseUrl = url) => ({
	accessToken: { provider: 'other', baseUrl, accessToken: LOCAL_TOKEN },
	serviceAccount: {
		provider: 'other',
		clientEmail: ACCOUNT,
		privateKey: keys.privateKey,
		subject: '',
		tokenUrl: `${url}/token`,
		baseUrl,
		accessToken: '',
		renewAt: '',
		issuedFor: '',
	},
	oAuth2: {
		provider: 'other',
		baseUrl,
		grantType: 'authorizationCode',
		authorizationUrl: `${url}/authorize`,
		tokenUrl: `${url}/token`,
		clientId: CLIENT.id,
		clientSecret: CLIENT.secret,
	},
});
