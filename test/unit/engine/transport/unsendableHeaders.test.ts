import { formatValue } from '../../../../nodes/engine/input/messages';
import { validate } from '../../../../nodes/engine/input/validate';
import { collectSecrets, createRedactor } from '../../../../nodes/engine/transport/redact';

const cyclic: Record<string, unknown> = {};
cyclic.self = cyclic;

describe('values that cannot be sent', () => {
	test.each([
		['json', cyclic, 'cannot be converted to JSON'],
		['json', { count: 1n }, 'cannot be converted to JSON'],
		['json', `${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'cannot be converted to JSON'],
		['value', () => 1, 'must be text, a number, or JSON'],
		['text', NaN, 'must be text, got NaN'],
		['id', Infinity, 'must be text, got Infinity'],
		['choice', Object.create(null), 'must be one of a'],
		['flag', Symbol('s'), 'must be true or false'],
	] as const)('%s refuses %p with the field named', (kind, value, says) => {
		expect(() =>
			validate({ kind, label: 'Field', choices: [{ name: 'A', value: 'a' }] }, value),
		).toThrow(says);
		expect(() =>
			validate({ kind, label: 'Field', choices: [{ name: 'A', value: 'a' }] }, value),
		).toThrow(/^Field /);
	});

	test('are shown on one line, without half letters', () => {
		expect(formatValue('a\r\nb\u0000\ud800😀')).toBe('"a\\u000d\\u000ab\\u0000\\ud800😀"');
		expect(formatValue(cyclic)).toBe('an object that is not valid JSON');
	});
});

describe('secrets in other clothes', () => {
	test('are found in base64, wherever they stand in the text that was encoded', () => {
		const scrub = createRedactor(collectSecrets({ clientSecret: 'tenfold-client-secret' }));
		for (const before of ['', 'a', 'ab', 'client:']) {
			const echoed = Buffer.from(`${before}tenfold-client-secret:more`).toString('base64');
			expect(
				Buffer.from(scrub(echoed).replace('[secret]', ''), 'base64').toString('latin1'),
			).not.toMatch(/client-secret/);
			expect(scrub(echoed)).toContain('[secret]');
		}
	});

	test('do not include what stands beside a token', () => {
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
