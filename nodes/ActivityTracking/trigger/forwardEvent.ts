/** Sends the events of the service to the workflows that share the push subscription. */
import type { IWebhookFunctions } from 'n8n-workflow';
import { CallBudget, CallQueue, cancellableSleep, isTestDelivery } from '../../engine';
import { toResult } from '../../engine/describe';
import { callbackUrlOf, connectApplication, nodeKeyOf } from './context';
import { forgetWorkflow, joinedWorkflows, storedWorkflows } from './joinedWorkflows';
import { type Sender, sendMessage } from './messageClient';
import type { JoinedWorkflow } from './sharedMessages';

/** Waits before the second and the third attempt. The service repeats an event in a similar way. */
const retryWaitsMs = [5_000, 60_000];

/** Requests to each URL that are in flight and waiting. A slow workflow does not delay the others. */
const requests = new CallQueue(5, 45);

/**
 * By node and process. Forged events that this workflow cannot confirm must not make many workflows
 * send requests to the service.
 */
const unconfirmedBudget = new CallBudget([
	{ requests: 10, perMs: 15 * 60_000 },
	{ requests: 100, perMs: 24 * 60 * 60_000 },
]);

/** The workflows that share the subscription and have the credential of an athlete. */
export const recipientsOf = (
	context: IWebhookFunctions,
	athlete: string,
): readonly JoinedWorkflow[] =>
	isTestDelivery(context)
		? []
		: joinedWorkflows(context).filter(({ athleteId }) => athleteId === athlete);

/** Forwards an event that this workflow cannot confirm, for example without the permission. */
export function forwardUnconfirmed(
	context: IWebhookFunctions,
	event: Buffer,
	recipients: readonly JoinedWorkflow[],
): void {
	if (recipients.length > 0 && unconfirmedBudget.spend(nodeKeyOf(context)))
		forwardEvent(context, event, recipients);
}

/** Forwards an event in the background, so that the service gets its response in time. */
export function forwardEvent(
	context: IWebhookFunctions,
	event: Buffer,
	recipients: readonly JoinedWorkflow[],
): void {
	if (recipients.length > 0) void toResult(forwardToAll(context, event, recipients));
}

async function forwardToAll(
	context: IWebhookFunctions,
	event: Buffer,
	recipients: readonly JoinedWorkflow[],
): Promise<void> {
	const sender: Sender = {
		connection: await connectApplication(context),
		url: callbackUrlOf(context),
	};
	const stored = storedWorkflows(context).map(({ url }) => url);
	await Promise.all(
		recipients.map(async (workflow) => {
			// n8n stores only changes during a request that starts no execution.
			if (!stored.includes(workflow.url))
				await sendMessage(sender, sender.url, { type: 'join', workflow });
			await forwardTo(context, sender, event.toString('utf8'), workflow.url);
		}),
	);
}

async function forwardTo(
	context: IWebhookFunctions,
	sender: Sender,
	event: string,
	url: string,
): Promise<void> {
	for (let attempt = 0; ; attempt++) {
		const status = await attemptOf(sender, event, url);
		if (isFinal(status)) return;
		const waitMs = retryWaitsMs[attempt];
		if (waitMs === undefined) return await giveUp(context, sender, url, status);
		await cancellableSleep(waitMs);
	}
}

const attemptOf = async (sender: Sender, event: string, url: string): Promise<number> => {
	const send = async () => await sendMessage(sender, url, { type: 'event', event });
	return (await requests.run(url, send))?.status ?? 0;
};

/** Whether the other workflow has accepted the event or rejected it for good. */
const isFinal = (status: number): boolean =>
	(status >= 200 && status < 300) || [400, 403, 422].includes(status);

/** n8n responds with 404 if the workflow has been deactivated or deleted. */
async function giveUp(
	context: IWebhookFunctions,
	sender: Sender,
	url: string,
	status: number,
): Promise<void> {
	const isGone = status === 404 || status === 410;
	context.logger.warn(
		isGone
			? 'A workflow that shares the push subscription no longer exists, and receives no more events'
			: `An event could not be forwarded to a workflow that shares the push subscription (status ${status})`,
		{ workflowId: context.getWorkflow().id, node: context.getNode().name },
	);
	if (!isGone) return;
	forgetWorkflow(context, url);
	await sendMessage(sender, sender.url, { type: 'leave', url, leftAt: Date.now() });
}
