/**
 * Handles the requests that Activity Tracking Trigger receives: the verification of its URL, events,
 * and messages of the workflows that share the push subscription.
 */
import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { isSameSecret, isTestDelivery, rawBodyOf, replyOnly } from '../../engine';
import { callbackUrlOf } from './context';
import { isVerifyToken } from './pushSubscription';
import { receiveEvent } from './receiveEvent';
import { receiveMessage } from './receiveMessage';
import { messageKey, probeProof, probeToken, signatureHeader } from './sharedMessages';

export async function receiveRequest(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const { method } = context.getRequestObject() as { method?: string };
	if (method === 'GET') return await verifyUrl(context);
	const signature = context.getHeaderData()[signatureHeader];
	return signature === undefined
		? await receiveEvent(context, await rawBodyOf(context))
		: await receiveMessage(context, signature);
}

/**
 * The service calls the URL before it creates the subscription, and expects the challenge back.
 * Other workflows call the URL before they join, and expect a proof.
 */
async function verifyUrl(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const query = context.getQueryData() as IDataObject;
	const challenge = query['hub.challenge'];
	const token = query['hub.verify_token'];
	const credential = await context.getCredentials<IDataObject>('activityTrackingOAuth2Api');
	if (typeof challenge === 'string' && isVerifyToken(context, credential, token))
		return { webhookResponse: { 'hub.challenge': challenge } };
	const key = messageKey(credential);
	const url = callbackUrlOf(context);
	const isProbe = key !== '' && isSameSecret(token, probeToken(key, url));
	return typeof challenge === 'string' && isProbe && !isTestDelivery(context)
		? { webhookResponse: { 'hub.challenge': probeProof(key, url, challenge) } }
		: replyOnly(context, { status: 403, message: 'Invalid verify token' });
}
