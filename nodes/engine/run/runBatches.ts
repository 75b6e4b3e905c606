/** Sends several items in one request. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Call, CanceledError, PackError } from '../describe';
import { createCall, type Run } from './call';
import { finished, guarded, inputOf, itemOutput } from './runItem';
import { toResult } from '../transport/result';

/** Sends items together. Input is checked for all of them before anything is sent; every entry of an answer lands on its own item. */
export async function batches(
	run: Run,
	from: number,
	to: number,
	outputs: INodeExecutionData[][],
): Promise<void> {
	const { size, prepare, group, run: send } = run.operation.batch!;
	const groups = new Map<string, Call<IDataObject>[]>();
	for (let item = from; item < to; item++) {
		outputs[item] = await itemOutput(run, item, async () => {
			const given = inputOf(run, item);
			const input = prepare?.(createCall(run, item, given)) ?? given;
			const key = group?.(input) ?? '';
			const calls = groups.get(key) ?? [];
			groups.set(key, calls);
			calls.push(createCall(run, item, input, guarded(run, item, input)));
			return await Promise.resolve([]);
		});
	}
	for (const calls of groups.values()) {
		const most = typeof size === 'number' ? size : size(calls[0]!.input);
		for (let at = 0; at < calls.length; at += most) {
			if (run.connection.signal?.aborted) throw new CanceledError();
			const together = calls.slice(at, at + most);
			const results = await toResult(send(together));
			for (const [index, { item, input }] of together.entries()) {
				outputs[item] = await itemOutput(run, item, async () => {
					if ('error' in results) throw results.error;
					const result = results.value[index];
					if (result === undefined || result instanceof PackError)
						throw result ?? new PackError('The response contains no result for this item');
					return await Promise.resolve(finished(run, item, input, result));
				});
			}
		}
	}
}
