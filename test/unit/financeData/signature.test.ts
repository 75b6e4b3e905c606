import { createHmac } from 'node:crypto';
import { isSigned, signatureOf } from '../../../nodes/FinanceData/signature';
import { seededIntegers } from '../../services/kit/random';

const secrets = ['a client secret', 'the previous secret'] as const;

test('any body is accepted if it was signed with one of the secrets', () => {
	const random = seededIntegers(7);
	for (let count = 0; count < 1000; count++) {
		const body = Buffer.from(Array.from({ length: random(64) }, () => random(256)));
		expect(isSigned(body, signatureOf(body, secrets[0]), [secrets[0]])).toBe(true);
		expect(isSigned(body, signatureOf(body, secrets[1]), [secrets[0]])).toBe(false);
		expect(isSigned(body, signatureOf(body, secrets[count % 2]!), secrets)).toBe(true);
	}
});

test('signatures are Base64-encoded HMAC-SHA256 with a prefix', () => {
	expect(signatureOf(Buffer.from('{"a":1}'), 'key')).toBe(
		`sha256=${createHmac('sha256', 'key').update('{"a":1}').digest('base64')}`,
	);
	// RFC 4231, test case 2.
	expect(
		Buffer.from(
			signatureOf(Buffer.from('what do ya want for nothing?'), 'Jefe').slice(7),
			'base64',
		).toString('hex'),
	).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});

test('without a secret, no signature is accepted', () => {
	const body = Buffer.from('{}');
	for (const emptySecrets of [[], [''], ['', '']])
		expect(isSigned(body, signatureOf(body, ''), emptySecrets)).toBe(false);
});
