import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../../../nodes/engine/read/parseJson';
import { checkTimeLimit } from '../kit';

/** A JSON text, and the value that it must be parsed to. */
interface JsonCase {
	readonly text: string;
	readonly value: unknown;
}
const unchanged = (value: unknown): JsonCase => ({ text: JSON.stringify(value), value });

const safeLimit = BigInt(Number.MAX_SAFE_INTEGER);
const unsafeIntegers = fc
	.oneof(
		fc.bigInt(safeLimit + 1n, safeLimit + 1000n),
		fc.bigInt(2n ** 63n - 9n, 2n ** 64n),
		fc.bigInt(safeLimit + 1n, 10n ** 40n),
	)
	.chain((size) => fc.constantFrom(size, -size))
	.map((integer) => ({ text: String(integer), value: String(integer) }));
/** Decimals with up to ten digits after the point. */
const fractions = fc
	.tuple(fc.integer(), fc.nat(10 ** 9))
	.map(([whole, part]) => ({ text: `${whole}.${part}`, value: Number(`${whole}.${part}`) }));
const exponents = fc
	.tuple(fc.bigInt(0n, 10n ** 14n), fc.constantFrom('e5', 'E+7', 'e-9', '.5e3', '.0'))
	.map(([digits, end]) => ({ text: `${digits}${end}`, value: Number(`${digits}${end}`) }));
const stringsWithDigits = fc
	.tuple(
		fc.string(),
		fc.bigInt(10n ** 15n, 10n ** 30n),
		fc.constantFrom('', '"', '\\', '\\"', ',', ':'),
	)
	.map(([start, digits, end]) => unchanged(`${start}${end}${digits}${end}`));
const otherScalars = fc
	.oneof(
		fc.integer(),
		fc.maxSafeInteger(),
		fc.boolean(),
		fc.constant(null),
		fc.string({ unit: 'binary' }),
	)
	.map(unchanged);
const whitespace = fc.constantFrom('', ' ', '\n', '\t ');

const { value: jsonCases } = fc.letrec<{ value: JsonCase; list: JsonCase; object: JsonCase }>(
	(tie) => ({
		value: fc.oneof(
			{ depthSize: 'small', withCrossShrink: true },
			unsafeIntegers,
			stringsWithDigits,
			otherScalars,
			fractions,
			exponents,
			tie('list'),
			tie('object'),
		),
		list: fc.tuple(fc.array(tie('value')), whitespace).map(([items, gap]) => ({
			text: `[${items.map(({ text }) => gap + text + gap).join()}]`,
			value: items.map(({ value }) => value),
		})),
		object: fc
			.tuple(
				fc.dictionary(
					fc
						.oneof(
							fc.string(),
							stringsWithDigits.map(({ value }) => String(value)),
						)
						.filter((key) => key !== '__proto__'),
					tie('value'),
				),
				whitespace,
			)
			.map(([all, gap]) => ({
				text: `{${Object.entries(all)
					.map(([key, { text }]) => `${JSON.stringify(key)}${gap}:${gap}${text}`)
					.join()}}`,
				value: Object.fromEntries(Object.entries(all).map(([key, { value }]) => [key, value])),
			})),
	}),
);

describe('parseJson', () => {
	it('returns integers beyond the safe range as strings, at any depth', () => {
		fc.assert(
			fc.property(jsonCases, ({ text, value }) => expect(parseJson(text)).toEqual(value)),
			{ numRuns: 1000 },
		);
	});

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
		['{"9007199254740993":1}', { '9007199254740993': 1 }],
		['"say \\"9007199254740993\\""', 'say "9007199254740993"'],
		['["\\\\",9007199254740993]', ['\\', '9007199254740993']],
	])('parses %s as %p', (text, value) => expect(parseJson(text)).toEqual(value));

	it.each([[''], ['{'], ['[9007199254740993'], ['9007199254740993 9007199254740993'], ['<html>']])(
		'throws a SyntaxError for invalid JSON: %j',
		(text) => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);

	it('returns decimals with many digits as numbers', () => {
		expect(parseJson('{"score":0.30000000000000004}')).toEqual({ score: 0.30000000000000004 });
		fc.assert(
			fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
				const text = JSON.stringify(number);
				expect(parseJson(text)).toEqual(
					/^-?\d+$/.test(text) && !Number.isSafeInteger(number) ? text : JSON.parse(text),
				);
			}),
		);
	});

	it.each(['12345678901234567890e0', '-12345678901234567890E+2'])(
		'returns %s as a string, because JavaScript would round the integer',
		(number) => {
			expect(parseJson(`[${number}]`)).toEqual([number]);
			expect(parseJson(`[${number}]`, [], true)).toEqual([number]);
		},
	);

	it.each([
		'1e30',
		'1.2345678901234567e19',
		'10000000000000000000000e0',
		'1.2345678901234567890e5',
		'1234567890123456e0',
	])('returns %s as a number', (number) =>
		expect(parseJson(`[${number}]`)).toEqual([Number(number)]),
	);

	it('returns numbers with many digits in the exponent as numbers', () =>
		expect(parseJson('[1e-00000000000000001]')).toEqual([0.1]));

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
	// A quadratic parser takes 20 seconds.
	it('with a number of 240,000 digits is parsed in linear time', async () => {
		const decimal = `1.${'0'.repeat(240_000)}1`;
		expect(parseJson(`{"amount":${decimal}}`, [], true)).toEqual({ amount: decimal });
		const integer = '9'.repeat(240_000);
		expect(parseJson(`[${integer}]`, [], true)).toEqual([integer]);
		await checkTimeLimit();
	}, 5000);

	it.each([7000, 100_000])(
		'with %d levels of nesting is parsed, and its IDs become strings',
		(depth) => {
			const text = `${'{"inner":'.repeat(depth)}{"id":5,"text":"a\\\\b"}${'}'.repeat(depth)}`;
			let value = parseJson(text, ['id']) as { inner: typeof value };
			for (let level = 0; level < depth; level++) value = value.inner;
			expect(value).toEqual({ id: '5', text: 'a\\b' });
		},
	);
});
