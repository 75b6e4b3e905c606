import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type Row } from '../describe';
import { writesOf } from '../http/once';
import { send } from '../http/pipeline';
import { planOperation } from '../plan/planOperation';
import type { ItemValues } from '../read/items';
import { createCall, type Run } from './call';
import { finishRows, mapInTurns, responseToRows, toRow } from './output';
import { fetchAllRows } from './pagination';

/** Runs the operation for one item. Returns its final rows, and then the errors of failed rows. */
export async function runItem(
	run: Run,
	item: number,
	values: ItemValues,
	startNext?: () => void,
): Promise<readonly (Row | PackError)[]> {
	const { operation, sentWrites } = run;
	const call = createCall(run, item, values, {
		...(sentWrites ? { sentWrites: writesOf(sentWrites, item) } : {}),
		...(operation.overlapWaits && startNext ? { startNext } : {}),
	});
	const rows = operation.run ? await operation.run(call) : await requestRows(call);
	run.succeeded += 1;
	if (rows.length === 0) run.emptyHint ??= operation.emptyHint?.(values.input);
	const failed = rows.filter((row) => row instanceof PackError);
	const succeeded = rows.filter((row) => !(row instanceof PackError)) as Row[];
	return [...(await finishRows(run, values, succeeded)), ...failed];
}

async function requestRows({
	connection,
	operation,
	input,
	maxRows,
}: Call<IDataObject>): Promise<readonly (Row | PackError)[]> {
	const { plan, policy } = planOperation(operation, input);
	const { paging } = operation;
	if (paging) {
		const rows = await fetchAllRows(connection, plan, paging, policy, maxRows);
		return await mapInTurns(rows, (row) => paging.rowError?.(row) ?? toRow(row));
	}
	return responseToRows(operation, await send(connection, plan, policy), input);
}
