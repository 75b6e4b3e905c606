// Who asks: tokens with scopes, apps with signed tokens, installations, or nobody; and how often they may.

import { createVerify, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../kit/clock';
import { apiError } from './errors';
import type { Settings } from './settings';
import { ORGANIZATION, USER } from './store';

export interface Caller {
	/** Undefined for an app and its installations. */
	login?: string;
	scopes: ReadonlySet<string>;
	isApp?: boolean;
	/** Key of its rate limit. */
	quotaKey: string;
}

export const LOCAL_TOKEN = 'tenfold-local-token';
/** A token that may read public things alone. */
export const UNSCOPED_TOKEN = 'tenfold-poor-token';
const ALL_SCOPES = ['repo', 'admin:org', 'read:org', 'admin:enterprise', 'notifications', 'user'];
export const APP_ID = '12345';
export const INSTALLATION_ID = '7654321';

/** Keys of the app; making them takes a while, so a process makes them once. */
const appKeys = (): { privateKey: string; publicKey: string } =>
	(appKeyPair ??= generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
	}));
let appKeyPair: { privateKey: string; publicKey: string } | undefined;

interface Quota {
	remaining: number;
	limit: number;
	resetsAt: number;
}

export class Callers {
	readonly privateKey: string;
	/** Installations of the app; the first one is there from the beginning. */
	readonly installations = [{ id: Number(INSTALLATION_ID), account: { login: ORGANIZATION } }];
	/** Installation tokens that were handed out. */
	readonly issued: Array<{ token: string; expires: number }> = [];
	private readonly publicKey: string;
	private readonly tokens = new Map<string, Caller>();
	private readonly quotas = new Map<string, Quota>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {
		this.privateKey = appKeys().privateKey;
		this.publicKey = appKeys().publicKey;
		this.addToken(LOCAL_TOKEN, ALL_SCOPES);
		this.addToken(UNSCOPED_TOKEN, []);
	}

	addToken(token: string, scopes: readonly string[], login: string = USER.login): void {
		this.tokens.set(token, { login, scopes: new Set(scopes), quotaKey: token });
	}

	/** @throws Refusal 401 for a credential that is none */
	of({ authorization }: IncomingHttpHeaders): Caller | undefined {
		if (authorization === undefined) return undefined;
		const [, token] = /^(?:token|Bearer) (.+)$/i.exec(authorization) ?? [];
		const known =
			token === undefined
				? undefined
				: (this.tokens.get(token) ?? this.installation(token) ?? this.app(token));
		if (!known) throw apiError(401, 'Bad credentials');
		return known;
	}

	/** A new token of an installation. @throws Refusal 404 */
	issue(id: string): { token: string; expires_at: string } {
		if (!this.installations.some((one) => String(one.id) === id)) throw apiError(404, 'Not Found');
		const expires = this.clock.now() + this.settings.installationTokenMs;
		const token = `ghs_${randomUUID()}`;
		this.issued.push({ token, expires });
		return { token, expires_at: new Date(expires).toISOString() };
	}

	private installation(token: string): Caller | undefined {
		const found = this.issued.find((one) => one.token === token);
		return found && found.expires > this.clock.now()
			? { scopes: new Set(['repo', 'admin:org', 'read:org']), quotaKey: 'installation' }
			: undefined;
	}

	/** An app's signed token: RS256, ten minutes at the most. */
	private app(token: string): Caller | undefined {
		const [head, body, signature] = token.split('.');
		if (!head || !body || !signature) return undefined;
		const { iss, iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString()) as {
			iss: string;
			iat: number;
			exp: number;
		};
		const now = this.clock.now() / 1000;
		const isGood = createVerify('RSA-SHA256')
			.update(`${head}.${body}`)
			.verify(this.publicKey, signature, 'base64url');
		return isGood && String(iss) === APP_ID && iat <= now && exp > now && exp - iat <= 600
			? { scopes: new Set(), isApp: true, quotaKey: 'app' }
			: undefined;
	}

	private quota(caller: Caller | undefined): Quota {
		const key = caller?.quotaKey ?? 'anonymous';
		const now = this.clock.now();
		const limit = caller ? this.settings.rateLimit : this.settings.anonymousRateLimit;
		const known = this.quotas.get(key);
		if (known && known.resetsAt > now && known.limit === limit) return known;
		const fresh = { left: limit, limit, resets: Math.ceil(now / 1000) * 1000 + 3_600_000 };
		this.quotas.set(key, fresh);
		return fresh;
	}

	/** Takes one request off the limit; answers the headers that say what is left. @throws Refusal 403 where nothing is */
	spend(caller: Caller | undefined): Record<string, string> {
		const purse = this.quota(caller);
		if (purse.remaining <= 0) throw apiError(403, 'API rate limit exceeded', this.headers(caller));
		purse.remaining -= 1;
		return this.headers(caller);
	}

	/** An unchanged answer costs nothing. */
	refund(caller: Caller | undefined): Record<string, string> {
		this.quota(caller).remaining += 1;
		return this.headers(caller);
	}

	headers(caller: Caller | undefined): Record<string, string> {
		const { remaining, limit, resetsAt } = this.quota(caller);
		return {
			'x-ratelimit-limit': String(limit),
			'x-ratelimit-remaining': String(remaining),
			'x-ratelimit-used': String(limit - remaining),
			'x-ratelimit-reset': String(Math.ceil(resetsAt / 1000)),
		};
	}
}
