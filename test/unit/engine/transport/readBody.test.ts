import { Readable } from 'node:stream';
import fc from 'fast-check';
import { parseJson } from '../../../../nodes/engine/input/parseJson';
import {
	IncompleteResponseError,
	maxResponseBytes,
	readText,
} from '../../../../nodes/engine/transport/readBody';
import { refusalOf } from '../kit';

/** JSON as it is written, and the value that it must become. */
interface Written {
	readonly text: string;
	readonly value: unknown;
}
const same = (value: unknown): Written => ({ text: JSON.stringify(value), value });

const limit = BigInt(Number.MAX_SAFE_INTEGER);
const wide = fc
	.oneof(
		fc.bigInt(limit + 1n, limit + 1000n),
		fc.bigInt(2n ** 63n - 9n, 2n ** 64n),
		fc.bigInt(limit + 1n, 10n ** 40n),
	)
	.chain((size) => fc.constantFrom(size, -size))
	.map((integer) => ({ text: String(integer), value: String(integer) }));
/** Up to fifteen digits after the point. */
const fractions = fc
	.tuple(fc.integer(), fc.nat(10 ** 9))
	.map(([whole, part]) => ({ text: `${whole}.${part}`, value: Number(`${whole}.${part}`) }));
const exponents = fc
	.tuple(fc.bigInt(0n, 10n ** 30n), fc.constantFrom('e5', 'E+7', 'e-9', '.5e3', '.0'))
	.map(([digits, end]) => ({ text: `${digits}${end}`, value: Number(`${digits}${end}`) }));
const digitTexts = fc
	.tuple(
		fc.string(),
		fc.bigInt(10n ** 15n, 10n ** 30n),
		fc.constantFrom('', '"', '\\', '\\"', ',', ':'),
	)
	.map(([start, digits, end]) => same(`${start}${end}${digits}${end}`));
const plain = fc
	.oneof(
		fc.integer(),
		fc.maxSafeInteger(),
		fc.boolean(),
		fc.constant(null),
		fc.string({ unit: 'binary' }),
	)
	.map(same);
const blank = fc.constantFrom('', ' ', '\n', '\t ');

const { value: written } = fc.letrec<{ value: Written; list: Written; object: Written }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		wide,
		digitTexts,
		plain,
		fractions,
		exponents,
		tie('list'),
		tie('object'),
	),
	list: fc.tuple(fc.array(tie('value')), blank).map(([items, gap]) => ({
		text: `[${items.map(({ text }) => gap + text + gap).join()}]`,
		value: items.map(({ value }) => value),
	})),
	object: fc
		.tuple(
			fc.dictionary(
				fc
					.oneof(
						fc.string(),
						digitTexts.map(({ value }) => String(value)),
					)
					.filter((key) => key !== '__proto__'),
				tie('value'),
			),
			blank,
		)
		.map(([all, gap]) => ({
			text: `{${Object.entries(all)
				.map(([key, { text }]) => `${JSON.stringify(key)}${gap}:${gap}${text}`)
				.join()}}`,
			value: Object.fromEntries(Object.entries(all).map(([key, { value }]) => [key, value])),
		})),
}));

describe('JSON of a service', () => {
	it('keeps every digit: what would be rounded is a text, wherever it stands, and all else is as JSON.parse has it', () => {
		fc.assert(
			fc.property(written, ({ text, value }) => expect(parseJson(text)).toEqual(value)),
			{ numRuns: 1000 },
		);
	});

	it('is what JSON.parse makes of it where no integer is too long', () => {
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
		['12345678901234567e2', 12345678901234567e2],
		['{"9007199254740993":1}', { '9007199254740993': 1 }],
		['"say \\"9007199254740993\\""', 'say "9007199254740993"'],
		['["\\\\",9007199254740993]', ['\\', '9007199254740993']],
	])('%s becomes %p', (text, value) => expect(parseJson(text)).toEqual(value));

	it.each([[''], ['{'], ['[9007199254740993'], ['9007199254740993 9007199254740993'], ['<html>']])(
		'that is none, %j, is refused as JSON.parse does',
		(text) => {
			expect(() => parseJson(text)).toThrow(SyntaxError);
		},
	);
});

describe('keys that hold 64-bit ids', () => {
	it('have texts as values, whatever their size, at any depth and in lists', () => {
		const text =
			'{"id":5,"other":5,"rows":[{"id":9007199254740993,"ids":[1,"2",9007199254740993,null]}],"nested":{"id":0}}';
		expect(parseJson(text, ['id', 'ids'])).toEqual({
			id: '5',
			other: 5,
			rows: [{ id: '9007199254740993', ids: ['1', '2', '9007199254740993', null] }],
			nested: { id: '0' },
		});
	});

	it('leave anything but numbers alone', () => {
		const text = '{"id":null,"a":{"id":{"id":"x"}},"b":{"id":true},"c":{"id":[{"n":1}]}}';
		expect(parseJson(text, ['id'])).toEqual(JSON.parse(text));
	});
});

describe('a body that is read whole', () => {
	const text = async (...parts: (string | Buffer)[]) =>
		await readText(Readable.from(parts.map((part) => Buffer.from(part as string))) as never, 1000);

	it('is one text, also where a character is cut in two', async () => {
		const bytes = Buffer.from('ä😀');
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length), async (cut) =>
				expect(await text(bytes.subarray(0, cut), bytes.subarray(cut))).toBe('ä😀'),
			),
		);
	});

	it('is refused over its bound, and the stream is closed', async () => {
		const part = Buffer.alloc(maxResponseBytes / 4);
		const stream = Readable.from([part, part, part, part, Buffer.alloc(1)]);
		expect((await refusalOf(readText(stream as never, 5000))).message).toMatch(/larger than 64 MB/);
		expect(stream.destroyed).toBe(true);
	});

	it('that breaks off is incomplete, and so is one that stalls', async () => {
		const broken = Readable.from(
			(async function* () {
				yield Buffer.from('{');
				await Promise.resolve();
				throw new Error('reset');
			})(),
		);
		await expect(readText(broken as never, 1000)).rejects.toMatchObject({ code: 'TRUNCATED' });
		const stalled = readText(new Readable({ read: () => undefined }) as never, 5);
		await expect(stalled).rejects.toBeInstanceOf(IncompleteResponseError);
		await expect(stalled).rejects.toMatchObject({ code: 'STALLED' });
	});

	it('is given up on a cancel', async () => {
		const cancel = new AbortController();
		const stream = new Readable({ read: () => undefined });
		const reading = refusalOf(readText(stream as never, 60_000, cancel.signal));
		cancel.abort();
		expect((await reading).message).toBe('The execution was canceled');
		expect(stream.destroyed).toBe(true);
	});
});
