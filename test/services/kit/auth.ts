// Bearer tokens and signed JSON Web Tokens (JWT).

import { createVerify, generateKeyPairSync } from 'node:crypto';
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

/** Key generation is slow, so generate keys only once per process. */
export const generateRsaKeys = (privateKeyType: 'pkcs1' | 'pkcs8' = 'pkcs8'): RsaKeys =>
	generateKeyPairSync('rsa', {
		modulusLength: 2048,
		publicKeyEncoding: { type: 'spki', format: 'pem' },
		privateKeyEncoding: { type: privateKeyType, format: 'pem' },
	});

/** The claims of an RS256 token, or undefined if the signature is invalid. */
export function verifyJwt(token: string, publicKey: string): Record<string, unknown> | undefined {
	const [header = '', claims = '', signature = ''] = token.split('.');
	const isValid = createVerify('RSA-SHA256')
		.update(`${header}.${claims}`)
		.verify(publicKey, signature, 'base64url');
	return isValid
		? (JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>)
		: undefined;
}
