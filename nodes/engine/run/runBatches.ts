/** Sends several items in one request. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	type Call,
	CanceledError,
	type Method,
	PackError,
	type Result,
	type Row,
	toResult,
	valueOf,
} from '../describe';
import { createCall, type Run } from './call';
import { connectionOf, finishRows, inputOf, itemOutput } from './runItem';
import { isSentOnce, mustNotRepeat } from './sendOnce';

/**
 * Sends the items of an operation with `batch`. The input of all items is validated before anything
 * is sent. Each result is linked to its item. An item that must not be repeated is not sent again
 * when Retry On Fail runs the node again.
 */
export async function runBatches(
	run: Run,
	from: number,
	to: number,
	outputs: INodeExecutionData[][],
): Promise<void> {
	const { batch, idempotency, request } = run.operation;
	const { size, prepare, group, run: send } = batch!;
	const method = request?.split(' ', 1)[0] as Method | undefined;
	const sentRows = isSentOnce(idempotency, method) ? run.sentWrites?.rows : undefined;
	const groups = new Map<string, Call<IDataObject>[]>();
	for (let item = from; item < to; item++) {
		outputs[item] = await itemOutput(run, item, async () => {
			const validated = inputOf(run, item);
			const input = prepare?.(createCall(run, item, validated)) ?? validated;
			const sent = sentRows?.get(item);
			if (sent) return await finishRows(run, item, input, valueOf(sent));
			const key = group?.(input) ?? '';
			const calls = groups.get(key) ?? [];
			groups.set(key, calls);
			calls.push(createCall(run, item, input, connectionOf(run, item, input)));
			return await Promise.resolve([]);
		});
	}
	for (const calls of groups.values()) {
		const batchSize = typeof size === 'number' ? size : size(calls[0]!.input);
		for (let start = 0; start < calls.length; start += batchSize) {
			if (run.connection.signal?.aborted) throw new CanceledError();
			const batch = calls.slice(start, start + batchSize);
			const results = await toResult(send(batch));
			const itemResults = batch.map((_, index) => resultAt(results, index));
			for (const [index, { item }] of batch.entries())
				if (mustNotRepeat(itemResults[index]!, idempotency))
					sentRows?.set(item, itemResults[index]!);
			for (const [index, { item, input }] of batch.entries()) {
				outputs[item] = await itemOutput(
					run,
					item,
					async () => await finishRows(run, item, input, valueOf(itemResults[index]!)),
				);
			}
		}
	}
}

/** The result of one item of a batch. */
function resultAt(
	results: Result<readonly (readonly Row[] | PackError)[]>,
	index: number,
): Result<readonly Row[]> {
	if ('error' in results) return results;
	const result = results.value[index];
	if (result !== undefined && !(result instanceof PackError)) return { value: result };
	return {
		error:
			result ??
			new PackError('The response contains no result for this item', {
				mayHaveBeenProcessed: true,
			}),
	};
}
