/** Moves the push subscription to another workflow when its workflow is deactivated. */
import type { IWebhookFunctions } from 'n8n-workflow';
import { stateOf } from './context';
import { storeWorkflows } from './joinedWorkflows';
import { joinHost } from './joinHost';
import { isTriggerUrl, type Sender, sendMessage } from './messageClient';
import { createAt, findSubscription } from './pushSubscription';
import type { JoinedWorkflow } from './sharedMessages';

/** The service verifies the new URL in this time. */
const timeoutMs = 15_000;

/** The user waits for the deactivation. */
const maxMs = 60_000;

/**
 * Asks the workflows, one after the other, to create the subscription, which has been deleted.
 * Begins with workflows of the same n8n, which is certainly running. Returns false if a workflow
 * receives no more events.
 */
export async function handOver(
	sender: Sender,
	joined: readonly JoinedWorkflow[],
): Promise<boolean> {
	const { origin } = new URL(sender.url);
	const isNear = ({ url }: JoinedWorkflow): boolean => new URL(url).origin === origin;
	const startedAt = performance.now();
	let isComplete = true;
	for (const { url } of [...joined.filter(isNear), ...joined.filter((one) => !isNear(one))]) {
		if (performance.now() - startedAt > maxMs) return false;
		const others = joined.filter((one) => one.url !== url);
		const message = { type: 'takeOver', joined: others } as const;
		const { result } = await sendMessage(sender, url, message, timeoutMs);
		if (result === 'created') return true;
		if (result !== 'joined') isComplete = false;
	}
	return isComplete;
}

/**
 * Creates the subscription for this workflow. If another workflow has created it in the meantime,
 * joins that workflow.
 */
export async function takeOver(
	context: IWebhookFunctions,
	{ connection, url }: Sender,
	joined: readonly JoinedWorkflow[],
): Promise<'created' | 'joined' | 'failed'> {
	const id = await createAt(context, connection, url);
	if (id !== undefined) {
		stateOf(context).subscriptionId = id;
		storeWorkflows(context, joined);
		return 'created';
	}
	const sender = { connection, url };
	const hostUrl = (await findSubscription(connection))?.callbackUrl ?? '';
	if (hostUrl === url) return 'created';
	if (!(await isTriggerUrl(sender, hostUrl))) return 'failed';
	return (await joinHost(sender, hostUrl, stateOf(context).athleteId ?? '')) ? 'joined' : 'failed';
}
