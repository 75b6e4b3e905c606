/** Reads response bodies, with limits for size and time. */
import { CanceledError, PackError, type Readable } from '../describe';
import { consumeStream } from './deadline';

/** Largest response that is kept in memory. Files are streamed and have no such limit. */
export const maxResponseBytes = 64 * 1024 * 1024;

/** The response ended early or stalled. The service may or may not have processed the request. */
export class IncompleteResponseError extends Error {
	constructor(readonly code: 'TRUNCATED' | 'STALLED') {
		super(
			code === 'STALLED'
				? 'The response did not arrive in time'
				: 'The connection closed before the response was complete',
		);
	}
}

/**
 * Reads a stream into text.
 * @param limitMs time limit for the complete body, in milliseconds
 * @throws PackError above `maxResponseBytes`, IncompleteResponseError, CanceledError
 */
export async function readText(
	stream: Readable,
	limitMs: number,
	signal?: AbortSignal,
): Promise<string> {
	const { result, timedOut } = await consumeStream(stream, collect(stream), limitMs, signal);
	if (signal?.aborted) throw new CanceledError();
	if ('value' in result) return result.value.toString('utf8');
	throw result.error instanceof PackError
		? result.error
		: new IncompleteResponseError(timedOut ? 'STALLED' : 'TRUNCATED');
}

async function collect(stream: Readable): Promise<Buffer> {
	const parts: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += (chunk as Buffer).length;
		if (bytes > maxResponseBytes) {
			throw new PackError(`The response is larger than ${maxResponseBytes / 1024 / 1024} MB`, {
				hint: 'Request less data at once: set a limit or narrow the filters.',
			});
		}
		parts.push(chunk as Buffer);
	}
	return Buffer.concat(parts, bytes);
}
