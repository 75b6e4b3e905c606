import { Readable } from 'node:stream';
import fc from 'fast-check';
import {
	IncompleteResponseError,
	maxResponseBytes,
	readText,
} from '../../../../nodes/engine/transport/readBody';
import { rejectedError } from '../kit';

describe('readText', () => {
	const read = async (...chunks: (string | Buffer)[]) =>
		await readText(
			Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))) as never,
			1000,
		);

	it('decodes a character that is split between two chunks', async () => {
		const bytes = Buffer.from('ä😀');
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length), async (index) =>
				expect(await read(bytes.subarray(0, index), bytes.subarray(index))).toBe('ä😀'),
			),
		);
	});

	it('rejects a body that is too large, and closes the stream', async () => {
		const chunk = Buffer.alloc(maxResponseBytes / 4);
		const stream = Readable.from([chunk, chunk, chunk, chunk, Buffer.alloc(1)]);
		expect((await rejectedError(readText(stream as never, 5000))).message).toMatch(
			/larger than 64 MB/,
		);
		expect(stream.destroyed).toBe(true);
	});

	it('reports a body that is truncated or stalls as incomplete', async () => {
		const truncated = Readable.from(
			(async function* () {
				yield Buffer.from('{');
				await Promise.resolve();
				throw new Error('reset');
			})(),
		);
		await expect(readText(truncated as never, 1000)).rejects.toMatchObject({ code: 'TRUNCATED' });
		const stalled = readText(new Readable({ read: () => undefined }) as never, 5);
		await expect(stalled).rejects.toBeInstanceOf(IncompleteResponseError);
		await expect(stalled).rejects.toMatchObject({ code: 'STALLED' });
	});

	it('stops on cancel, and closes the stream', async () => {
		const controller = new AbortController();
		const stream = new Readable({ read: () => undefined });
		const error = rejectedError(readText(stream as never, 60_000, controller.signal));
		controller.abort();
		expect((await error).message).toBe('The execution was canceled');
		expect(stream.destroyed).toBe(true);
	});
});
