/** The output of a query: one item per result, one item per query, or one text with numbered sources. Pure functions. */
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { toRow } from '../engine/run/output';

/** The results in a response. Empty if it has none. */
export const resultsIn = (response: IDataObject): IDataObject[] =>
	Array.isArray(response.results) ? (response.results as IDataObject[]) : [];

/** Converts a response to rows. Information about the query as a whole (warnings, timing and so on) is in `search` on every row. */
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

/** All results as one text for a language model. Each passage has its number and its position in the document. */
export function numberedText(results: readonly IDataObject[]): string {
	if (results.length === 0) return 'No results.';
	return results
		.map(
			(result, index) => `[${index + 1}] ${formatPosition(result)}\n${toText(result.text).trim()}`,
		)
		.join('\n\n');
}

/** The source that a number in the text refers to. */
function toSource(result: IDataObject, index: number): IDataObject {
	const { id, filename } = objectIn(result, 'document');
	const { page_start, page_end } = objectIn(result, 'location');
	const source = {
		number: index + 1,
		chunk_id: result.chunk_id,
		document_id: id,
		filename,
		page_start,
		page_end,
		score: result.score,
	};
	return Object.fromEntries(Object.entries(source).filter(([, value]) => isPresent(value)));
}

/** For example "handbook.pdf, pages 3 to 4". Without a file name, starts with the document ID or the chunk ID. */
function formatPosition(result: IDataObject): string {
	const { id, filename } = objectIn(result, 'document');
	const { page_start, page_end, sheet_name, row_start, row_end, start_seconds, end_seconds } =
		objectIn(result, 'location');
	const parts = [
		toText(filename ?? id ?? result.chunk_id),
		formatRange('page', page_start, page_end),
		isPresent(sheet_name) ? `sheet ${toText(sheet_name)}` : undefined,
		formatRange('row', row_start, row_end),
		isPresent(start_seconds)
			? `from ${toText(start_seconds)} s${isPresent(end_seconds) ? ` to ${toText(end_seconds)} s` : ''}`
			: undefined,
	];
	return parts.filter(Boolean).join(', ');
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function formatRange(unit: string, from: unknown, to: unknown): string | undefined {
	if (!isPresent(from)) return undefined;
	return isPresent(to) && to !== from
		? `${unit}s ${String(from)} to ${String(to)}`
		: `${unit} ${String(from)}`;
}

const objectIn = (result: IDataObject, name: string): IDataObject =>
	(result[name] ?? {}) as IDataObject;
