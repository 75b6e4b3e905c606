import fc from 'fast-check';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/errors/redact';
import { checkTimeLimit } from '../kit';

/** Secrets without the letters of the placeholder `[secret]`. */
const secrets = fc
	.array(fc.constantFrom(...'ABCXYZ019+/=%&?# .:@!*()~äß😀'), { minLength: 6, maxLength: 24 })
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

const lowerCase = (encoded: string): string =>
	encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

/** The forms in which services echo a secret. */
const allForms = (secret: string): string[] => {
	const encoded = encodeURIComponent(secret);
	const hex = Buffer.from(secret).toString('hex');
	return [
		secret,
		encoded,
		lowerCase(encoded),
		encodeURIComponent(encoded),
		encodeURIComponent(lowerCase(encoded)),
		hex,
		hex.toUpperCase(),
		JSON.stringify(secret).slice(1, -1),
		JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
		new URLSearchParams([['', secret]]).toString().slice(1),
		encoded.replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
	];
};

describe('createRedactor', () => {
	it('removes all secrets in all encodings, even if they overlap', () => {
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
							typeof part === 'string' ? part : all.flatMap(allForms)[part % (11 * all.length)],
						)
						.join('');
					const redacted = createRedactor(collectSecrets(credential))(text);
					for (const form of all.flatMap(allForms)) expect(redacted).not.toContain(form);
				},
			),
			{ numRuns: 200 },
		);
	});

	it('ignores secrets that are shorter than six characters', () => {
		const redact = createRedactor(collectSecrets({ password: 'wrong', key: '', token: 'secret' }));
		expect(redact('The token is wrong: secret')).toBe('The token is wrong: [secret]');
	});

	it.each(['a<b&c/ß😀', 'a\nb"c\\d', "tab\t'x'"])(
		'removes %j from JSON with escaped characters, as Go, PHP and Python write it',
		(secret) => {
			const redact = createRedactor(collectSecrets({ apiKey: secret }));
			const escaped = Array.from(secret, (character) =>
				/[\w ]/.test(character)
					? character
					: character
							.split('')
							.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
							.join(''),
			).join('');
			expect(JSON.parse(`"${escaped}"`)).toBe(secret);
			expect(redact(`{"sent":"${escaped}"}`)).toBe('{"sent":"[secret]"}');
		},
	);

	it.each(['\\', '"', '%', '%25', '&amp;', ' '])(
		'needs little time for a secret and a text that repeat %j',
		(part) => {
			const redact = createRedactor([`${part.repeat(40)}x`]);
			const text = part.repeat(2000);
			expect(redact(text)).toBe(text);
		},
	);

	it('removes a secret of 3 MB in any encoding, and quickly finds it missing', async () => {
		const secret = Buffer.from(
			Array.from({ length: 2_500_000 }, (_, index) => (index * index) >> 3),
		).toString('base64');
		const redact = createRedactor([secret]);
		const other = secret.slice(1000).replaceAll('/', '+');
		expect(redact(`Bad token ${other.slice(0, 2000)}`)).toContain(other.slice(0, 100));
		expect(redact(`Bad token ${secret}!`)).toBe('Bad token [secret]!');
		expect(redact(`Bad token ${encodeURIComponent(secret)}!`)).toBe('Bad token [secret]!');
		await checkTimeLimit();
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

/** The secrets of a credential in alphabetical order. */
const secretsIn = (credential: unknown): string[] =>
	[...new Set(collectSecrets(credential))].sort();

describe('collectSecrets', () => {
	it('finds secrets by the names of their fields, at any depth', () => {
		const credential = {
			apiKey: 'K-1234',
			baseUrl: 'https://x.test',
			user: 'jo@x.test',
			oauth: { access_token: 'T-1234', permission: 'read' },
			list: [{ password: 'P-1234' }],
		};
		expect(secretsIn(credential)).toEqual(['K-1234', 'P-1234', 'T-1234']);
	});

	it('ignores URLs and numbers', () => {
		expect(
			collectSecrets({
				accessTokenUrl: 'https://x.test/token',
				token: 12345678,
				secret: null,
				other: undefined,
			}),
		).toEqual([]);
		expect([collectSecrets(undefined), collectSecrets('loose text'), collectSecrets(null)]).toEqual(
			[[], [], []],
		);
	});

	it('finds a token that was pasted with its scheme, also without the scheme', () =>
		expect(
			createRedactor(collectSecrets({ apiKey: ' Bearer abcdefgh\n' }))('Bad key abcdefgh'),
		).toBe('Bad key [secret]'));

	it('finds only the tokens of an OAuth2 credential, at any depth', () => {
		const oauthTokenData = {
			access_token: 'T-1234',
			refresh_token: 'R-1234',
			authed_user: { id_token: 'I-1234', id: 'U-1234' },
			token_type: 'Bearer',
			permission: 'read activity:read_all',
			expires_in: 3600,
			state: 'open',
			// n8n stores the query string of the callback, too.
			hd: 'example.com',
			prompt: 'consent',
			iss: 'https://accounts.example.com',
		};
		expect(secretsIn({ oauthTokenData })).toEqual(['I-1234', 'R-1234', 'T-1234']);
		expect(
			createRedactor(collectSecrets({ oauthTokenData }))(
				'Get consent of anna@example.com, read by Bearer of T-1234, open',
			),
		).toBe('Get consent of anna@example.com, read by Bearer of [secret], open');
	});
});

test.each(['a&b<c>"d\'e', 'a&amp;b&lt;c&gt;&quot;d&#39;e', 'a&amp;b&lt;c&gt;"d&#x27;e'])(
	'a secret in HTML is redacted: %s',
	(text) => {
		const redact = createRedactor(collectSecrets({ apiKey: 'a&b<c>"d\'e' }));
		expect(redact(`<p>${text}</p>`)).toBe('<p>[secret]</p>');
	},
);
