/** Runs an operation for one item. */
import type { IDataObject } from 'n8n-workflow';
import { type Call, PackError, type RequestPlan, type Row } from '../describe';
import { sendOnce } from '../http/once';
import { send } from '../http/pipeline';
import { planOperation } from '../plan/planOperation';
import type { ItemValues } from '../read/items';
import { createCall, type Run } from './call';
import { download } from './download';
import { fileBody, inputFile } from './inputFile';
import { mapInTurns } from './mapInTurns';
import { finishRows, responseToRows, toRow } from './output';
import { fetchAllRows } from './pagination';

/**
 * Runs the operation for one item. Returns its final rows, followed by the errors of failed rows.
 * @param startNext lets the next item start, if the operation has `overlapWaits`
 */
export async function runItem(
	run: Run,
	item: number,
	values: ItemValues,
	startNext?: () => void,
): Promise<readonly (Row | PackError)[]> {
	const { operation, sentWrites } = run;
	const call = createCall(run, item, values, {
		...(sentWrites ? { sendOnce: sendOnce(sentWrites, item) } : {}),
		...(operation.overlapWaits && startNext ? { startNext } : {}),
	});
	const rows = operation.run ? await operation.run(call) : await requestRows(call);
	const failed = rows.filter((row) => row instanceof PackError);
	const succeeded = rows.filter((row) => !(row instanceof PackError)) as Row[];
	return [...(await finishRows(run, values, succeeded)), ...failed];
}

/** Sends the request of the operation, and converts its response to rows. */
async function requestRows(call: Call<IDataObject>): Promise<readonly (Row | PackError)[]> {
	const { context, connection, operation, input, maxRows } = call;
	const { plan, policy } = planOperation(operation, input);
	const { paging } = operation;
	if (paging) {
		const compare = operation.compare?.(input);
		const limit = compare ? undefined : maxRows;
		const found = await fetchAllRows(connection, plan, paging, policy, limit);
		const rows = compare ? found.sort(compare).slice(0, maxRows) : found;
		return await mapInTurns(rows, (row) => paging.rowError?.(row) ?? toRow(row));
	}
	if (operation.output === 'binary') {
		const { records } = policy;
		const data = await download(context, connection, { url: plan.url, records });
		return [{ json: {}, binary: { data } }];
	}
	const response = await send(connection, { ...plan, ...(await inputBody(call)) }, policy);
	return responseToRows(operation, response, input);
}

/** The file of the item as the body of the request, if the operation has a file field. */
async function inputBody({
	context,
	operation,
	item,
	input,
}: Call<IDataObject>): Promise<Pick<RequestPlan, 'open'>> {
	const [property, field] =
		Object.entries(operation.fields).find(([, { kind }]) => kind === 'file') ?? [];
	if (property === undefined) return {};
	const file = await inputFile(context, item, input[property] as string, field?.label);
	return fileBody(file);
}
