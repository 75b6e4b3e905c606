/** Reads response bodies, limited in size and time. */
import { CanceledError, PackError, type Readable } from '../describe';
import { toResult } from './result';

/** Largest answer that is held in memory as a whole; files are streamed and have no such bound. */
export const maxResponseBytes = 64 * 1024 * 1024;

/** The answer ended early or stalled: whether the service did its work is unknown. */
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
 * @param limitMs whole time for the body, milliseconds
 * @throws Refusal over `largestAnswerBytes`, Incomplete, Stopped
 */
export async function readText(
	stream: Readable,
	limitMs: number,
	signal?: AbortSignal,
): Promise<string> {
	const deadline = AbortSignal.timeout(Math.min(limitMs, 2 ** 31 - 1));
	const stop = () => stream.destroy();
	for (const one of [deadline, signal]) one?.addEventListener('abort', stop, { once: true });
	const result = await toResult(collected(stream));
	for (const one of [deadline, signal]) one?.removeEventListener('abort', stop);
	if (signal?.aborted) throw new CanceledError();
	if ('value' in result) return result.value.toString('utf8');
	throw result.error instanceof PackError
		? result.error
		: new IncompleteResponseError(deadline.aborted ? 'STALLED' : 'TRUNCATED');
}

async function collected(stream: Readable): Promise<Buffer> {
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
