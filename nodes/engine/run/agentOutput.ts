/** Shortens results for AI agents, because they become part of the limited context of the model. */
import type { IDataObject } from 'n8n-workflow';
import { type Row, valueAt } from '../describe';

/** Maximum length of a result as JSON, about 8,000 tokens. */
export const maxAgentCharacters = 30_000;

/**
 * Prepares rows for an AI agent: removes secrets, replaces files with their metadata, selects fields,
 * and truncates long results, with a note.
 * @param secrets names of secret properties, at any depth
 * @param fields names and paths of the fields to return; empty for all
 * @param records the complete record of a simplified row, in which fields are looked up, too
 * @param limit maximum number of rows that were requested
 */
export function formatForAgent(
	rows: readonly Row[],
	secrets: readonly string[] = [],
	fields: readonly string[] = [],
	records: ReadonlyMap<Row, Row> = new Map(),
	limit = Infinity,
): Row[] {
	const prepare = (row: Row): IDataObject => withoutSecrets(withoutFiles(row), secrets);
	const missing = new Set(fields);
	const results = rows.map((row) => {
		const output = prepare(row);
		const record = records.get(row);
		return selectFields(output, record ? prepare(record) : output, fields, missing);
	});
	const kept = firstThatFit(results, maxAgentCharacters) as IDataObject[];
	const left = results.length - kept.length;
	if (left > 0)
		kept.push({
			leftOut: `${left} more results were omitted because the response is too long. Set a lower Limit, narrow the search, or get a single record.`,
		});
	// n8n would pass an empty text to the model.
	else if (rows.length === 0) kept.push({ note: 'No results.' });
	else if (rows.length >= limit)
		kept.push({ note: `Limit of ${limit} reached. There may be more results.` });
	if (missing.size > 0 && rows.length > 0)
		kept.push({
			note: `Fields to Return: no result has ${[...missing].join(', ')}. Fields of the results: ${Object.keys(prepare(rows[0]!)).join(', ')}`,
		});
	return kept.map((json) => ({ json }));
}

/**
 * Selects fields of an output or of its complete record, the first that has the field. An output
 * with none of the fields stays as it is, because an error after a write would make a model repeat it.
 * @param missing the fields that no result had so far
 */
function selectFields(
	output: IDataObject,
	record: IDataObject,
	fields: readonly string[],
	missing: Set<string>,
): IDataObject {
	const selected: IDataObject = {};
	for (const path of fields) {
		const value = valueAt(output, path) ?? valueAt(record, path);
		if (value === undefined) continue;
		selected[path] = value;
		missing.delete(path);
	}
	return Object.keys(selected).length > 0 ? selected : output;
}

function withoutFiles({ json, binary }: Row): IDataObject {
	if (!binary) return json;
	const files = Object.values(binary).map(({ fileName, mimeType, fileSize }) => ({
		fileName,
		mimeType,
		fileSize,
	}));
	return { ...json, files };
}

const withoutSecrets = (json: IDataObject, secrets: readonly string[]): IDataObject =>
	secrets.length === 0
		? json
		: (JSON.parse(
				JSON.stringify(json, (key, value: unknown) => (secrets.includes(key) ? undefined : value)),
			) as IDataObject);

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Truncates a value to about `room` characters, which its long properties share. */
function truncate(value: unknown, room: number): unknown {
	if (sizeOf(value) <= room) return value;
	if (typeof value === 'string')
		return `${value.slice(0, Math.max(0, room))}… (${value.length} characters)`;
	if (Array.isArray(value)) {
		const kept = firstThatFit(value, room);
		return [...kept, `… (${value.length - kept.length} more)`];
	}
	if (typeof value !== 'object' || value === null) return value;
	const bySize = Object.entries(value as IDataObject).sort(([, a], [, b]) => sizeOf(a) - sizeOf(b));
	const kept = new Map<string, unknown>();
	for (const [index, [key, inner]] of bySize.entries()) {
		const share = Math.floor(room / (bySize.length - index));
		// Less than 40 characters of a value are not useful, so the property is omitted.
		const short = share < 40 ? undefined : truncate(inner, share);
		if (short !== undefined) kept.set(key, short);
		room -= sizeOf(short) + key.length + 4;
	}
	return Object.fromEntries(
		Object.keys(value as IDataObject)
			.filter((key) => kept.has(key))
			.map((key) => [key, kept.get(key)]),
	);
}

/** The first values that fit into `room` characters. If the first is too long, it is truncated. */
function firstThatFit(values: readonly unknown[], room: number): unknown[] {
	let size = 0;
	const end = values.findIndex((value) => (size += sizeOf(value) + 1) > room);
	if (end === 0) return [truncate(values[0], room)];
	return end < 0 ? [...values] : values.slice(0, end);
}
