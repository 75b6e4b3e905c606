import { Readable } from 'node:stream';
import fc from 'fast-check';
import {
	IncompleteResponseError,
	maxResponseBytes,
	readText,
} from '../../../../nodes/engine/http/readBody';
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

	it.each<[string, Buffer, string | undefined]>([
		['UTF-8 without a header', Buffer.from('äé'), undefined],
		['UTF-8', Buffer.from('äé'), 'application/json; charset="UTF-8"'],
		['UTF-8 with a byte order mark', Buffer.from('\ufeffäé'), 'application/json'],
		['Latin-1', Buffer.from('äé', 'latin1'), 'application/json; charset=ISO-8859-1'],
		['UTF-16', Buffer.from('\ufeffäé', 'utf16le'), 'application/json; charset=utf-16'],
		['UTF-8 with an unknown name in the header', Buffer.from('äé'), 'a/b; charset=utf8mb4'],
	])('decodes %s', async (_, bytes, contentType) =>
		expect(await readText(Readable.from([bytes]) as never, 1000, undefined, contentType)).toBe(
			'äé',
		),
	);

	it('rejects a body that is too large, and closes the stream', async () => {
		const chunk = Buffer.alloc(maxResponseBytes / 4);
		const stream = Readable.from([chunk, chunk, chunk, chunk, Buffer.alloc(1)]);
		expect((await rejectedError(readText(stream as never, 5000))).message).toMatch(
			/larger than 64 MB/,
		);
		expect(stream.destroyed).toBe(true);
	});

	it('reports a truncated or stalled body as incomplete', async () => {
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
