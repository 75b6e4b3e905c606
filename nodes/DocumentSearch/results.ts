/** An answer of a query as items: one a result, one a query, or a text with numbered sources. Pure. */
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../engine/describe';
import { toRow } from '../engine/run/output';

/** Results of an answer; none where it has none. */
export const resultsOf = (answer: IDataObject): IDataObject[] =>
	Array.isArray(answer.results) ? (answer.results as IDataObject[]) : [];

/** The rows of an answer. What the service applied, its warnings and its timing stay on every item, under `search`. */
export function rowsOfQuery(answer: IDataObject, returnAs: string | undefined): Row[] {
	if (returnAs === 'query') return [toRow(answer)];
	const search = Object.fromEntries(
		Object.entries(answer).filter(([key]) => key !== 'results'),
	) as IDataObject;
	const results = resultsOf(answer);
	if (returnAs === 'text')
		return [{ json: { text: contextOf(results), sources: results.map(sourceOf), search } }];
	return results.map((result, index) => toRow({ rank: index + 1, ...result, search }));
}

/** All results as one text for a language model: each with its number and where it stands. */
export function contextOf(results: readonly IDataObject[]): string {
	if (results.length === 0) return 'No results.';
	return results
		.map(
			(result, index) => `[${index + 1}] ${placeOf(result)}\n${String(result.text ?? '').trim()}`,
		)
		.join('\n\n');
}

/** What a number in the text stands for, without the text. */
function sourceOf(result: IDataObject, index: number): IDataObject {
	const { id, filename } = partOf(result, 'document');
	const { page_start, page_end } = partOf(result, 'location');
	const all = {
		number: index + 1,
		chunk_id: result.chunk_id,
		document_id: id,
		filename,
		page_start,
		page_end,
		score: result.score,
	};
	return Object.fromEntries(
		Object.entries(all).filter(([, value]) => value !== undefined && value !== null),
	) as IDataObject;
}

/** "handbook.pdf, pages 3 to 4": the document, else its id, else the chunk. */
function placeOf(result: IDataObject): string {
	const { id, filename } = partOf(result, 'document');
	const { page_start, page_end, sheet_name, row_start, start_seconds, end_seconds } = partOf(
		result,
		'location',
	);
	const parts = [
		String(filename ?? id ?? result.chunk_id),
		range('page', page_start, page_end),
		isGiven(sheet_name) ? `sheet ${String(sheet_name)}` : undefined,
		range('row', row_start, partOf(result, 'location').row_end),
		isGiven(start_seconds)
			? `from ${String(start_seconds)} s${isGiven(end_seconds) ? ` to ${String(end_seconds)} s` : ''}`
			: undefined,
	];
	return parts.filter(Boolean).join(', ');
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function range(unit: string, from: unknown, to: unknown): string | undefined {
	if (!isGiven(from)) return undefined;
	return isGiven(to) && to !== from
		? `${unit}s ${String(from)} to ${String(to)}`
		: `${unit} ${String(from)}`;
}

const partOf = (result: IDataObject, name: string): IDataObject =>
	(result[name] ?? {}) as IDataObject;
