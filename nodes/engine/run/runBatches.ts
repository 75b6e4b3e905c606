import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Call, Result, Row } from '../describe';
import { CanceledError, PackError, resultOf, toResult, valueOf } from '../describe';
import { addHint } from '../errors/nodeError';
import { isSentOnce, mustNotRepeat } from '../http/once';
import type { ItemValues } from '../read/items';
import { createCall, type Run } from './call';
import { finishRows, itemOutput } from './output';

/**
 * Sends the items of an operation with `batch`, once the input of all of them is valid. When Retry
 * On Fail runs the node again, an item that must not be repeated is not sent again.
 */
export async function runBatches(
	run: Run,
	from: number,
	to: number,
	outputs: INodeExecutionData[][],
): Promise<void> {
	const { batch, idempotency, method } = run.operation;
	const { size, group, check, run: send } = batch!;
	const sentRows = isSentOnce(idempotency, method) ? run.sentWrites?.rows : undefined;
	const groups = new Map<
		string,
		Array<{ item: number; values: ItemValues; call: Call<IDataObject> }>
	>();
	for (let item = from; item < to; item++) {
		const output = itemOutput(run, item, async () => {
			const values = valueOf(run.items.take(item));
			const sent = sentRows?.get(item);
			if (sent) return await finishRows(run, values, valueOf(sent));
			const key = group?.(values.input) ?? '';
			const items = groups.get(key) ?? [];
			groups.set(key, items);
			items.push({ item, values, call: createCall(run, item, values) });
			return await Promise.resolve([]);
		});
		const result = await toResult(output);
		const isUnsent = from === 0 && run.itemCount > 1 && method !== 'GET' && !sentRows?.size;
		if ('error' in result && isUnsent && !run.connection.signal?.aborted)
			addHint(
				result.error,
				'No item was sent. To send the valid items, set On Error to Continue (using error output) in the settings of the node.',
			);
		outputs[item] = valueOf(result);
	}
	const batches = [...groups.values()].flatMap((items) => {
		const maxSize = typeof size === 'number' ? size : size(items[0]!.values.input);
		// The maximum can be infinite.
		const batchSize = Math.min(maxSize, items.length);
		return Array.from({ length: Math.ceil(items.length / batchSize) }, (_, index) => {
			const batched = items.slice(index * batchSize, (index + 1) * batchSize);
			const calls = batched.map(({ call }) => call);
			return { batched, calls, checked: resultOf(() => check?.(calls)) };
		});
	});
	// Those that fail come first, because their error can stop the run.
	batches.sort((a, b) => Number('value' in a.checked) - Number('value' in b.checked));
	for (const { batched, calls, checked } of batches) {
		if (run.connection.signal?.aborted) throw new CanceledError();
		const results = 'error' in checked ? checked : await toResult(send(calls));
		const itemResults = batched.map((_, index) => resultAt(results, index));
		run.succeeded += itemResults.filter((result) => 'value' in result).length;
		for (const [index, { item }] of batched.entries())
			if (mustNotRepeat(itemResults[index]!, idempotency)) sentRows?.set(item, itemResults[index]!);
		for (const [index, { item, values }] of batched.entries())
			outputs[item] = await itemOutput(
				run,
				item,
				async () => await finishRows(run, values, valueOf(itemResults[index]!)),
			);
	}
}

function resultAt(
	results: Result<readonly (readonly Row[] | PackError)[]>,
	index: number,
): Result<readonly Row[]> {
	if ('error' in results) return results;
	const result = results.value[index];
	if (result !== undefined && !(result instanceof PackError)) return { value: result };
	const missing = 'The response contains no result for this item';
	return { error: result ?? new PackError(missing, { mayHaveBeenProcessed: true }) };
}
