import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../../../nodes/engine/read/parseJson';
import { checkTimeLimit } from '../kit';

describe('parseJson', () => {
	it('returns the same as JSON.parse if there is no unsafe integer', () => {
		fc.assert(
			fc.property(
				fc.json({ maxDepth: 4 }).filter((text) => !/\d{16}/.test(text)),
				(text) => expect(parseJson(text)).toEqual(JSON.parse(text)),
			),
		);
	});

	it.each([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['-9007199254740991', -9007199254740991],
		['-9007199254740993', '-9007199254740993'],
		['"9007199254740993"', '9007199254740993'],
		['12345678901234567.5', 12345678901234567.5],
		['12345678901234567e2', '12345678901234567e2'],
		['[12345678901234567890e0]', ['12345678901234567890e0']],
		['[-12345678901234567890E+2]', ['-12345678901234567890E+2']],
		['{"9007199254740993":1}', { '9007199254740993': 1 }],
		['{"a" : [{"b":9007199254740993 }]}', { a: [{ b: '9007199254740993' }] }],
		['"say \\"9007199254740993\\""', 'say "9007199254740993"'],
		['["\\\\",9007199254740993]', ['\\', '9007199254740993']],
		['{"score":0.30000000000000004}', { score: 0.30000000000000004 }],
		...[
			'1e30',
			'1.2345678901234567e19',
			'10000000000000000000000e0',
			'1.2345678901234567890e5',
			'1234567890123456e0',
			'1e-00000000000000001',
		].map((number): [string, unknown] => [`[${number}]`, [Number(number)]]),
	])('parses %s as %p', (text, value) => expect(parseJson(text)).toEqual(value));

	it.each([[''], ['{'], ['[9007199254740993'], ['9007199254740993 9007199254740993'], ['<html>']])(
		'throws a SyntaxError for invalid JSON: %j',
		(text) => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);

	it('keeps unsafe integers next to a string of several megabytes', () => {
		const long = 'x\\"'.repeat(8_000_000);
		expect((parseJson(`{"text":"${long}","id":12345678901234567890}`) as IDataObject).id).toBe(
			'12345678901234567890',
		);
	});
});

describe('parseJson with keys of 64-bit IDs', () => {
	it('returns all numbers in these keys as strings, at any depth and in lists', () => {
		const text =
			'{"id":5,"other":5,"rows":[{"id":9007199254740993,"ids":[1,"2",9007199254740993,null]}],"nested":{"id":0}}';
		expect(parseJson(text, ['id', 'ids'])).toEqual({
			id: '5',
			other: 5,
			rows: [{ id: '9007199254740993', ids: ['1', '2', '9007199254740993', null] }],
			nested: { id: '0' },
		});
	});

	it('does not change other values of these keys', () => {
		const text = '{"id":null,"a":{"id":{"id":"x"}},"b":{"id":true},"c":{"id":[{"n":1}]}}';
		expect(parseJson(text, ['id'])).toEqual(JSON.parse(text));
	});
});

describe('parseJson with exact decimals', () => {
	it('returns decimals as strings if a number would lose digits', () => {
		expect(
			parseJson(
				'{"a":12345678901234567.89,"b":0.1,"c":"1.50","d":-99999999999999.99,"e":12345678901234.50}',
				[],
				true,
			),
		).toEqual({
			a: '12345678901234567.89',
			b: 0.1,
			c: '1.50',
			d: '-99999999999999.99',
			e: 12345678901234.5,
		});
		expect(parseJson('{"a":12345678901234567.89}')).toEqual({ a: 12345678901234567.89 });
	});

	it('loses no digit of any decimal', () => {
		fc.assert(
			fc.property(
				fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
				fc.integer({ min: 1, max: 6 }),
				(digits, places) => {
					const text = String(digits < 0n ? -digits : digits).padStart(places + 1, '0');
					const token = `${digits < 0n ? '-' : ''}${text.slice(0, -places)}.${text.slice(-places)}`;
					const [value] = parseJson(`[${token}]`, [], true) as [string | number];
					const canonical = (decimal: string) => decimal.replace(/\.?0+$/, '').replace(/^-0$/, '0');
					expect(canonical(String(value).includes('.') ? String(value) : `${value}.0`)).toBe(
						canonical(token),
					);
				},
			),
			{ numRuns: 2000 },
		);
	});
});

describe('a hostile response', () => {
	// A quadratic parser takes minutes.
	it('with a number of 1,000,000 digits is parsed in linear time', async () => {
		const decimal = `1.${'0'.repeat(1_000_000)}1`;
		expect(parseJson(`{"amount":${decimal}}`, [], true)).toEqual({ amount: decimal });
		const integer = '9'.repeat(1_000_000);
		expect(parseJson(`[${integer}]`, [], true)).toEqual([integer]);
		await checkTimeLimit();
	});
});
