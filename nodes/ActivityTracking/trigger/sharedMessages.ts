/**
 * Messages between workflows that share a push subscription. They are signed with the secret of the
 * application, which these workflows have in common. Pure.
 */
import { createHmac } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { isSameSecret, isSigned, signatureOf } from '../../engine';
import { toText } from '../../engine/describe';

/** A workflow that receives the events of another workflow's subscription. */
export interface JoinedWorkflow extends IDataObject {
	/** Production URL of its trigger. */
	url: string;
	/** It receives the events of this athlete. */
	athleteId: string;
	/** Unix time in milliseconds. */
	joinedAt: number;
}

/**
 * - `join`, `leave`: to the workflow with the subscription
 * - `event`: from the workflow with the subscription; the body of the event as it was received
 * - `takeOver`: from the workflow that had the subscription, with the remaining workflows
 */
export type Message =
	| { readonly type: 'join'; readonly workflow: JoinedWorkflow }
	| { readonly type: 'leave'; readonly url: string; readonly leftAt: number }
	| { readonly type: 'event'; readonly event: string }
	| { readonly type: 'takeOver'; readonly joined: readonly JoinedWorkflow[] };

/** A message with its recipient and the time it was sent, as Unix time in milliseconds. */
interface Envelope {
	readonly to: string;
	readonly time: number;
	readonly message: Message;
}

export const signatureHeader = 'x-tenfold-signature';

/** Maximum number of workflows that share the subscription of another workflow. */
export const maxJoined = 20;

const maxUrlLength = 2048;

/** A list of `maxJoined` workflows with long URLs fits. */
export const maxMessageBytes = 64 * 1024;

/** Later messages are rejected, so that a recorded message cannot be sent again. */
const maxAgeMs = 5 * 60_000;

/** Key of all signatures. Empty if the credential contains no secret. */
export function messageKey({ clientSecret }: IDataObject): string {
	const secret = toText(clientSecret);
	return secret === '' ? '' : hmac(secret, ['shared push subscription']);
}

export function signMessage(
	key: string,
	to: string,
	message: Message,
	now: number,
): { body: Buffer; signature: string } {
	const envelope: Envelope = { to, time: now, message };
	const body = Buffer.from(JSON.stringify(envelope));
	return { body, signature: signatureOf(body, key, 'hex') };
}

/**
 * Parses a message. Returns undefined if it is too large, not signed with this key, too old, for
 * another recipient, or unknown.
 * @param url URL of the recipient
 */
export function readMessage(
	key: string,
	url: string,
	body: Buffer,
	signature: unknown,
	now: number,
): Envelope | undefined {
	if (body.length > maxMessageBytes || !isSigned(body, signature, [key], 'hex')) return undefined;
	const envelope = JSON.parse(body.toString('utf8')) as Envelope;
	const isFresh = Math.abs(now - envelope.time) <= maxAgeMs;
	return isFresh && pathOf(envelope.to) === pathOf(url) && isMessage(envelope.message)
		? envelope
		: undefined;
}

/** A later version of the trigger can send other messages. */
function isMessage(message: Message): boolean {
	if (message.type === 'join') return isJoined(message.workflow);
	if (message.type === 'leave')
		return typeof message.url === 'string' && Number.isFinite(message.leftAt);
	if (message.type === 'event') return typeof message.event === 'string';
	return (
		message.type === 'takeOver' && Array.isArray(message.joined) && message.joined.every(isJoined)
	);
}

const isJoined = (workflow: Partial<JoinedWorkflow> | undefined): boolean =>
	typeof workflow?.url === 'string' &&
	typeof workflow.athleteId === 'string' &&
	Number.isFinite(workflow.joinedAt);

/** Proves that a reply comes from the recipient of a message. */
export const replyProof = (key: string, signature: string, result: string): string =>
	hmac(key, ['reply', signature, result]);

export const isReplyProof = (
	key: string,
	signature: string,
	result: string,
	proof: unknown,
): boolean => key !== '' && isSameSecret(proof, replyProof(key, signature, result));

/**
 * The verify token with which a trigger asks whether another trigger receives requests at a URL.
 * Such a request looks like the verification by the service, because another app could mistake a
 * message for an event.
 */
export const probeToken = (key: string, url: string): string => hmac(key, ['probe', pathOf(url)]);

/** The response to the challenge of such a request. Other apps return the challenge itself. */
export const probeProof = (key: string, url: string, challenge: string): string =>
	hmac(key, ['challenge', pathOf(url), challenge]);

export const isValidUrl = (url: unknown): url is string =>
	typeof url === 'string' &&
	url.length <= maxUrlLength &&
	/^https?:/.test(url) &&
	URL.canParse(url);

/**
 * The path of a webhook URL is unique. The processes of one n8n can have different settings for the
 * origin.
 */
const pathOf = (url: string): string => (isValidUrl(url) ? new URL(url).pathname : '');

const hmac = (key: string, parts: readonly string[]): string =>
	createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex');
