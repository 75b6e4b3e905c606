/** Reads response bodies, with limits for size and time. */
import type { MemoryMeter, RawResponse, Readable } from '../describe';
import { CanceledError, isReadable, PackError, readSafely, toResult, valueOf } from '../describe';
import { consumeStream } from '../limits/deadline';
import { ScopedMeter } from '../limits/memory';
import type { Outgoing } from './stage';

/** Largest response that is kept in memory. Files are streamed and have a limit of their own. */
export const maxResponseBytes = 64 * 1024 * 1024;

/** The response ended early or stalled. The service may or may not have processed the request. */
export class IncompleteResponseError extends Error {
	constructor(readonly code: 'TRUNCATED' | 'STALLED' | 'WEB_PAGE') {
		super(
			code === 'STALLED'
				? 'The response did not arrive in time'
				: 'The connection closed before the response was complete',
		);
	}
}

type Reading = Pick<Outgoing, 'connection' | 'policy'>;

/** The body of a response as text. Throws like `readText`. */
export async function bodyText({ connection, policy }: Reading, raw: RawResponse): Promise<string> {
	if (!isReadable(raw.body))
		return typeof raw.body === 'string' ? raw.body : (JSON.stringify(raw.body) ?? '');
	return await readText(
		raw.body,
		policy.timeoutMs ?? connection.limits.timeoutMs,
		connection.signal,
		raw.headers['content-type'],
		connection.memory,
	);
}

/** An incomplete body is left out: the status is sufficient for an error. @throws CanceledError */
export async function errorBodyText(
	{ connection, policy }: Reading,
	raw: RawResponse,
): Promise<string> {
	const own = { ...connection, memory: undefined };
	const text = await toResult(bodyText({ connection: own, policy }, raw));
	if ('value' in text) return text.value;
	if (text.error instanceof CanceledError) throw text.error;
	return '';
}

/**
 * Reads a stream into text.
 * @param limitMs time limit for the complete body, in milliseconds
 * @param contentType header with the character encoding. Default: UTF-8.
 * @param memory counts the bytes of the body. The caller releases them.
 * @throws PackError above `maxResponseBytes` or the limit of `memory`, IncompleteResponseError,
 * CanceledError
 */
export async function readText(
	stream: Readable,
	limitMs: number,
	signal?: AbortSignal,
	contentType?: unknown,
	memory?: MemoryMeter,
): Promise<string> {
	const meter = new ScopedMeter(memory);
	const body = await toResult(
		consumeStream(
			stream,
			collect(stream, meter),
			limitMs,
			signal,
			(timedOut) => new IncompleteResponseError(timedOut ? 'STALLED' : 'TRUNCATED'),
		),
	);
	if ('error' in body) meter.release();
	return decode(valueOf(body), contentType);
}

async function collect(stream: Readable, meter: MemoryMeter): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const chunk of stream) {
		meter.add((chunk as Buffer).length);
		if (meter.bytes > maxResponseBytes) {
			throw new PackError(`The response is larger than ${maxResponseBytes / 1024 / 1024} MB`, {
				hint: 'Request less data at once: set a limit or narrow the filters.',
				mayHaveBeenProcessed: true,
			});
		}
		parts.push(chunk as Buffer);
	}
	return Buffer.concat(parts);
}

/** Decodes text. If the header names an unknown encoding, the text is usually UTF-8. */
function decode(body: Buffer, contentType: unknown): string {
	const [, charset] = /charset="?([\w.:-]{1,40})/i.exec(String(contentType)) ?? [];
	const decoder = readSafely(() => new TextDecoder(charset)) ?? new TextDecoder();
	return decoder.decode(body);
}
