/**
 * Unwraps records. The service returns `{ "invoice": {…}, "connection": {…} }`, but an item should
 * contain only the record.
 */
import { toRow } from '../engine';
import { isObject, type Row } from '../engine/describe';

/** Status of a partially successful job, which is added to the record's fields. */
const jobStatusKey = 'job_status';

/**
 * Unwraps the record with this name in each row. Rows without the record, such as jobs, are
 * returned unchanged.
 */
export const unwrapRecord =
	(name: string) =>
	(rows: readonly Row[]): Row[] =>
		rows.map((row) => unwrap(row, row.json[name]));

/** Unwraps the only record in each row, regardless of its name. */
export const unwrapAnyRecord = (rows: readonly Row[]): Row[] =>
	rows.map((row) => {
		const names = Object.keys(row.json).filter(
			(key) => key !== 'connection' && key !== jobStatusKey,
		);
		return names.length === 1 && names[0] !== 'async_response'
			? unwrap(row, row.json[names[0]!])
			: row;
	});

function unwrap(row: Row, record: unknown): Row {
	if (!isObject(record)) return row;
	const status = row.json[jobStatusKey];
	return toRow(status === undefined ? record : { ...record, [jobStatusKey]: status });
}
