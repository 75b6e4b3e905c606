/** Console output: base64 pieces with byte windows to one text, followed up to a bound. */
import type { IDataObject } from 'n8n-workflow';
import type { Call, Row } from '../engine/describe';
import { cancellableSleep } from '../engine/transport/sleep';
import { entriesOf, rowsOfEntries } from './envelope';
import { inputOf } from './requests';
import { targetOf } from './targets';

/** Most bytes that the service gives at once (the vendor's older client). */
const pageBytes = 16_383;
const pollMs = 1000;

interface Window {
	readonly start: number;
	readonly end: number;
}

interface Piece {
	readonly bytes: Buffer;
	readonly entry: IDataObject;
	readonly range: Window;
	readonly available: Window;
}

export async function readLogs(call: Call<unknown>): Promise<Row[]> {
	const { connection } = call;
	const input = inputOf(call);
	const most = Number(input.maximumBytes ?? 1_048_576);
	const followUntil = Date.now() + Number(input.followFor ?? 0) * 1000;
	const pieces: Piece[] = [];
	let bytes = 0;
	let offset = input.lastBytes ? -Number(input.lastBytes) : Number(input.fromOffset ?? 0);
	for (;;) {
		const piece = await readPiece(call, offset, Math.min(pageBytes, most - bytes));
		pieces.push(piece);
		bytes += piece.bytes.length;
		offset = piece.range.end;
		if (bytes >= most) break;
		if (piece.bytes.length > 0 && piece.range.end < piece.available.end) continue;
		if (Date.now() >= followUntil || hasEnded(piece.entry)) break;
		await cancellableSleep(
			Math.min(pollMs, Math.max(1, followUntil - Date.now())),
			connection.signal,
		);
	}
	return [{ json: together(pieces, input.asLines === true) }];
}

const hasEnded = ({ state }: IDataObject): boolean => state === 'stopped' || state === 'deleted';

async function readPiece(call: Call<unknown>, offset: number, limit: number): Promise<Piece> {
	const query = { ...targetOf(String(inputOf(call).instanceId), 'Instance'), offset, limit };
	const { body } = await call.request('GET /instances/log', { query }, { replay: 'safe' });
	const entry = rowsOfEntries(entriesOf(body))[0]?.json ?? {};
	const bytes = Buffer.from(String(entry.output ?? ''), 'base64');
	const start = Math.max(0, offset);
	const range = windowOf(entry.range) ?? { start, end: start + bytes.length };
	return { bytes, entry, range, available: windowOf(entry.available) ?? range };
}

const windowOf = (value: unknown): Window | undefined => {
	const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
	return typeof start === 'number' && typeof end === 'number' ? { start, end } : undefined;
};

/** Bytes are put together before they are decoded: a letter may lie across two pieces. */
function together(pieces: readonly Piece[], asLines: boolean): IDataObject {
	const [first] = pieces as [Piece];
	const last = pieces.at(-1)!;
	const { uuid, name, state } = last.entry;
	const text = Buffer.concat(pieces.map(({ bytes }) => bytes)).toString('utf8');
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
						.filter((line, _, all) => all.length > 1 || line !== ''),
				}
			: {}),
		range: { start: first.range.start, end: last.range.end },
		available: { ...last.available },
		truncated: last.range.end < last.available.end,
	};
}
