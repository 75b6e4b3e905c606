/**
 * Retry On Fail runs the complete node again, including items that succeeded. This module records
 * the results of writes that must not be repeated.
 */
import { type Call, type HttpResponse, PackError } from '../describe';
import { mayHaveReached } from '../transport/retry';
import { type Result, toResult } from '../transport/result';

/**
 * Results by node run. n8n passes the same run object to every attempt of Retry On Fail, and
 * discards it with the execution.
 */
const runs = new WeakMap<object, Map<number, Result<HttpResponse>>>();

/**
 * Sends a write once per item. When Retry On Fail runs the node again, the item gets the first
 * response, or the first error if the write may have been processed. A write that was not processed
 * is retried. Tool calls of an AI agent are always sent, because n8n may pass the same run object
 * to different calls.
 */
export async function sendOnce(
	{
		context,
		connection,
		item,
		isAgent,
	}: Pick<Call<unknown>, 'context' | 'connection' | 'item' | 'isAgent'>,
	send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
	if (isAgent || !connection.node.retryOnFail) return await send();
	const run = context.getExecuteData();
	const items = runs.get(run) ?? new Map<number, Result<HttpResponse>>();
	runs.set(run, items);
	const result = items.get(item) ?? (await toResult(send()));
	if ('value' in result || mayHaveBeenProcessed(result.error)) items.set(item, result);
	if ('error' in result) throw result.error;
	return result.value;
}

/** Whether the service may have processed a write that failed. */
function mayHaveBeenProcessed(error: unknown): boolean {
	if (!(error instanceof PackError)) return true;
	const { status, code, retryAfterMs } = error.details;
	if (status === undefined) return code !== undefined && mayHaveReached(code);
	return status === 408 || (status >= 500 && !(status === 503 && retryAfterMs !== undefined));
}
