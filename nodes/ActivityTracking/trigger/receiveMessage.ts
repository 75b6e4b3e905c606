/** Handles the messages of other workflows that share the push subscription. */
import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { checkExternalUrl, isTestDelivery, rawBodyOf, replyOnly } from '../../engine';
import { toResult } from '../../engine/describe';
import { callbackUrlOf, connectApplication } from './context';
import { takeOver } from './handOver';
import { addWorkflow, removeWorkflow } from './joinedWorkflows';
import type { Sender } from './messageClient';
import { receiveEvent } from './receiveEvent';
import {
	isValidUrl,
	type JoinedWorkflow,
	type Message,
	messageKey,
	readMessage,
	replyProof,
} from './sharedMessages';

/** Handles a request with a signature. An invalid message changes nothing. */
export async function receiveMessage(
	context: IWebhookFunctions,
	signature: unknown,
): Promise<IWebhookResponseData> {
	const rawBody = await rawBodyOf(context);
	const connection = await connectApplication(context);
	const key = messageKey(connection.credential);
	const envelope =
		rawBody && !isTestDelivery(context)
			? readMessage(key, callbackUrlOf(context), rawBody, signature, Date.now())
			: undefined;
	if (!envelope) return replyOnly(context, { status: 403, message: 'Invalid message' });
	const { message, to } = envelope;
	if (message.type === 'event')
		return await receiveEvent(context, Buffer.from(message.event), { isForwarded: true });
	const result = await handleMessage(context, { connection, url: to }, message);
	const proof = replyProof(key, String(signature), result);
	return { webhookResponse: { result, proof } };
}

async function handleMessage(
	context: IWebhookFunctions,
	sender: Sender,
	message: Exclude<Message, { type: 'event' }>,
): Promise<string> {
	if (message.type === 'leave') {
		removeWorkflow(context, message.url, message.leftAt);
		return 'removed';
	}
	if (message.type === 'join')
		return (await isAllowed(context, sender, message.workflow))
			? addWorkflow(context, message.workflow)
			: 'rejected';
	const joined = message.joined.filter(({ url }) => isValidUrl(url));
	const result = await toResult(takeOver(context, sender, joined));
	return 'value' in result ? result.value : 'failed';
}

/** Whether events may be sent to the URL of a workflow. */
async function isAllowed(
	context: IWebhookFunctions,
	{ connection, url: own }: Sender,
	{ url }: JoinedWorkflow,
): Promise<boolean> {
	// After the public URL of n8n has changed, a trigger can be reachable at its previous URL, too.
	if (!isValidUrl(url) || url === callbackUrlOf(context)) return false;
	const address = new URL(own).origin;
	return 'value' in (await toResult(checkExternalUrl({ ...connection, address }, new URL(url))));
}
