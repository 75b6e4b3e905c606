/** Signed JSON Web Tokens (RS256), used by service accounts and apps. */
import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { readSafely } from '../describe';

/**
 * Parses an RSA private key in PEM format (PKCS#1 or PKCS#8). Line breaks may be missing or written
 * as `\n`.
 * @param fix what to do about an invalid key
 * @throws Error without the text, which may be a secret
 */
export function parseRsaKey(text: string, fix: string): KeyObject {
	const key = rsaKeyIn(text);
	if (key) return key;
	const problem = text.includes('ENCRYPTED')
		? 'it is encrypted with a password'
		: 'it is not an RSA key in PEM format';
	throw new Error(`Private Key in the credential is invalid: ${problem}. ${fix}`);
}

function rsaKeyIn(text: string): KeyObject | undefined {
	const [, kind, body] =
		/-----BEGIN ([A-Z ]*PRIVATE KEY)-----(.+)-----END \1-----/s.exec(text.replace(/\\n/g, '\n')) ??
		[];
	const lines = body?.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
	const pem = [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join('\n');
	const key = readSafely(() => createPrivateKey(pem));
	return key?.asymmetricKeyType === 'rsa' ? key : undefined;
}

/**
 * Signs a JSON Web Token with RS256.
 * @param claims claims, with times as Unix time in seconds
 */
export function signJwt(claims: object, key: KeyObject): string {
	const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
	return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}
