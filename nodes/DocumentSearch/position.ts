/**
 * Position of a result in its document: pages, seconds, or cells of a spreadsheet. Pure functions.
 */
import type { IDataObject } from 'n8n-workflow';
import { toText } from '../engine/describe';

export const positionKeys = [
	'page_start',
	'page_end',
	'start_seconds',
	'end_seconds',
	'sheet_name',
	'row_start',
	'row_end',
	'col_start',
	'col_end',
] as const;

/** The positions that a location contains. The service sets the others to null. */
export const positionOf = (location: IDataObject): IDataObject =>
	Object.fromEntries(
		positionKeys.filter((key) => isPresent(location[key])).map((key) => [key, location[key]]),
	);

/** For example "pages 3 to 4" or "sheet Rates, rows 4 to 9". Undefined without a position. */
export function formatPosition({
	page_start,
	page_end,
	start_seconds,
	end_seconds,
	sheet_name,
	row_start,
	row_end,
	col_start,
	col_end,
}: IDataObject): string | undefined {
	const parts = [
		formatRange('page', page_start, page_end),
		isPresent(sheet_name) ? `sheet ${toText(sheet_name)}` : undefined,
		formatRange('row', row_start, row_end),
		formatRange('column', col_start, col_end),
		isPresent(start_seconds)
			? `from ${toText(start_seconds)} s${isPresent(end_seconds) ? ` to ${toText(end_seconds)} s` : ''}`
			: undefined,
	];
	return parts.filter(Boolean).join(', ') || undefined;
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

function formatRange(unit: string, from: unknown, to: unknown): string | undefined {
	if (!isPresent(from)) return undefined;
	return isPresent(to) && to !== from
		? `${unit}s ${String(from)} to ${String(to)}`
		: `${unit} ${String(from)}`;
}
