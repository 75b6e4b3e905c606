import { generateKeyPairSync } from 'node:crypto';
import { parseRsaKey } from '../../../../nodes/engine/credentials/jwt';

const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pkcs8 = key.export({ type: 'pkcs8', format: 'pem' }) as string;
const pkcs1 = key.export({ type: 'pkcs1', format: 'pem' }) as string;
const encryptedPkcs8 = key.export({
	type: 'pkcs8',
	format: 'pem',
	cipher: 'aes-256-cbc',
	passphrase: 'p',
}) as string;
const encryptedPkcs1 = key.export({
	type: 'pkcs1',
	format: 'pem',
	cipher: 'aes-128-cbc',
	passphrase: 'p',
}) as string;
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

test.each([
	['', 'the field is empty'],
	[
		`-----BEGIN OPENSSH PRIVATE KEY-----\nb3Blb\n-----END OPENSSH PRIVATE KEY-----`,
		'OpenSSH format',
	],
	[encryptedPkcs8, 'encrypted with a password'],
	[encryptedPkcs1, 'encrypted with a password'],
	[ellipticCurve.export({ type: 'sec1', format: 'pem' }) as string, 'an EC key'],
	[ellipticCurve.export({ type: 'pkcs8', format: 'pem' }) as string, 'not an RSA key'],
	[publicKey.export({ type: 'spki', format: 'pem' }) as string, 'a public key'],
	[publicKey.export({ type: 'pkcs1', format: 'pem' }) as string, 'a public key'],
	['ssh-rsa AAAAB3NzaC1yc2E anna@laptop', 'a public key'],
	['-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----', 'a certificate'],
	[lines.slice(0, -1).join('\n'), 'the END line is missing'],
	[lines.slice(1).join('\n'), 'not an RSA key'],
	[lines.filter((_, index) => index !== 5).join('\n'), 'damaged'],
	[lines.slice(1, -1).join('\n'), 'does not start with -----BEGIN'],
	['SHA256:uNiVztksCsDhcc0u9e8BrrJXVGDRwOo4XbwJaGrnDEQ=', 'a fingerprint'],
	['16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48', 'a fingerprint'],
	['MD5:16:27:AC:A5:76:28:2D:36:63:1B:56:4D:EB:DF:A6:48', 'a fingerprint'],
	['my-app.2026-01-31.private-key.pem', 'the path of a file'],
	['/home/node/my-app.pem', 'the path of a file'],
	['~/keys/app', 'the path of a file'],
	['C:\\keys\\my-app.pem', 'the path of a file'],
	['{"type": "service_account", "private_key": "x"}', 'JSON'],
	['Iv1.8a61f9b3a7aba766', 'does not start with -----BEGIN'],
])('%j is reported as the wrong format', (text, problem) => {
	const thrown = () => parseRsaKey(text, 'Fix it.');
	expect(thrown).toThrow(/^Private Key in the credential is invalid: .*\. Fix it\.$/);
	expect(thrown).toThrow(problem);
	// The value may be a secret, so the message does not quote it.
	for (const line of text.split('\n').filter((one) => one.length > 4))
		expect(thrown).not.toThrow(line);
});
