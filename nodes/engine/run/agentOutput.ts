/** Shortens results for AI agents, because they become part of the limited context of the model. */
import type { IDataObject } from 'n8n-workflow';
import { printable, type Row, valueAt } from '../describe';

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
	const missing = new Set(fields);
	const kept: IDataObject[] = [];
	let room = maxAgentCharacters;
	for (const row of rows) {
		const json = selectFields(withoutFiles(row), records.get(row)?.json, fields, secrets, missing);
		if (room < 0) continue;
		room -= sizeUpTo(json, maxAgentCharacters) + 1;
		if (room < 0 && kept.length > 0) continue;
		const short = room < 0 ? truncate(json, maxAgentCharacters, secrets) : json;
		kept.push(withoutSecrets(short as IDataObject, secrets));
	}
	const left = rows.length - kept.length;
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
			note: `Fields to Return: no result has ${printable([...missing].join(', '), maxNames)}. Fields of the results: ${printable(namesOf(withoutFiles(rows[0]!), secrets).join(', '), maxNames)}`,
		});
	return kept.map((json) => ({ json }));
}

/** In characters, of a list of names in a note. */
const maxNames = 1000;

const namesOf = (json: IDataObject, secrets: readonly string[]): string[] =>
	Object.keys(json).filter((name) => !secrets.includes(name));

/**
 * Selects fields of an output or of its complete record, the first that has the field. An output
 * with none of the fields stays as it is, because an error after a write would make a model repeat it.
 * @param missing the fields that no result had so far
 */
function selectFields(
	output: IDataObject,
	record: IDataObject = output,
	fields: readonly string[],
	secrets: readonly string[],
	missing: Set<string>,
): IDataObject {
	const selected: IDataObject = {};
	for (const path of fields) {
		const isSecret = path.split('.').some((name) => secrets.includes(name));
		const value = isSecret ? undefined : (valueAt(output, path) ?? valueAt(record, path));
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

/** Length of a value as JSON, or a number above `limit`. Does not read more of a long value. */
function sizeUpTo(root: unknown, limit: number): number {
	let size = 0;
	const pending: unknown[] = [root];
	while (pending.length > 0 && size <= limit) {
		const value = pending.pop();
		if (typeof value !== 'object' || value === null)
			size +=
				(JSON.stringify(typeof value === 'string' ? value.slice(0, limit) : value) ?? '').length +
				1;
		else {
			size += 2;
			for (const key in value) {
				if (!Array.isArray(value)) size += key.length + 3;
				pending.push((value as IDataObject)[key]);
				if (size + pending.length > limit) return limit + 1;
			}
		}
	}
	return size;
}

/** In characters. Less of a value is not useful. */
const minShare = 40;

/** Truncates a value to `room` characters, which its long properties share. */
function truncate(value: unknown, room: number, secrets: readonly string[]): unknown {
	if (sizeUpTo(value, room) <= room) return value;
	if (typeof value === 'string') {
		const start = value.slice(0, Math.max(0, room - minShare / 2));
		const fits = sizeUpTo(start, room) <= room;
		return `${fits ? start : start.slice(0, start.length / 6)}… (${value.length} characters)`;
	}
	if (Array.isArray(value)) {
		const kept: unknown[] = [];
		let left = room - minShare;
		for (const entry of value as unknown[]) {
			const size = sizeUpTo(entry, left);
			if (size > left) break;
			kept.push(entry);
			left -= size;
		}
		if (kept.length === 0) kept.push(truncate(value[0], left, secrets));
		return [...kept, `… (${value.length - kept.length} more)`];
	}
	if (typeof value !== 'object' || value === null) return value;
	const properties = namesOf(value as IDataObject, secrets).map((name) => {
		const inner = (value as IDataObject)[name];
		return { name, inner, size: sizeUpTo(inner, room) };
	});
	let left = room - minShare;
	const sizeWith = (share: number): number =>
		properties.reduce((sum, { name, size }) => sum + Math.min(size, share) + name.length + 4, 0);
	/** The largest share of a long property with which all properties fit, or else the first ones. */
	const share =
		[4, 16, 64].map((parts) => left / parts).find((one) => sizeWith(one) <= left) ?? minShare;
	const shown: Array<[string, unknown]> = [];
	for (const { name, inner, size } of properties) {
		left -= Math.min(size, share) + name.length + 4;
		if (left < 0) break;
		shown.push([name, truncate(inner, share, secrets)]);
	}
	const omitted = properties.length - shown.length;
	return {
		...Object.fromEntries(shown),
		...(omitted > 0 ? { '…': `${omitted} more properties` } : {}),
	};
}
