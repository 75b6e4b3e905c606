/** Sends several items in one request. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Call, CanceledError, PackError } from '../describe';
import { createCall, type Run } from './call';
import { finishRows, connectionOf, inputOf, itemOutput } from './runItem';
import { toResult } from '../transport/result';

/**
 * Sends the items of an operation with `batch`. The input of all items is validated before anything
 * is sent. Each result is linked to its item.
 */
export async function runBatches(
	run: Run,
	from: number,
	to: number,
	outputs: INodeExecutionData[][],
): Promise<void> {
	const { size, prepare, group, run: send } = run.operation.batch!;
	const groups = new Map<string, Call<IDataObject>[]>();
	for (let item = from; item < to; item++) {
		outputs[item] = await itemOutput(run, item, async () => {
			const validated = inputOf(run, item);
			const input = prepare?.(createCall(run, item, validated)) ?? validated;
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
			for (const [index, { item, input }] of batch.entries()) {
				outputs[item] = await itemOutput(run, item, async () => {
					if ('error' in results) throw results.error;
					const result = results.value[index];
					if (result === undefined || result instanceof PackError)
						throw result ?? new PackError('The response contains no result for this item');
					return await Promise.resolve(finishRows(run, item, input, result));
				});
			}
		}
	}
}
