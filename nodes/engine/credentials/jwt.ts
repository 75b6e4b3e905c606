/** Signed JSON Web Tokens (RS256), used by service accounts and apps. */
import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';

/**
 * Parses an RSA private key in PEM format (PKCS#1 or PKCS#8). Line breaks may be missing or written
 * as `\n`.
 * @param fix what to do about an invalid key
 * @throws Error with a message that names what was entered instead of a key, without quoting it
 */
export function parseRsaKey(text: string, fix: string): KeyObject {
	const key = rsaKeyIn(text);
	if (key) return key;
	throw new Error(`Private Key in the credential is invalid: ${keyProblem(text.trim())}. ${fix}`);
}

function rsaKeyIn(text: string): KeyObject | undefined {
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

/** Texts that are entered instead of a private key. The first match applies. */
const mistakes: ReadonlyArray<readonly [RegExp, string]> = [
	[/^$/, 'the field is empty'],
	[/-----BEGIN OPENSSH PRIVATE KEY-----/, 'it is in OpenSSH format instead of PEM'],
	[
		/-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/,
		'it is encrypted with a password',
	],
	[/-----BEGIN EC PRIVATE KEY-----/, 'it is an EC key instead of an RSA key'],
	[/-----BEGIN [A-Z ]*PUBLIC KEY-----|^ssh-\S+ /, 'it is a public key'],
	[/-----BEGIN CERTIFICATE-----/, 'it is a certificate'],
	[/-----BEGIN [A-Z ]*PRIVATE KEY-----(?![\s\S]*-----END)/, 'the END line is missing'],
	[/-----END [A-Z ]*PRIVATE KEY-----/, 'it is damaged or not an RSA key'],
	[/^(?:SHA256:\S+|(?:MD5:)?(?:[\da-f]{2}:){7,}[\da-f]{2})$/i, 'it is a fingerprint of a key'],
	[/^\{/, 'it is JSON'],
	[/^\S+\.(?:pem|key|json|p12)$|^(?:[A-Z]:)?[\\/~][^\s]*[\\/]/i, 'it is the path of a file'],
];

const keyProblem = (text: string): string =>
	mistakes.find(([pattern]) => pattern.test(text))?.[1] ?? 'it does not start with -----BEGIN';

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
