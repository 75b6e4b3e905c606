// Who may use a service: a token that lasts, and tokens issued for a signed assertion (RFC 7523), a consent, or a refresh token, which end.

import { createPublicKey, createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock';
import { Refusal } from './httpError';
import { rpcRefusal } from './googleErrors';

export const LOCAL_TOKEN = 'tenfold-local-token';
export const LOCAL_ACCOUNT = 'robot@tenfold.local';
export const LOCAL_CLIENT = { id: 'tenfold-local-client', secret: 'tenfold-local-client-secret' };

export interface Issued {
	token: string;
	/** Epoch milliseconds of the service's clock. */
	ends: number;
	/** Claims of the assertion; absent for a refresh token and a consent. */
	claims?: Record<string, unknown>;
}

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

const keys = generateKeyPairSync('rsa', {
	modulusLength: 2048,
	publicKeyEncoding: { type: 'spki', format: 'pem' },
	privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The key of the local service account, another one in every process. */
export const localPrivateKey: string = keys.privateKey;

export class AccessTokens {
	/** Tokens issued so far, in order. */
	readonly issued: Issued[] = [];
	/** Seconds that a token lives. */
	lifetime = 3600;

	constructor(private readonly clock: Clock) {}

	/** Ends all issued tokens at once, whatever was said about their life. */
	endAll(): void {
		for (const one of this.issued) one.ends = 0;
	}

	/** POST /token and GET /authorize, as the authorization server of the service. */
	routes(app: FastifyInstance): void {
		app.post('/token', async ({ body, headers }) => {
			const form = new URLSearchParams(typeof body === 'string' ? body : undefined);
			switch (form.get('grant_type')) {
				case JWT_BEARER:
					return this.issue(
						this.verified(form.get('assertion') ?? '', `http://${headers.host}/token`),
					);
				case 'authorization_code':
					if (form.get('code') !== 'consent') throw invalidGrant('Malformed auth code.');
					return { ...this.issue(), refresh_token: 'tenfold-local-refresh' };
				case 'refresh_token':
					if (form.get('refresh_token') !== 'tenfold-local-refresh')
						throw invalidGrant('Token has been expired or revoked.');
					return this.issue();
				default:
					throw new Refusal(400, {
						error: 'unsupported_grant_type',
						error_description: 'Invalid grant_type.',
					});
			}
		});
		// Whoever asks is given consent at once.
		app.get<{ Querystring: Record<string, string> }>('/authorize', async ({ query }, reply) => {
			const back = new URL(query.redirect_uri ?? '');
			back.search = new URLSearchParams({ code: 'consent', state: query.state ?? '' }).toString();
			return await reply.redirect(back.href);
		});
	}

	/** @throws Refusal 401 */
	authenticate(authorization: string | undefined): void {
		const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
		if (token === LOCAL_TOKEN) return;
		const known = this.issued.find((one) => one.token === token);
		if (!known || known.ends <= this.clock.now())
			throw rpcRefusal(401, 'Request had invalid authentication credentials.');
	}

	private issue(claims?: Record<string, unknown>): Record<string, unknown> {
		const token = `issued-${randomUUID()}`;
		this.issued.push({
			token,
			ends: this.clock.now() + this.lifetime * 1000,
			...(claims && { claims }),
		});
		return {
			access_token: token,
			expires_in: this.lifetime,
			token_type: 'Bearer',
			...(claims && { scope: claims.scope }),
		};
	}

	/** @throws Refusal in the words of an authorization server */
	private verified(assertion: string, audience: string): Record<string, unknown> {
		const [head = '', claims = '', signature = ''] = assertion.split('.');
		const isSigned = createVerify('RSA-SHA256')
			.update(`${head}.${claims}`)
			.verify(createPublicKey(keys.publicKey), signature, 'base64url');
		if (!isSigned) throw invalidGrant('Invalid JWT Signature.');
		const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
		if (said.iss !== LOCAL_ACCOUNT) throw invalidGrant('Invalid grant: account not found');
		if (said.aud !== audience) throw invalidGrant('Invalid JWT: audience does not match.');
		if (!said.scope)
			throw new Refusal(400, { error: 'invalid_scope', error_description: 'Empty scope.' });
		const now = Date.now() / 1000;
		if (
			Number(said.exp) <= now ||
			Number(said.iat) > now + 60 ||
			Number(said.exp) - Number(said.iat) > 3600
		)
			throw invalidGrant('Invalid JWT: token must be short-lived.');
		return said;
	}
}

const invalidGrant = (text: string): Refusal =>
	new Refusal(400, { error: 'invalid_grant', error_description: text });

/** What the three credential types of such a service take at this address. */
export const localCredentials = (url: string) => ({
	accessToken: { baseUrl: url, accessToken: LOCAL_TOKEN },
	serviceAccount: {
		clientEmail: LOCAL_ACCOUNT,
		privateKey: localPrivateKey,
		subject: '',
		tokenUrl: `${url}/token`,
		baseUrl: url,
		accessToken: '',
		renewAt: '',
		issuedFor: '',
	},
	oAuth2: {
		baseUrl: url,
		grantType: 'authorizationCode',
		authUrl: `${url}/authorize`,
		accessTokenUrl: `${url}/token`,
		clientId: LOCAL_CLIENT.id,
		clientSecret: LOCAL_CLIENT.secret,
	},
});
