/**
 * Reads the console output of an instance: joins base64 chunks with byte ranges into one string.
 */
import type { IDataObject } from 'n8n-workflow';
import { cancellableSleep } from '../engine';
import { type Call, PackError, type Row, toText } from '../engine/describe';
import { entriesOf, requireRows, rowsOfEntries } from './envelope';
import { referencedObject } from './referencedObject';
import { inputOf } from './requestBody';
import { targetOf } from './targets';

/** Maximum number of bytes per response, as in the vendor's older client. */
const maxChunkBytes = 16_383;
const pollIntervalMs = 1000;

interface ByteRange {
	readonly start: number;
	readonly end: number;
}

interface Chunk {
	readonly bytes: Buffer;
	readonly entry: IDataObject;
	readonly range: ByteRange;
	readonly available: ByteRange;
}

/**
 * Reads up to Max Bytes. With Follow For, waits for more output until the instance stops or the
 * time limit is reached.
 */
export async function readLogs(call: Call<unknown>): Promise<Row[]> {
	const { connection } = call;
	const input = inputOf(call);
	const maxBytes = Number(input.maximumBytes ?? 1_048_576);
	const followUntil = performance.now() + Number(input.followFor ?? 0) * 1000;
	const chunks: Chunk[] = [];
	let bytesRead = 0;
	let offset = input.lastBytes ? -Number(input.lastBytes) : Number(input.fromOffset ?? 0);
	for (;;) {
		const chunk = await readChunk(call, offset, Math.min(maxChunkBytes, maxBytes - bytesRead));
		const previousEnd = chunks.at(-1)?.range.end ?? -1;
		if (chunk.bytes.length > 0 && chunk.range.end <= previousEnd)
			throw new PackError('Reading the log is stuck: the service returned the same part twice', {
				hint: 'Report this to the provider of the service.',
			});
		chunks.push(chunk);
		bytesRead += chunk.bytes.length;
		offset = chunk.range.end;
		if (bytesRead >= maxBytes) break;
		if (chunk.bytes.length > 0 && chunk.range.end < chunk.available.end) continue;
		if (performance.now() >= followUntil || hasStopped(chunk.entry)) break;
		await cancellableSleep(
			Math.min(pollIntervalMs, Math.max(1, followUntil - performance.now())),
			connection.signal,
		);
	}
	return [{ json: joinChunks(chunks, input.asLines === true) }];
}

const hasStopped = ({ state }: IDataObject): boolean => state === 'stopped' || state === 'deleted';

async function readChunk(call: Call<unknown>, offset: number, limit: number): Promise<Chunk> {
	const query = { ...targetOf(toText(inputOf(call).instanceId), 'Instance'), offset, limit };
	const { body } = await call.request('GET /instances/log', { query }, { idempotency: 'safe' });
	const entry = requireRows(rowsOfEntries(entriesOf(body), referencedObject(call)))[0]!.json;
	const bytes = Buffer.from(toText(entry.output), 'base64');
	const start = Math.max(0, offset);
	const range = byteRange(entry.range) ?? { start, end: start + bytes.length };
	return { bytes, entry, range, available: byteRange(entry.available) ?? range };
}

const byteRange = (value: unknown): ByteRange | undefined => {
	const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
	return typeof start === 'number' && typeof end === 'number' ? { start, end } : undefined;
};

/** Joins the bytes before decoding them, because a chunk can end in the middle of a character. */
function joinChunks(chunks: readonly Chunk[], asLines: boolean): IDataObject {
	const [first] = chunks as [Chunk];
	const last = chunks.at(-1)!;
	const { uuid, name, state } = last.entry;
	const text = Buffer.concat(chunks.map(({ bytes }) => bytes)).toString('utf8');
	return {
		uuid,
		name,
		state,
		text,
		...(asLines
			? {
					lines: text
						.replace(/\r?\n$/, '')
						.split(/\r?\n/)
						.filter((line, _, lines) => lines.length > 1 || line !== ''),
				}
			: {}),
		range: { start: first.range.start, end: last.range.end },
		available: { ...last.available },
		truncated: last.range.end < last.available.end,
	};
}
