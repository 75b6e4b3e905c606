import { createHmac } from 'node:crypto';
import { isSigned, signatureOf } from '../../../nodes/FinanceData/signature';
import { seededIntegers as draws } from '../../services/kit/random';

const secrets = ['a client secret', 'the secret before'] as const;

test('any bytes that were signed are taken, with the one secret, and with either of two', () => {
	const draw = draws(7);
	for (let count = 0; count < 1000; count++) {
		const body = Buffer.from(Array.from({ length: draw(64) }, () => draw(256)));
		expect(isSigned(body, signatureOf(body, secrets[0]), [secrets[0]])).toBe(true);
		expect(isSigned(body, signatureOf(body, secrets[1]), [secrets[0]])).toBe(false);
		expect(isSigned(body, signatureOf(body, secrets[count % 2]!), secrets)).toBe(true);
	}
});

test('the service’s own way of signing is the one that is checked', () => {
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

test('without a secret nothing is taken, however it is signed', () => {
	const body = Buffer.from('{}');
	for (const given of [[], [''], ['', '']])
		expect(isSigned(body, signatureOf(body, ''), given)).toBe(false);
});
