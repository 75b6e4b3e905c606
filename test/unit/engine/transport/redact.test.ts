import fc from 'fast-check';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/transport/redact';

/** Secrets of any letters but those of the mark that stands in their place. */
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

const encodedOnce = (secret: string): string[] => [secret, encodeURIComponent(secret)];

describe('the secrets of a credential', () => {
	it('do not survive in any text, plain or percent-encoded, however many there are and however they overlap', () => {
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
							typeof part === 'string' ? part : all.flatMap(encodedOnce)[part % (2 * all.length)],
						)
						.join('');
					const clean = createRedactor(collectSecrets(credential))(text);
					for (const form of all.flatMap(encodedOnce)) expect(clean).not.toContain(form);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('that hold one another are replaced as a whole, the longest first', () => {
		const scrub = createRedactor(
			collectSecrets({ token: 'ABCD', nested: { longerToken: 'ABCD-EFGH' } }),
		);
		expect(scrub('at ABCD-EFGH and ABCD, ABCDABCD')).toBe(
			'at [secret] and [secret], [secret][secret]',
		);
	});

	it('are told by the names of their fields, at any depth', () => {
		const credential = {
			apiKey: 'K-1234',
			baseUrl: 'https://x.test',
			user: 'jo@x.test',
			oauth: { access_token: 'T-1234', scope: 'read' },
			list: [{ password: 'P-1234' }],
		};
		expect(collectSecrets(credential).sort()).toEqual(['K-1234', 'P-1234', 'T-1234']);
	});

	it('are no addresses, no numbers and no scraps of text', () => {
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
});

it('a text without a secret stays as it is', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (text) => {
			fc.pre(!text.includes('sk-very-secret'));
			expect(createRedactor(['sk-very-secret'])(text)).toBe(text);
		}),
	);
	expect(createRedactor([])('anything')).toBe('anything');
});
