/** Reads the end of a text file, such as a log, without keeping the rest in memory. */
import { consumeStream, IncompleteResponseError, limitFileSize } from '../../engine';
import type { Connection, HttpResponse, Readable } from '../../engine/describe';

/**
 * Reads a file to its end and returns its last bytes as lines. The first of them is left out if it
 * may be cut off, unless it is the only one.
 * @param response response to a request with `as: 'stream'`
 * @param maxBytes bytes to keep
 * @param maxLines lines to return, at least 1
 * @throws PackError above the maximum file size, IncompleteResponseError, CanceledError
 */
export async function readTail(
	connection: Pick<Connection, 'limits' | 'signal'>,
	response: HttpResponse,
	maxBytes: number,
	maxLines: number,
): Promise<string[]> {
	const stream = limitFileSize(response, connection.limits.maxFileBytes);
	const { bytes, isCut } = await consumeStream(
		stream,
		lastBytes(stream, maxBytes),
		// As for downloads: a file may take longer than other responses.
		connection.limits.timeoutMs * 10,
		connection.signal,
		(timedOut, error) => (timedOut ? new IncompleteResponseError('STALLED') : error),
	);
	const lines = new TextDecoder()
		.decode(bytes)
		.replace(/\r?\n$/, '')
		.split(/\r?\n/);
	return (isCut && lines.length > 1 ? lines.slice(1) : lines).slice(-maxLines);
}

async function lastBytes(
	stream: Readable,
	maxBytes: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
	let chunks: Buffer[] = [];
	let length = 0;
	let isCut = false;
	for await (const chunk of stream) {
		chunks.push(chunk as Buffer);
		length += (chunk as Buffer).length;
		// Merge the chunks only now and then, because each merge copies them.
		if (length <= 2 * maxBytes) continue;
		chunks = [Buffer.concat(chunks, length).subarray(-maxBytes)];
		length = maxBytes;
		isCut = true;
	}
	const bytes = Buffer.concat(chunks, length);
	return { bytes: bytes.subarray(-maxBytes), isCut: isCut || bytes.length > maxBytes };
}
