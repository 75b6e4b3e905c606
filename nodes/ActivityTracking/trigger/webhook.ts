/** Handles the requests that Activity Tracking Trigger receives: verifications of its URL, events. */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { rawBodyOf, replyOnly } from '../../engine';
import { stateOf } from './context';
import { isVerifyToken } from './pushSubscription';
import { receiveEvent } from './receiveEvent';

export async function receiveRequest(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method } = context.getRequestObject() as { method?: string };
	return method === 'GET'
		? await verifyUrl(context)
		: await receiveEvent(context, await rawBodyOf(context));
}

/**
 * The service calls the URL before it creates the subscription, and expects the challenge back.
 */
async function verifyUrl(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const query = context.getQueryData() as IDataObject;
	const challenge = query['hub.challenge'];
	const token = query['hub.verify_token'];
	const credential = await context.getCredentials<IDataObject>('activityTrackingOAuth2Api');
	if (typeof challenge !== 'string' || !isVerifyToken(context, credential, token))
		return replyOnly(context, { status: 403, message: 'Invalid verify token' });
	// The check cannot store the ID of a subscription that it creates, because n8n does not store
	// what a poll changes. It stores what a webhook changes. Otherwise, the trigger would reject the
	// events of the new subscription because of the ID of the previous one.
	delete stateOf(context).subscriptionId;
	return { webhookResponse: { 'hub.challenge': challenge } };
}
