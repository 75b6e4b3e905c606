import { Readable } from 'node:stream';
import fc from 'fast-check';
import { readTail } from '../../../nodes/CodeHosting/dispatch/readTail';
import { fakeConnection, rejectedError } from '../engine/kit';

const connection = fakeConnection(() => null, { maxFileBytes: 1e6 });

const tail = async (
	chunks: readonly Buffer[],
	maxBytes: number,
	maxLines: number,
	more: Partial<Parameters<typeof readTail>[0]> = {},
) =>
	await readTail(
		{ ...connection, ...more },
		{ status: 200, headers: {}, body: undefined, stream: Readable.from(chunks) as never },
		maxBytes,
		maxLines,
	);

describe('readTail', () => {
	it('returns the last lines of a file, however it is split into chunks', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(fc.stringMatching(/^[a-zäß]{0,12}$/), { minLength: 1, maxLength: 40 }),
				fc.integer({ min: 1, max: 7 }),
				fc.integer({ min: 1, max: 50 }),
				async (lines, chunkSize, maxLines) => {
					const file = Buffer.from(`${lines.join('\n')}\n`);
					const chunks = Array.from({ length: Math.ceil(file.length / chunkSize) }, (_, index) =>
						file.subarray(index * chunkSize, (index + 1) * chunkSize),
					);
					expect(await tail(chunks, 10_000, maxLines)).toEqual(lines.slice(-maxLines));
				},
			),
		);
	});

	it('keeps only the last bytes, and leaves out the line that they begin with', async () => {
		const chunks = Array.from({ length: 100 }, (_, index) => Buffer.from(`line ${index}\r\n`));
		expect(await tail(chunks, 25, 50)).toEqual(['line 98', 'line 99']);
	});

	it('rejects a file above the maximum file size', async () => {
		const error = await rejectedError(
			tail(
				[Buffer.alloc(600), Buffer.alloc(600)],
				100,
				1,
				fakeConnection(() => null, { maxFileBytes: 1000 }),
			),
		);
		expect(error.message).toMatch(/^The file is larger than/);
	});
});
