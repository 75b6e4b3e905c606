// Authentication: the token of a user, an app and its installations, and anonymous callers.

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { generateRsaKeys, verifyJwt, type RsaKeys } from '../kit/auth';
import type { Clock } from '../kit/clock';
import { apiError, notFound } from './errors';
import { ORGANIZATION, USER } from './responses';

/** Apps and installations have no login. */
export interface Caller {
	kind: 'user' | 'app' | 'installation';
	login?: string;
}

export const LOCAL_TOKEN = 'tenfold-local-token';
export const APP_ID = '12345';
export const INSTALLATION_ID = '7654321';

const TOKEN_LIFETIME_MS = 3_600_000;
const MAX_JWT_S = 600;

let appKeys: RsaKeys | undefined;

export class Callers {
	/** Keys of the app. */
	readonly keys = (appKeys ??= generateRsaKeys('pkcs1'));
	/** Installations of the app. */
	readonly installations = [{ id: Number(INSTALLATION_ID), account: { login: ORGANIZATION } }];
	/** Installation tokens issued so far. */
	readonly issued: Array<{ token: string; expires: number }> = [];

	constructor(private readonly clock: Clock) {}

	/** The caller, or undefined without credentials. @throws HttpError 401 for invalid credentials */
	of({ authorization }: IncomingHttpHeaders): Caller | undefined {
		if (authorization === undefined) return undefined;
		const [, token = ''] = /^(?:token|Bearer) (.+)$/i.exec(authorization) ?? [];
		if (token === LOCAL_TOKEN) return { kind: 'user', login: USER.login };
		const issued = this.issued.find((candidate) => candidate.token === token);
		if (issued && issued.expires > this.clock.now()) return { kind: 'installation' };
		const clockTimestamp = this.clock.now() / 1000;
		const options = { issuer: APP_ID, maxAge: MAX_JWT_S, clockTimestamp };
		if (verifyJwt(token, this.keys.publicKey, options)) return { kind: 'app' };
		throw apiError(401, 'Bad credentials');
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
}
