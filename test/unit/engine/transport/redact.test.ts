import fc from 'fast-check';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/transport/redact';

/** Secrets without the letters of the placeholder `[secret]`. */
const secrets = fc
	.array(fc.constantFrom(...'ABCXYZ019+/=%&?# .:@äß😀'), { minLength: 4, maxLength: 24 })
	.map((all) => all.join(''));
const secretKeys = fc.constantFrom(
	'apiKey',
	'api_key',
	'clientSecret',
	'accessToken',
	'password',
	'assertion',
	'refresh_token',
	'PRIVATE KEY',
);

const plainAndEncoded = (secret: string): string[] => [secret, encodeURIComponent(secret)];

describe('createRedactor', () => {
	it('removes all secrets, plain or percent-encoded, even if they overlap', () => {
		const credentials = fc.dictionary(
			fc.tuple(secretKeys, fc.nat(99)).map(([key, number]) => `${key}${number}`),
			secrets,
			{ minKeys: 1, maxKeys: 5 },
		);
		fc.assert(
			fc.property(
				credentials,
				fc.array(fc.oneof(fc.nat(), fc.string()), { maxLength: 12 }),
				(credential, pattern) => {
					const all = Object.values(credential);
					const text = pattern
						.map((part) =>
							typeof part === 'string'
								? part
								: all.flatMap(plainAndEncoded)[part % (2 * all.length)],
						)
						.join('');
					const redacted = createRedactor(collectSecrets(credential))(text);
					for (const form of all.flatMap(plainAndEncoded)) expect(redacted).not.toContain(form);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('replaces the longest secret first if one contains another', () => {
		const redact = createRedactor(
			collectSecrets({ token: 'ABCD', nested: { longerToken: 'ABCD-EFGH' } }),
		);
		expect(redact('at ABCD-EFGH and ABCD, ABCDABCD')).toBe(
			'at [secret] and [secret], [secret][secret]',
		);
	});

	it('does not change a string without a secret', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				fc.pre(!text.includes('sk-very-secret'));
				expect(createRedactor(['sk-very-secret'])(text)).toBe(text);
			}),
		);
		expect(createRedactor([])('anything')).toBe('anything');
	});

	it('removes base64-encoded secrets at any offset of the encoded text', () => {
		const redact = createRedactor(collectSecrets({ clientSecret: 'tenfold-client-secret' }));
		for (const prefix of ['', 'a', 'ab', 'client:']) {
			const encoded = Buffer.from(`${prefix}tenfold-client-secret:more`).toString('base64');
			expect(
				Buffer.from(redact(encoded).replace('[secret]', ''), 'base64').toString('latin1'),
			).not.toMatch(/client-secret/);
			expect(redact(encoded)).toContain('[secret]');
		}
	});
});

describe('collectSecrets', () => {
	it('finds secrets by the names of their fields, at any depth', () => {
		const credential = {
			apiKey: 'K-1234',
			baseUrl: 'https://x.test',
			user: 'jo@x.test',
			oauth: { access_token: 'T-1234', scope: 'read' },
			list: [{ password: 'P-1234' }],
		};
		expect(collectSecrets(credential).sort()).toEqual(['K-1234', 'P-1234', 'T-1234']);
	});

	it('ignores URLs, numbers and short strings', () => {
		expect(
			collectSecrets({
				accessTokenUrl: 'https://x.test/token',
				token: 12345678,
				password: 'abc',
				key: '',
				secret: null,
				other: undefined,
			}),
		).toEqual([]);
		expect(collectSecrets({ password: 'abcd' })).toEqual(['abcd']);
		expect([collectSecrets(undefined), collectSecrets('loose text'), collectSecrets(null)]).toEqual(
			[[], [], []],
		);
	});

	it('finds secrets inside lists and objects with a secret name', () =>
		expect(
			collectSecrets({ tokens: ['ABCD-1'], oauthTokenData: { value: 'EFGH-2' } }).sort(),
		).toEqual(['ABCD-1', 'EFGH-2']));

	it('ignores the other properties of an OAuth2 token', () => {
		const oauthTokenData = {
			access_token: 'T-1234',
			token_type: 'Bearer',
			scope: 'read activity:read_all',
			expires_in: 3600,
			state: 'open',
		};
		expect(
			createRedactor(collectSecrets({ oauthTokenData }))('read by Bearer of T-1234, open'),
		).toBe('read by Bearer of [secret], open');
	});
});
