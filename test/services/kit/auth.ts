// Bearer tokens and signed JSON Web Tokens (JWT).

import { verify, type JwtPayload, type VerifyOptions } from 'jsonwebtoken';
import { generateKeyPairSync } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** The token of an `Authorization: Bearer` header. */
export const bearerToken = (authorization: string | undefined): string | undefined =>
	/^Bearer (.+)$/.exec(authorization ?? '')?.[1];

/** The origin that the client requested, possibly through a proxy. */
export const originOf = (headers: IncomingHttpHeaders): string =>
	`${String(headers['x-forwarded-proto'] ?? 'http')}://${headers.host}`;

export interface RsaKeys {
	publicKey: string;
	privateKey: string;
}

type PrivateKeyType = 'pkcs1' | 'pkcs8';

const keysSymbol = Symbol.for('n8n-nodes-tenfold.rsaKeys');
const stored = globalThis as { [keysSymbol]?: Map<PrivateKeyType, RsaKeys> };

/**
 * Key generation is slow, so keys are generated only once per process, even if each test file loads
 * this module again.
 */
export function generateRsaKeys(privateKeyType: PrivateKeyType = 'pkcs8'): RsaKeys {
	const known = (stored[keysSymbol] ??= new Map());
	const keys =
		known.get(privateKeyType) ??
		generateKeyPairSync('rsa', {
			modulusLength: 2048,
			publicKeyEncoding: { type: 'spki', format: 'pem' },
			privateKeyEncoding: { type: privateKeyType, format: 'pem' },
		});
	known.set(privateKeyType, keys);
	return keys;
}

/** The claims of an RS256 token, or undefined if it is not valid. */
export function verifyJwt(
	token: string,
	publicKey: string,
	options: VerifyOptions,
): JwtPayload | undefined {
	try {
		return verify(token, publicKey, { ...options, algorithms: ['RS256'] }) as JwtPayload;
	} catch {
		return undefined;
	}
}
