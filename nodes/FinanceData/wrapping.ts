/** The service wraps a record under its name, beside the connection that it came from; an item is the record alone. */
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../engine/describe';
import { toRow } from '../engine/run/output';

export const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a job ended that did not do everything; it stands in the item beside the record. */
const besides = 'job_status';

/** Takes the record of a name out of each row; a row without it (a job, say) stays as it is. */
export const recordNamed =
	(name: string) =>
	(rows: readonly Row[]): Row[] =>
		rows.map((row) => inner(row, row.json[name]));

/** Takes the one record out of each row, whatever its name is. */
export const recordOfAnyName = (rows: readonly Row[]): Row[] =>
	rows.map((row) => {
		const names = Object.keys(row.json).filter((key) => key !== 'connection' && key !== besides);
		return names.length === 1 && names[0] !== 'async_response'
			? inner(row, row.json[names[0]!])
			: row;
	});

function inner(row: Row, record: unknown): Row {
	if (!isObject(record)) return row;
	const status = row.json[besides];
	return toRow(status === undefined ? record : { ...record, [besides]: status });
}
