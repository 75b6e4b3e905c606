import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { csvRecords } from '../../../nodes/SearchAdsConversions/mapping';
import { rejectedError } from '../engine/kit';

const cell = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 12 }),
	fc.constantFrom('', '"', 'a,b', 'line\nbreak', 'line\r\nbreak', '春', '""'),
);
/** No record is an empty line: those are skipped. */
const table = fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), cell, cell), { maxLength: 40 });
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function* inPieces(content: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
	for (let at = 0, index = 0; at < content.length; index++) {
		const size = sizes[index % sizes.length]!;
		yield await Promise.resolve(content.subarray(at, at + size));
		at += size;
	}
}

async function all(content: Buffer, sizes: number[] = [7]): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const row of csvRecords(inPieces(content, sizes))) rows.push(row);
	return rows;
}

test('a table comes back as it was, however it is cut into pieces', async () => {
	await fc.assert(
		fc.asyncProperty(
			table,
			fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
			fc.boolean(),
			fc.constantFrom('\n', '\r\n'),
			async (rows, sizes, hasMark, end) => {
				const text = [['id', 'name', 'note'], ...rows]
					.map((cells) => cells.map(quoted).join(','))
					.join(end);
				const content = Buffer.from(`${hasMark ? '\uFEFF' : ''}${text}${end}`);
				expect(await all(content, sizes)).toEqual(
					rows.map(([id, name, note]) => ({ id, name, note })),
				);
			},
		),
	);
});

test('so does one that is longer than a piece of text, with line breaks in its cells', async () => {
	const rows = Array.from({ length: 30_000 }, (_, index) => [
		String(index),
		`a "${index}"\nb`,
		'x'.repeat(index % 40),
	]);
	const content = Buffer.from(
		[['id', 'name', 'note'], ...rows].map((cells) => cells.map(quoted).join(',')).join('\n'),
	);
	const read = await all(content, [65_536]);
	expect(read).toHaveLength(30_000);
	expect(
		read.every(({ id, name }, index) => id === String(index) && name === `a "${index}"\nb`),
	).toBe(true);
});

test.each([
	[
		'is no UTF-8',
		Buffer.from([0x69, 0x64, 0x0a, 0xff, 0xfe, 0x0a]),
		'The mapping file is no UTF-8 text',
	],
	[
		'ends inside of quotes',
		Buffer.from('id\n"open'),
		'The mapping file is no CSV: Quote Not Closed',
	],
	[
		'has a row that is too long',
		Buffer.from('id,name\n1,a\n2,b,c\n'),
		'The mapping file is no CSV: row 3 has 3 cells, but the header has 2',
	],
	['has quotes where none may be', Buffer.from('id\na"b"\n'), 'The mapping file is no CSV'],
])('a file that %s is refused', async (_, content, says) => {
	expect((await rejectedError(all(content))).message).toContain(says);
});

test('nothing is nothing, and a header alone is no row', async () => {
	expect(await all(Buffer.from(''))).toEqual([]);
	expect(await all(Buffer.from('\uFEFFid,name\n'))).toEqual([]);
});
