/** Reads response bodies, with limits for size and time. */
import {
	type MemoryMeter,
	PackError,
	type Readable,
	readSafely,
	toResult,
	valueOf,
} from '../describe';
import { consumeStream } from '../limits/deadline';
import { ScopedMeter } from '../limits/memory';

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

/**
 * Reads a stream into text.
 * @param limitMs time limit for the complete body, in milliseconds
 * @param contentType header with the character encoding. Default: UTF-8. A byte order mark in the
 * body takes precedence over the header.
 * @param memory counts the bytes of the body. The caller must release them when the body is no
 * longer kept.
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
	return Buffer.concat(parts, meter.bytes);
}

const utf8 = new TextDecoder();

function decode(body: Buffer, contentType: unknown): string {
	const charset = charsetOf(body, contentType);
	if (charset === 'utf-8') return utf8.decode(body);
	const decoder = readSafely(() => new TextDecoder(charset));
	// If the header contains an unknown encoding, the body is usually UTF-8.
	const text = decoder
		? decoder.decode(body)
		: readSafely(() => new TextDecoder('utf-8', { fatal: true }).decode(body));
	if (text !== undefined) return text;
	throw new PackError(`The response uses an unknown character encoding: ${charset}`, {
		hint: 'Report this to the provider of the service.',
		code: 'UNKNOWN_CHARSET',
		mayHaveBeenProcessed: true,
	});
}

/** A byte order mark takes precedence over the header, as in the WHATWG Encoding Standard. */
function charsetOf(body: Buffer, contentType: unknown): string {
	if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
	if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
	if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
	const [, charset = 'utf-8'] = /charset="?([\w.:-]{1,40})/i.exec(String(contentType)) ?? [];
	return charset.toLowerCase();
}
