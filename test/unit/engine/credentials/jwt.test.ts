import { generateKeyPairSync } from 'node:crypto';
import { parseRsaKey } from '../../../../nodes/engine/credentials/jwt';

const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pkcs8 = key.export({ type: 'pkcs8', format: 'pem' }) as string;
const pkcs1 = key.export({ type: 'pkcs1', format: 'pem' }) as string;
const encrypted = (type: 'pkcs1' | 'pkcs8', cipher: string): string =>
	key.export({ type, format: 'pem', cipher, passphrase: 'p' }) as string;
const ellipticCurve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;

test.each([
	['PKCS#1', pkcs1],
	['PKCS#8', pkcs8],
	['with Windows line breaks', pkcs1.replace(/\n/g, '\r\n')],
	['with \\n instead of line breaks', pkcs8.replace(/\n/g, '\\n')],
	['on one line', pkcs1.replace(/\n/g, ' ')],
	['in quotation marks', JSON.stringify(pkcs8)],
	['after a comment', `Bag Attributes\n${pkcs8}`],
])('a private key in the format %s is accepted', (_, text) =>
	expect(parseRsaKey(text, 'Fix it.').equals(key)).toBe(true),
);

const lines = pkcs1.trim().split('\n');

test.each<[text: string, problem?: string]>([
	[''],
	[`-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb\n-----END OPENSSH PRIVATE KEY-----`],
	[ellipticCurve.export({ type: 'pkcs8', format: 'pem' }) as string],
	[publicKey.export({ type: 'spki', format: 'pem' }) as string],
	[lines.slice(0, -1).join('\n')],
	[lines.filter((_, index) => index !== 5).join('\n')],
	['{"type": "service_account", "private_key": "x"}'],
	[encrypted('pkcs8', 'aes-256-cbc'), 'it is encrypted with a password'],
	[encrypted('pkcs1', 'aes-128-cbc'), 'it is encrypted with a password'],
])('%j is reported as the wrong format', (text, problem = 'it is not an RSA key in PEM format') => {
	const thrown = () => parseRsaKey(text, 'Fix it.');
	expect(thrown).toThrow(/^Private Key in the credential is invalid: .*\. Fix it\.$/);
	expect(thrown).toThrow(problem);
	// The value may be a secret, so the message does not quote it.
	for (const line of text.split('\n').filter((one) => one.length > 4))
		expect(thrown).not.toThrow(line);
});
