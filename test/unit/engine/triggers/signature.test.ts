import { isSigned, signatureOf } from '../../../../nodes/engine/triggers/signature';

const secrets = ['a client secret', 'the previous secret'] as const;

test.each(['base64', 'hex'] as const)(
	'a body is accepted if it was signed with one of the secrets, in %s',
	(encoding) => {
		const body = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
		const signatures = secrets.map((secret) => signatureOf(body, secret, encoding));
		expect(isSigned(body, signatures[1], [secrets[0]], encoding)).toBe(false);
		for (const signature of signatures)
			expect(isSigned(body, signature, secrets, encoding)).toBe(true);
	},
);

test('signatures are encoded HMAC-SHA256 with a prefix', () => {
	// RFC 4231, test case 2.
	expect(signatureOf(Buffer.from('what do ya want for nothing?'), 'Jefe', 'hex')).toBe(
		'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
	);
});

test('a header of another length, in another spelling, or that is not text is rejected', () => {
	const body = Buffer.from('{}');
	const signature = signatureOf(body, 'key', 'hex');
	for (const header of [
		signature.slice(0, -1),
		`${signature} `,
		signature.slice('sha256='.length),
		signature.toUpperCase(),
		'',
		[signature],
		undefined,
	])
		expect(isSigned(body, header, ['key'], 'hex')).toBe(false);
});

test('without a secret, no signature is accepted', () => {
	const body = Buffer.from('{}');
	for (const emptySecrets of [[], [''], ['', '']])
		expect(isSigned(body, signatureOf(body, '', 'hex'), emptySecrets, 'hex')).toBe(false);
});
