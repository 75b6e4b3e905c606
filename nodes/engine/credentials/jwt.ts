/** Signed JSON Web Tokens (RS256), used by service accounts and apps. */
import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';

/** A private key as it stands in its file, in a form field that lost its line breaks, or with `\n` in place of them; undefined for anything else. */
export function parseRsaKey(text: string): KeyObject | undefined {
	const [, kind, body] =
		/-----BEGIN ([A-Z ]*PRIVATE KEY)-----(.+)-----END \1-----/s.exec(text.replace(/\\n/g, '\n')) ??
		[];
	const lines = body?.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
	try {
		const key = createPrivateKey(
			[`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`].join('\n'),
		);
		return key.asymmetricKeyType === 'rsa' ? key : undefined;
	} catch {
		return undefined;
	}
}

/** @param claims times in seconds since 1970 */
export function signJwt(claims: object, key: KeyObject): string {
	const content = [{ alg: 'RS256', typ: 'JWT' }, claims]
		.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
		.join('.');
	return `${content}.${createSign('RSA-SHA256').update(content).sign(key, 'base64url')}`;
}
