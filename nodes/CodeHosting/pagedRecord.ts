/** Records that contain a list with several pages. */
import type { IDataObject } from 'n8n-workflow';
import { fetchAllRows, planOperation, responseRows, toRow } from '../engine';
import { type Call, isObject, type Paging, type Row } from '../engine/describe';

/**
 * Reads such a record. Every page contains the record with a part of the list.
 * @param paging pagination of the list, with its name as `rows`
 * @returns the record on the first page, with the complete list. Text, such as a diff, is returned as
 * it is.
 */
export const readPagedRecord =
	(paging: Paging & { readonly rows: string }) =>
	async ({ connection, operation, input }: Call<unknown>): Promise<Row[]> => {
		const { plan, policy } = planOperation(operation, input as IDataObject);
		let record: unknown;
		const next: Paging['next'] = (response, page) => {
			record ??= response.body;
			return isObject(response.body) ? paging.next(response, page) : undefined;
		};
		// A record without the list is complete.
		const listIn = (body: unknown): IDataObject[] =>
			isObject(body) && body[paging.rows] !== undefined
				? responseRows({ status: 200, headers: {}, body }, paging.rows)
				: [];
		const rows = await fetchAllRows(connection, plan, { ...paging, rows: listIn, next }, policy);
		const isPaged = isObject(record) && Array.isArray(record[paging.rows]);
		return [toRow(isPaged ? { ...(record as IDataObject), [paging.rows]: rows } : record)];
	};
