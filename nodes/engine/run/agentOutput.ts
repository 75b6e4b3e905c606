/** Shortens results for AI agents, because they become part of the limited context of the model. */
import type { IDataObject } from 'n8n-workflow';
import { printable, readSafely, type Row, valueAt } from '../describe';

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
		const visible = withoutSecrets(json, secrets);
		room -= (toJson(visible)?.length ?? Infinity) + 1;
		if (room >= 0) kept.push(visible);
		else if (kept.length === 0) kept.push(truncate(visible));
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
	if (missing.size > 0 && rows.length > 0) {
		const names = Object.keys(withoutFiles(rows[0]!)).filter((name) => !secrets.includes(name));
		kept.push({
			note: `Fields to Return: no result has ${printable([...missing].join(', '), maxNames)}. Fields of the results: ${printable(names.join(', '), maxNames)}`,
		});
	}
	return kept.map((json) => ({ json }));
}

/** In characters, of a list of names in a note. */
const maxNames = 1000;

/** In characters. Less of a value is not useful. */
const minShare = 100;

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
				toJson(json, secrets) ?? '{"note":"The result is nested too deeply."}',
			) as IDataObject);

/** The JSON of a value without secrets. Undefined for data that is nested too deeply. */
const toJson = (value: unknown, secrets: readonly string[] = []): string | undefined =>
	readSafely(() =>
		JSON.stringify(value, (key, inner: unknown) => (secrets.includes(key) ? undefined : inner)),
	);

/** Truncates the long properties of a record, as text, and leaves out those that do not fit. */
function truncate(json: IDataObject): IDataObject {
	const properties = Object.entries(json);
	const share = Math.max(minShare, maxAgentCharacters / properties.length / 2);
	const short: IDataObject = {};
	let room = maxAgentCharacters - minShare;
	for (const [index, [name, value]] of properties.entries()) {
		const text = typeof value === 'string' ? value : toJson(value);
		const isLong = text !== undefined && text.length > share;
		const start = isLong ? `${text.slice(0, share)}… (${text.length} characters)` : value;
		const shown = text === undefined ? '…' : start;
		room -= JSON.stringify([name, shown]).length;
		if (room < 0) return { ...short, '…': `${properties.length - index} more properties` };
		short[name] = shown;
	}
	return short;
}
