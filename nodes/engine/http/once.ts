/**
 * Sends each write once, although Retry On Fail runs the node again with all items. Records the
 * results of writes that must not be repeated, and of deletions, because a second deletion fails.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import type { HttpResponse, Idempotency, Method, Result, Row, SentWrite } from '../describe';
import { PackError, toResult, valueOf } from '../describe';
import type { Outgoing, Send } from './stage';

export interface SentWrites {
	/** Run index of the first attempt. Idempotency keys contain it. */
	readonly runIndex: number;
	/** Requests by item, see `ItemState`. */
	readonly requests: Map<number, SentWrite>[];
	/** Results by item, for operations that send several items in one request. */
	readonly rows: Map<number, Result<readonly Row[]>>;
}

const runs = new WeakMap<object, SentWrites>();

/** The writes of all attempts of this node run; undefined if there is only one attempt. */
export function sentWritesOf(context: IExecuteFunctions, runIndex: number): SentWrites | undefined {
	const run = context.getNode().retryOnFail ? runObject(context) : undefined;
	if (!run) return undefined;
	const writes = runs.get(run) ?? { runIndex, requests: [], rows: new Map() };
	runs.set(run, writes);
	return writes;
}

/**
 * An object that is the same in all attempts of a node run, and different in every run of a loop
 * and in every call of a tool. n8n drops it after the run, and with it the recorded writes.
 */
function runObject(context: IExecuteFunctions): object | undefined {
	const executeData = context.getExecuteData();
	if (executeData.node.name === context.getNode().name) return executeData;
	// The node is a tool, and this is the run of its agent. In all attempts of one call, n8n passes the
	// same arguments object.
	const toolArguments: unknown = context.getInputData()[0]?.json;
	return typeof toolArguments === 'object' && toolArguments !== null ? toolArguments : undefined;
}

export const isSentOnce = (idempotency: Idempotency, method: Method | undefined): boolean =>
	idempotency === 'none' || method === 'DELETE';

/** Whether a request must not be repeated: it succeeded, or the service may have processed it. */
export const mustNotRepeat = (result: Result<unknown>, idempotency: Idempotency): boolean =>
	'value' in result ||
	(idempotency === 'none' &&
		!(result.error instanceof PackError && !result.error.details.mayHaveBeenProcessed));

/** A later attempt gets the first response, or the first error if it may have been processed. */
export const once =
	(next: Send<Outgoing, HttpResponse>): Send<Outgoing, HttpResponse> =>
	async (request) => {
		const { method, url } = request.plan;
		const { idempotency } = request.policy;
		const { item } = request.connection;
		if (!item?.sentWrites || !isSentOnce(idempotency, method)) return await next(request);
		const position = item.writes ?? 0;
		item.writes = position + 1;
		const line = `${method} ${url}`;
		const sent = item.sentWrites.get(position) ?? { line, result: await toResult(next(request)) };
		if (sent.line !== line)
			throw new PackError('An earlier attempt sent this item to a different address', {
				hint: 'Retry On Fail does not send a write twice, so the item was not sent to the new address. Use values that are the same in every attempt, without random values or current times, or turn off Retry On Fail.',
			});
		if (mustNotRepeat(sent.result, idempotency)) item.sentWrites.set(position, sent);
		return valueOf(sent.result);
	};
