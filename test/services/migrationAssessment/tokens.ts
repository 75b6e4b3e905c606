// Who may come in: a token that stands, and tokens fetched with the signed assertion of a service account.
import {
	createPublicKey,
	createVerify,
	generateKeyPairSync,
	randomUUID,
	type KeyPairSyncResult,
} from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../kit/httpError';
import { apiError } from './errors';
import type { Settings } from './settings';

export const LOCAL_TOKEN = 'tenfold-local-token';
export const ACCOUNT = 'robot@tenfold-local.iam.example.com';

export class Tokens {
	/** Token to the requests it is still good for. */
	private readonly remainingRequests = new Map<string, number>([[LOCAL_TOKEN, Infinity]]);
	private pair: KeyPairSyncResult<string, string> | undefined;
	/** Tokens fetched so far. */
	issued = 0;

	constructor(private readonly settings: Settings) {}

	/** Made when it is asked for, as that takes a while. */
	private get keys(): KeyPairSyncResult<string, string> {
		return (this.pair ??= generateKeyPairSync('rsa', {
			modulusLength: 2048,
			publicKeyEncoding: { type: 'spki', format: 'pem' },
			privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
		}));
	}

	get privateKey(): string {
		return this.keys.privateKey;
	}

	/** @throws Refusal for a token that is missing, unknown or used up */
	check(authorization: unknown): void {
		const token = /^Bearer (.+)$/.exec(String(authorization))?.[1] ?? '';
		const left = this.remainingRequests.get(token) ?? 0;
		if (left <= 0)
			throw apiError('UNAUTHENTICATED', 'Request had invalid authentication credentials.');
		this.remainingRequests.set(token, left - 1);
	}

	/** POST /token: an assertion for a token (RFC 7523). */
	routes(app: FastifyInstance): void {
		app.post('/token', async ({ body, url: path, headers }) => {
			const form = new URLSearchParams(String(body));
			const assertion = form.get('assertion') ?? '';
			const [head = '', claims = '', signature = ''] = assertion.split('.');
			const isSigned = createVerify('RSA-SHA256')
				.update(`${head}.${claims}`)
				.verify(createPublicKey(this.keys.publicKey), signature, 'base64url');
			const { iss, aud } = isSigned
				? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
						iss?: string;
						aud?: string;
					})
				: {};
			if (!isSigned || iss !== ACCOUNT || aud !== `http://${headers.host}${path}`)
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
