/**
 * The output of a query: one item per result, one item per query, or one text with numbered
 * sources. Pure functions.
 */
import type { IDataObject } from 'n8n-workflow';
import { toRow } from '../engine';
import { type Row, toText } from '../engine/describe';
import { formatPosition, positionKeys, positionOf } from './position';

/** The results in a response. Empty if it has none. */
export const resultsIn = (response: IDataObject): IDataObject[] =>
	Array.isArray(response.results) ? (response.results as IDataObject[]) : [];

/**
 * Converts a response to rows. Information about the query as a whole (warnings, timing and so on)
 * is in `search` on every row.
 */
export function queryRows(response: IDataObject, returnAs: string | undefined): Row[] {
	if (returnAs === 'query') return [toRow(response)];
	const search: IDataObject = Object.fromEntries(
		Object.entries(response).filter(([key]) => key !== 'results'),
	);
	const results = resultsIn(response);
	if (returnAs === 'text')
		return [{ json: { text: numberedText(results), sources: results.map(toSource), search } }];
	return results.map((result, index) => toRow({ rank: index + 1, ...result, search }));
}

/**
 * All results as one text for a language model. Each passage has its number and its position in the
 * document.
 */
export function numberedText(results: readonly IDataObject[]): string {
	if (results.length === 0) return 'No results.';
	return results
		.map((result, index) => `[${index + 1}] ${formatSource(result)}\n${toText(result.text).trim()}`)
		.join('\n\n');
}

/** The source that a number in the text refers to. */
function toSource(result: IDataObject, index: number): IDataObject {
	const { id, filename } = objectIn(result, 'document');
	const source = {
		number: index + 1,
		chunk_id: result.chunk_id,
		document_id: id,
		filename,
		...positionOf(objectIn(result, 'location')),
		score: result.score,
	};
	return withoutEmpty(source, Object.keys(source));
}

/**
 * For example "handbook.pdf, pages 3 to 4". Without a file name, starts with the document ID or the
 * chunk ID.
 */
function formatSource(result: IDataObject): string {
	const { id, filename } = objectIn(result, 'document');
	return [toText(filename ?? id ?? result.chunk_id), formatPosition(objectIn(result, 'location'))]
		.filter(Boolean)
		.join(', ');
}

const simplifiedKeys = ['document_source', 'document_metadata', ...positionKeys];

/** Removes empty values from the properties that Simplify moves to the top level. */
export const omitEmpty = (rows: readonly Row[]): Row[] =>
	rows.map((row) => ({ ...row, json: withoutEmpty(row.json, simplifiedKeys) }));

const withoutEmpty = (json: IDataObject, keys: readonly string[]): IDataObject =>
	Object.fromEntries(
		Object.entries(json).filter(
			([key, value]) => !keys.includes(key) || (value !== undefined && value !== null),
		),
	);

const objectIn = (result: IDataObject, name: string): IDataObject =>
	(result[name] ?? {}) as IDataObject;
