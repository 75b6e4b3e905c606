/** Reads lists of a repository that can be empty. */
import type { IDataObject } from 'n8n-workflow';
import { fetchAllRows, planOperation, showHint, toRow } from '../../engine';
import { type Call, type Row, toResult, valueOf } from '../../engine/describe';
import { isEmptyRepositoryError } from '../errors';

/** Returns the rows of a list. The service rejects the request if the repository has no commits. */
export async function listUnlessEmpty(call: Call<unknown>): Promise<Row[]> {
	const { connection, context, input, maxRows, operation } = call;
	const { plan, policy } = planOperation(operation, input as IDataObject);
	const rows = await toResult(fetchAllRows(connection, plan, operation.paging!, policy, maxRows));
	if ('error' in rows && isEmptyRepositoryError(rows.error)) {
		showHint(context, 'The repository is empty: it has no commits yet.');
		return [];
	}
	return valueOf(rows).map(toRow);
}
