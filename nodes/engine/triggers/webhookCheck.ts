/**
 * Checks what a webhook trigger has registered with its service, in polls that emit nothing: when
 * n8n starts, and every 15 minutes. n8n 2.x does not call `checkExists` when it starts.
 */
import type {
	IExecuteFunctions,
	IHookFunctions,
	INodeProperties,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { toResult, toText } from '../describe';
import { nodeError } from '../errors/nodeError';
import { guardPoll } from './runPoll';

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

export const placeOf = (
	context: IHookFunctions | IPollFunctions | IWebhookFunctions,
): { nodeName: string; workflowId: string | undefined } => ({
	nodeName: context.getNode().name,
	workflowId: context.getWorkflow().id,
});

/**
 * Whether a URL is the production URL of a trigger, in a poll. n8n provides the URL to the methods of
 * a webhook only, and with durable poll cursors, a poll does not see what these methods have stored.
 * The beginning of the URL is that of the URLs that resume executions, and its end is unique in n8n.
 * @param path `path` of the webhook in the description of the node
 */
export function isOwnUrl(context: IPollFunctions, path: string, url: unknown): url is string {
	const { name, webhookId } = context.getNode();
	const node = webhookId ?? `${context.getWorkflow().id}/${encodeURIComponent(name.toLowerCase())}`;
	// n8n's type of polls lacks the function, which all its contexts have.
	const expressions = context as unknown as Pick<IExecuteFunctions, 'evaluateExpression'>;
	const resumeUrl = toText(expressions.evaluateExpression('{{ $execution.resumeUrl }}', 0));
	const [start, end] = [resumeUrl.split('/').slice(0, -2).join('/'), `/${node}/${path}`];
	return (
		typeof url === 'string' &&
		url.startsWith(`${start}/`) &&
		url.endsWith(end) &&
		!url.endsWith(`/webhook-test${end}`)
	);
}
