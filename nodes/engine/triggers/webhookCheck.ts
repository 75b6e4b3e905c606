/**
 * Checks what a webhook trigger has registered with its service: when n8n starts, and every 15
 * minutes. n8n 2.x does not call `checkExists` when it starts, unless the trigger also polls. The
 * poll emits nothing.
 */
import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeExecutionData,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { toResult } from '../describe';
import { nodeError } from '../errors/nodeError';
import { guardPoll } from './pollGuard';

/**
 * n8n polls the node at these times. With `polling` in the description, the editor would offer to
 * fetch a test event instead of listening for one.
 */
export const checkTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

/**
 * Runs a check as a poll. A failed check does not start an execution. It is logged, and the next
 * check repeats it.
 * @param failure message of the log entry
 */
export async function runCheck(
	context: IPollFunctions,
	failure: string,
	check: () => Promise<void>,
): Promise<null> {
	const result = await toResult(guardPoll(context, check));
	if ('error' in result)
		context.logger.warn(
			`${failure}: ${nodeError(context.getNode(), result.error, 0).message}`,
			placeOf(context),
		);
	return null;
}

/** The trigger in log entries. */
export const placeOf = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): { nodeName: string; workflowId: string | undefined } => ({
	nodeName: context.getNode().name,
	workflowId: context.getWorkflow().id,
});

/**
 * The method `execute` of the node, which n8n calls at the start of every execution that the webhook
 * triggers. Without it, n8n would call `poll` for a test event.
 */
export const passThrough = async (context: IExecuteFunctions): Promise<INodeExecutionData[][]> =>
	await Promise.resolve([
		context.getInputData().map((item, index) => ({ ...item, pairedItem: { item: index } })),
	]);
