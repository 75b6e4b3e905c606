/**
 * Checks what a webhook trigger has registered with its service, in polls that emit nothing: when
 * n8n starts, and every 15 minutes. n8n 2.x does not call `checkExists` when it starts.
 */
import type {
	IHookFunctions,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { toResult } from '../describe';
import { nodeError } from '../errors/nodeError';
import { guardPoll } from './poll';

/** With `polling` in the description instead, the editor would not listen for a test event. */
export const checkTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

/** Runs a check as a poll. A failure is only logged. @param failure message of the log entry */
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
