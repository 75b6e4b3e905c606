// Authentication (tokens with scopes, apps and their installations, anonymous callers) and rate
// limits.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { generateRsaKeys, verifyJwt, type RsaKeys } from '../kit/auth';
import type { Clock } from '../kit/clock';
import { apiError, notFound } from './errors';
import { ORGANIZATION, USER } from './world';

export interface Caller {
	/** Undefined for apps and installations. */
	login?: string;
	scopes: ReadonlySet<string>;
	isApp?: boolean;
	isInstallation?: boolean;
	/** Callers with the same key share a rate limit. */
	quotaKey: string;
}

export const LOCAL_TOKEN = 'tenfold-local-token';
/** A token without scopes, which can only read public data. */
export const UNSCOPED_TOKEN = 'tenfold-unscoped-token';
const ALL_SCOPES = [
	'repo',
	'security_events',
	'gist',
	'admin:org',
	'admin:org_hook',
	'read:org',
	'admin:enterprise',
	'notifications',
	'user',
];
export const APP_ID = '12345';
export const INSTALLATION_ID = '7654321';

/** Never reached. */
const HOURLY_LIMIT = 100_000;
const TOKEN_LIFETIME_MS = 3_600_000;

let appKeys: RsaKeys | undefined;

export class Callers {
	/** Keys of the app. */
	readonly keys = (appKeys ??= generateRsaKeys('pkcs1'));
	/** Installations of the app. */
	readonly installations = [{ id: Number(INSTALLATION_ID), account: { login: ORGANIZATION } }];
	/** Installation tokens issued so far. */
	readonly issued: Array<{ token: string; expires: number }> = [];
	private readonly tokens = new Map<string, Caller>();
	/** Number of requests by caller and hour. */
	private readonly used = new Map<string, number>();

	constructor(private readonly clock: Clock) {
		this.addToken(LOCAL_TOKEN, ALL_SCOPES);
		this.addToken(UNSCOPED_TOKEN, []);
	}

	private addToken(token: string, scopes: readonly string[]): void {
		this.tokens.set(token, { login: USER.login, scopes: new Set(scopes), quotaKey: token });
	}

	/** The caller, or undefined without credentials. @throws HttpError 401 for invalid credentials */
	of({ authorization }: IncomingHttpHeaders): Caller | undefined {
		if (authorization === undefined) return undefined;
		const [, token] = /^(?:token|Bearer) (.+)$/i.exec(authorization) ?? [];
		const caller =
			token === undefined
				? undefined
				: (this.tokens.get(token) ?? this.installation(token) ?? this.app(token));
		if (!caller) throw apiError(401, 'Bad credentials');
		return caller;
	}

	/** Issues an installation token. @throws HttpError 404 */
	issue(id: string): { token: string; expires_at: string } {
		if (!this.installations.some((installation) => String(installation.id) === id))
			throw notFound();
		const expires = this.clock.now() + TOKEN_LIFETIME_MS;
		const token = `ghs_${randomUUID()}`;
		this.issued.push({ token, expires });
		return { token, expires_at: new Date(expires).toISOString() };
	}

	private installation(token: string): Caller | undefined {
		const found = this.issued.find((candidate) => candidate.token === token);
		return found && found.expires > this.clock.now()
			? {
					isInstallation: true,
					scopes: new Set(['repo', 'admin:org', 'admin:org_hook', 'read:org']),
					quotaKey: 'installation',
				}
			: undefined;
	}

	/** An app authenticates with a JWT that is valid for at most 10 minutes. */
	private app(token: string): Caller | undefined {
		const claims = verifyJwt(token, this.keys.publicKey);
		if (!claims) return undefined;
		const { iss, iat, exp } = claims as { iss: string; iat: number; exp: number };
		const now = this.clock.now() / 1000;
		return String(iss) === APP_ID && iat <= now && exp > now && exp - iat <= 600
			? { scopes: new Set(), isApp: true, quotaKey: 'app' }
			: undefined;
	}

	/** Counts a request, or with -1, undoes the counting. Returns the rate limit headers. */
	spend(caller: Caller | undefined, count = 1): Record<string, string> {
		const hour = Math.floor(this.clock.now() / 3_600_000);
		const key = `${caller?.quotaKey ?? 'anonymous'} ${hour}`;
		const used = (this.used.get(key) ?? 0) + count;
		this.used.set(key, used);
		return {
			'x-ratelimit-limit': String(HOURLY_LIMIT),
			'x-ratelimit-remaining': String(HOURLY_LIMIT - used),
			'x-ratelimit-used': String(used),
			'x-ratelimit-reset': String((hour + 1) * 3600),
		};
	}

	/** The rate limit headers. */
	headers(caller: Caller | undefined): Record<string, string> {
		return this.spend(caller, 0);
	}
}
