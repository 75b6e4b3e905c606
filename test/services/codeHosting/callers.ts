// Authentication (tokens with scopes, apps and their installations, anonymous callers) and rate
// limits.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { generateRsaKeys, verifyJwt, type RsaKeys } from '../kit/auth';
import type { Clock } from '../kit/clock';
import { apiError, notFound } from './errors';
import type { Settings } from './settings';
import { ORGANIZATION, USER } from './store';

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
	'admin:org',
	'admin:org_hook',
	'read:org',
	'admin:enterprise',
	'notifications',
	'user',
];
export const APP_ID = '12345';
export const INSTALLATION_ID = '7654321';

const notForApps = [
	/^\w+ \/(?:user|notifications|enterprises)\b/,
	/^\w+ \/repos\/[^/]+\/[^/]+\/(?:notifications|subscription)\b/,
	/^GET \/users\/[^/]+\/events\/orgs\//,
	/^GET .*\/timing\b/,
	/^POST .*\/pending_deployments\b/,
	/^PUT .*\/update-branch\b/,
	/^POST .*\/pulls\/\d+\/comments\/\d+\/replies\b/,
];

let appKeys: RsaKeys | undefined;

interface Quota {
	remaining: number;
	limit: number;
	resetsAt: number;
}

export class Callers {
	/** Keys of the app. */
	readonly keys = (appKeys ??= generateRsaKeys('pkcs1'));
	/** Installations of the app. */
	readonly installations = [{ id: Number(INSTALLATION_ID), account: { login: ORGANIZATION } }];
	/** Installation tokens issued so far. */
	readonly issued: Array<{ token: string; expires: number }> = [];
	private readonly tokens = new Map<string, Caller>();
	private readonly quotas = new Map<string, Quota>();

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {
		this.addToken(LOCAL_TOKEN, ALL_SCOPES);
		this.addToken(UNSCOPED_TOKEN, []);
	}

	addToken(token: string, scopes: readonly string[], login: string = USER.login): void {
		this.tokens.set(token, { login, scopes: new Set(scopes), quotaKey: token });
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

	/**
	 * Rejects requests of installations to endpoints that the public API description does not enable
	 * for apps.
	 * @throws HttpError 403
	 */
	requireUser(caller: Caller | undefined, method: string, url: string): void {
		if (caller?.isInstallation && notForApps.some((pattern) => pattern.test(`${method} ${url}`)))
			throw apiError(403, 'Resource not accessible by integration');
	}

	/** Issues an installation token. @throws HttpError 404 */
	issue(id: string): { token: string; expires_at: string } {
		if (!this.installations.some((installation) => String(installation.id) === id))
			throw notFound();
		const expires = this.clock.now() + this.settings.installationTokenMs;
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

	private quota(caller: Caller | undefined): Quota {
		const key = caller?.quotaKey ?? 'anonymous';
		const now = this.clock.now();
		const limit = caller ? this.settings.rateLimit : this.settings.anonymousRateLimit;
		const current = this.quotas.get(key);
		if (current && current.resetsAt > now && current.limit === limit) return current;
		const quota = {
			remaining: limit,
			limit,
			resetsAt: Math.ceil(now / 1000) * 1000 + 3_600_000,
		};
		this.quotas.set(key, quota);
		return quota;
	}

	/**
	 * Counts a request and returns the rate limit headers.
	 * @throws HttpError 403 if the limit is reached
	 */
	spend(caller: Caller | undefined): Record<string, string> {
		const quota = this.quota(caller);
		if (quota.remaining <= 0) throw apiError(403, 'API rate limit exceeded', this.headers(caller));
		quota.remaining -= 1;
		return this.headers(caller);
	}

	/** Undoes the counting of a request whose response is 304. */
	refund(caller: Caller | undefined): Record<string, string> {
		this.quota(caller).remaining += 1;
		return this.headers(caller);
	}

	/** The rate limit headers. */
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
