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
		const short = room < 0 ? truncate(json, secrets) : json;
		kept.push(withoutSecrets(short, secrets));
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

/** Maximum length of a text, in characters, until the result fits. Lists keep a tenth as many entries. */
const shortLengths = [10_000, 3000, 1000, 300, 100, 30];

const maxDepth = 50;

/** Truncates the texts, lists and objects of a record until it is short enough. */
function truncate(json: IDataObject, secrets: readonly string[]): IDataObject {
	for (const length of shortLengths) {
		const short = shorten(json, length, secrets) as IDataObject;
		if (sizeUpTo(short, maxAgentCharacters) <= maxAgentCharacters) return short;
	}
	return { '…': 'The record is too long' };
}

function shorten(value: unknown, length: number, secrets: readonly string[], depth = 0): unknown {
	if (typeof value === 'string' && value.length > length)
		return `${value.slice(0, length)}… (${value.length} characters)`;
	if (typeof value !== 'object' || value === null) return value;
	if (depth >= maxDepth) return '…';
	const short = (inner: unknown): unknown => shorten(inner, length, secrets, depth + 1);
	const count = length / 10;
	if (Array.isArray(value)) {
		const omitted = value.length - count;
		return [...value.slice(0, count).map(short), ...(omitted > 0 ? [`… (${omitted} more)`] : [])];
	}
	const names = namesOf(value as IDataObject, secrets);
	const omitted = names.length - count;
	return {
		...Object.fromEntries(
			names.slice(0, count).map((name) => [name, short((value as IDataObject)[name])]),
		),
		...(omitted > 0 ? { '…': `${omitted} more properties` } : {}),
	};
}
