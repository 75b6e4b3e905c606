/** Checks all items of a run before the first one is processed. */
import type { IDataObject } from 'n8n-workflow';
import { type Result, resultOf, toResult } from '../describe';
import { createCall, type Run } from './call';
import { connectionOf, errorItem, inputOf } from './runItem';

/**
 * Reads the input of all items and applies `checkRun` of the operation. With Continue On Fail, each
 * error becomes the output of its item.
 * @returns the validated input of each item, or why it must not be processed; undefined if the
 * operation has no `checkRun`
 * @throws NodeApiError or NodeOperationError for the first rejected item if the run must stop
 */
export async function checkItems(run: Run): Promise<readonly Result<IDataObject>[] | undefined> {
	const { checkRun } = run.operation;
	if (!checkRun) return undefined;
	const inputs: Result<IDataObject>[] = [];
	for (let item = 0; item < run.itemCount; item++) inputs.push(resultOf(() => inputOf(run, item)));
	stopAtError(run, inputs);
	const calls = inputs.flatMap((input, item) =>
		'value' in input
			? [createCall(run, item, input.value, connectionOf(run, item, input.value))]
			: [],
	);
	const errors = await toResult(checkRun(calls));
	for (const [index, { item }] of calls.entries()) {
		const error = 'error' in errors ? errors.error : errors.value[index];
		if (error !== undefined) inputs[item] = { error };
	}
	stopAtError(run, inputs);
	return inputs;
}

/** @throws the error of the first rejected item if the execution must stop */
function stopAtError(run: Run, inputs: readonly Result<IDataObject>[]): void {
	for (const [item, input] of inputs.entries())
		if ('error' in input) errorItem(run, item, input.error);
}
