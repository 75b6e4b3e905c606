/** Retry On Fail runs the whole node again, including items that succeeded. This module remembers which writes must not be repeated. */
import { type Call, type HttpResponse, PackError } from '../describe';
import { notSentCodes } from '../transport/retry';
import { type Result, toResult } from '../transport/result';

/** By the run of a node, which n8n hands to each of its tries; forgotten together with the execution. */
const runs = new WeakMap<object, Map<number, Result<HttpResponse>>>();

/**
 * Sends what may go out once for an item: a later try is given the first one's answer, or its refusal where the write may have
 * been carried out. What was surely not carried out goes out again. An agent's calls of a tool are no tries, even where n8n hands
 * them the same run.
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
	if ('value' in result || isOpen(result.error)) items.set(item, result);
	if ('error' in result) throw result.error;
	return result.value;
}

/** Whether a write that failed may have been carried out all the same. */
function isOpen(error: unknown): boolean {
	if (!(error instanceof PackError)) return true;
	const { status, code, retryAfterMs: askedMs } = error.details;
	if (status === undefined) return code !== undefined && !notSentCodes.has(code);
	return status === 408 || (status >= 500 && !(status === 503 && askedMs !== undefined));
}
