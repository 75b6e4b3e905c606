import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { csvRecords } from '../../../nodes/SearchAdsConversions/csvRecords';
import { rejectedError } from '../engine/kit';

const cell = fc.oneof(
	fc.string({ unit: 'grapheme', maxLength: 12 }),
	fc.constantFrom('', '"', 'a,b', 'line\nbreak', 'line\r\nbreak', '春', '""'),
);
/** The first cell is never empty, because empty lines are skipped. */
const table = fc.array(fc.tuple(fc.constantFrom('1', '2', '3'), cell, cell), { maxLength: 40 });
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

async function* inChunks(content: Buffer, sizes: number[]): AsyncGenerator<Buffer> {
	for (let at = 0, index = 0; at < content.length; index++) {
		const size = sizes[index % sizes.length]!;
		yield await Promise.resolve(content.subarray(at, at + size));
		at += size;
	}
}

async function readAll(content: Buffer, sizes: number[] = [7]): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const row of csvRecords(inChunks(content, sizes))) rows.push(row);
	return rows;
}

test('records are read correctly, however the file is split into chunks', async () => {
	await fc.assert(
		fc.asyncProperty(
			table,
			fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 }),
			fc.boolean(),
			fc.constantFrom('\n', '\r\n'),
			async (rows, sizes, hasByteOrderMark, end) => {
				const text = [['id', 'name', 'note'], ...rows]
					.map((cells) => cells.map(quoted).join(','))
					.join(end);
				const content = Buffer.from(`${hasByteOrderMark ? '\uFEFF' : ''}${text}${end}`);
				expect(await readAll(content, sizes)).toEqual(
					rows.map(([id, name, note]) => ({ id, name, note })),
				);
			},
		),
	);
});

test.each([
	[
		'is not valid UTF-8',
		Buffer.from([0x69, 0x64, 0x0a, 0xff, 0xfe, 0x0a]),
		'The mapping file is not valid UTF-8 text',
	],
	[
		'ends inside quotes',
		Buffer.from('id\n"open'),
		'The mapping file is not valid CSV: Quote Not Closed',
	],
	[
		'has a row with too many cells',
		Buffer.from('id,name\n1,a\n2,b,c\n'),
		'The mapping file is not valid CSV: row 3 has 3 cells, but the header has 2',
	],
	[
		'has quotes inside an unquoted cell',
		Buffer.from('id\na"b"\n'),
		'The mapping file is not valid CSV',
	],
])('a file that %s is rejected', async (_, content, message) => {
	expect((await rejectedError(readAll(content))).message).toContain(message);
});

test('an empty file and a header without rows have no records', async () => {
	expect(await readAll(Buffer.from(''))).toEqual([]);
	expect(await readAll(Buffer.from('\uFEFFid,name\n'))).toEqual([]);
});
