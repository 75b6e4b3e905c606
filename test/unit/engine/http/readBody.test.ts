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

	const utf16 = (text: string, isBigEndian: boolean): Buffer => {
		const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
		return isBigEndian ? bytes.swap16() : bytes;
	};

	it.each<[string, Buffer, string | undefined]>([
		['UTF-8 without a header', Buffer.from('ä😀'), undefined],
		['UTF-8', Buffer.from('ä😀'), 'application/json; charset="UTF-8"'],
		['UTF-8 with a byte order mark', Buffer.from('\ufeffä😀'), 'application/json'],
		['little-endian UTF-16', utf16('ä😀', false), undefined],
		['big-endian UTF-16', utf16('ä😀', true), 'application/json; charset=utf-16'],
		['UTF-16 that the header declares as UTF-8', utf16('ä😀', false), 'text/plain; charset=utf-8'],
		[
			'UTF-8 with an unknown charset name in the header',
			Buffer.from('ä😀'),
			'a/b; charset=utf8mb4',
		],
	])('decodes %s', async (_, bytes, contentType) =>
		expect(await readText(Readable.from([bytes]) as never, 1000, undefined, contentType)).toBe(
			'ä😀',
		),
	);

	it('decodes Latin-1', async () =>
		expect(
			await readText(
				Readable.from([Buffer.from('äé', 'latin1')]) as never,
				1000,
				undefined,
				'application/json; charset=ISO-8859-1',
			),
		).toBe('äé'));

	it('reports the name of an unknown encoding if the body is not valid UTF-8', async () => {
		const body = Readable.from([Buffer.from([0xe4, 0x81])]);
		const error = await rejectedError(
			readText(body as never, 1000, undefined, 'application/json; charset=EBCDIC-X'),
		);
		expect(error.message).toBe('The response uses an unknown character encoding: ebcdic-x');
		expect(error.details).toMatchObject({ code: 'UNKNOWN_CHARSET', mayHaveBeenProcessed: true });
	});

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
