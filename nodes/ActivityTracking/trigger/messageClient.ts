/** Sends messages to the other workflows that share a push subscription. */
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { isSameSecret, send } from '../../engine';
import {
	type Connection,
	type RequestPlan,
	type Result,
	toResult,
	toText,
} from '../../engine/describe';
import {
	isReplyProof,
	type Message,
	messageKey,
	probeProof,
	probeToken,
	signatureHeader,
	signMessage,
} from './sharedMessages';

export interface Sender {
	readonly connection: Connection;
	/** URL of the trigger that sends the messages. */
	readonly url: string;
}

export interface Reply {
	/** 0 if there was no response. */
	readonly status: number;
	/** Undefined if the reply does not prove that it comes from the recipient. */
	readonly result?: string;
}

/** Whether an Activity Tracking Trigger with the same application receives requests at a URL. */
export async function isTriggerUrl(
	{ connection, url: own }: Sender,
	url: string,
): Promise<boolean> {
	const key = messageKey(connection.credential);
	const challenge = randomUUID();
	const response = await request(connection, own, {
		method: 'GET',
		url,
		query: {
			'hub.mode': 'subscribe',
			'hub.challenge': challenge,
			'hub.verify_token': probeToken(key, url),
		},
		headers: {},
	});
	if ('error' in response || key === '') return false;
	const { body } = response.value;
	return isSameSecret(body['hub.challenge'], probeProof(key, url, challenge));
}

/** Sends a message. Never throws. */
export async function sendMessage(
	{ connection, url: own }: Sender,
	url: string,
	message: Message,
	timeoutMs?: number,
): Promise<Reply> {
	const key = messageKey(connection.credential);
	const { body, signature } = signMessage(key, url, message, Date.now());
	const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
	const response = await request(
		connection,
		own,
		{
			method: 'POST',
			url,
			query: {},
			headers: {},
			open: async () => await Promise.resolve({ body, headers }),
		},
		timeoutMs,
	);
	if ('error' in response) return { status: 0 };
	const { status, body: reply } = response.value;
	const result = toText(reply.result);
	return isReplyProof(key, signature, result, reply.proof) ? { status, result } : { status };
}

/**
 * Sends a request without the credential. URLs in a private network and URLs without HTTPS are
 * rejected, unless the URL of this trigger is of the same kind or has the same origin.
 */
async function request(
	connection: Connection,
	own: string,
	plan: RequestPlan,
	timeoutMs?: number,
): Promise<Result<{ status: number; body: IDataObject }>> {
	const address = new URL(own).origin;
	return await toResult(
		send({ ...connection, address }, plan, {
			idempotency: 'none',
			external: true,
			isResult: () => true,
			timeoutMs,
		}).then(({ status, body }) => ({ status, body: (body ?? {}) as IDataObject })),
	);
}
