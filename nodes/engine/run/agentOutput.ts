/** Shortens results for AI agents: the model reads all of a result, and its context is small. */
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../describe';

/** Most characters of JSON in one answer: some 8000 tokens. */
export const maxAgentCharacters = 30_000;

/** Rows for an agent: files are named instead of handed over, and what is too long is cut, visibly. */
export function formatForAgent(rows: readonly Row[], most = maxAgentCharacters): Row[] {
	const told = rows.map(withoutFiles);
	if (sizeOf(told) <= most) return told.map((json) => ({ json }));
	const kept: IDataObject[] = [];
	for (let room = most; kept.length < told.length && sizeOf(told[kept.length]) <= room;) {
		const row = told[kept.length]!;
		room -= sizeOf(row);
		kept.push(row);
	}
	if (kept.length === 0) kept.push(fitted(told[0], most) as IDataObject);
	const left = told.length - kept.length;
	if (left > 0)
		kept.push({
			leftOut: `${left} more results were left out because the response is too long. Set a lower Limit, narrow the search, or get a single record.`,
		});
	return kept.map((json) => ({ json }));
}

function withoutFiles({ json, binary }: Row): IDataObject {
	if (!binary) return json;
	const files = Object.values(binary).map(({ fileName, mimeType, fileSize }) => ({
		fileName,
		mimeType,
		fileSize,
	}));
	return { ...json, files } as IDataObject;
}

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** A value of at most about so many characters: what is short stays whole, and what is long shares the room that is left. */
function fitted(value: unknown, room: number): unknown {
	if (sizeOf(value) <= room) return value;
	if (typeof value === 'string')
		return `${value.slice(0, Math.max(0, room))}… (${value.length} characters)`;
	if (Array.isArray(value)) return fittedList(value, room);
	if (typeof value !== 'object' || value === null) return value;
	const bySize = Object.entries(value as IDataObject).sort(([, a], [, b]) => sizeOf(a) - sizeOf(b));
	const kept = new Map<string, unknown>();
	for (const [at, [key, inner]] of bySize.entries()) {
		const share = Math.floor(room / (bySize.length - at));
		// Nothing useful fits into less.
		const short = share < 40 ? undefined : fitted(inner, share);
		if (short !== undefined) kept.set(key, short);
		room -= sizeOf(short) + key.length + 4;
	}
	return Object.fromEntries(
		Object.keys(value as IDataObject)
			.filter((key) => kept.has(key))
			.map((key) => [key, kept.get(key)]),
	);
}

function fittedList(values: readonly unknown[], room: number): unknown[] {
	const kept: unknown[] = [];
	for (const value of values) {
		if (sizeOf(value) > room) break;
		room -= sizeOf(value) + 1;
		kept.push(value);
	}
	if (kept.length === 0 && room >= 40) kept.push(fitted(values[0], room));
	return [...kept, `… (${values.length - kept.length} more)`];
}
