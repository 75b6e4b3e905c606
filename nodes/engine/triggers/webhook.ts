/**
 * Helpers for webhook triggers: read the body, drop duplicate deliveries, respond without starting
 * an execution, and disable webhook registration.
 */
import type {
	IDataObject,
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookSetupMethodNames,
} from 'n8n-workflow';
import { toText } from '../describe';
import { nodeKeyOf, type RecentKeys } from './eventKeys';

/**
 * Node versions of webhook triggers. Both work in the same way, but for every call of a version 1
 * trigger, n8n evaluates an expression, which needs an isolate (see docs/queue-mode.md).
 */
export const webhookTriggerVersions = [1, 1.1];

/** The part of n8n's HTTP request that is used. */
interface HttpRequest {
	readonly rawBody?: unknown;
	readRawBody?(): Promise<void>;
}

/**
 * The body of a webhook call as it was sent, which signatures are calculated from. As of node
 * version 1.1, n8n reads only the bodies of some content types by itself.
 * @returns undefined if n8n has parsed the body without keeping it (`multipart/form-data`), or if
 * the body cannot be read, for example because it is too long. An error would start an execution,
 * although nobody has verified the request.
 */
export async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject() as HttpRequest;
	if (request.rawBody === undefined && !isMultipart(context))
		await request.readRawBody?.().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

const isMultipart = (context: IWebhookFunctions): boolean =>
	/^\s*multipart\//i.test(toText((context.getHeaderData() as IDataObject)['content-type']));

/** The response to a webhook call. */
export interface WebhookReply {
	readonly status: number;
	readonly message: string;
}

/** The part of n8n's HTTP response that is used. */
interface HttpReply {
	readonly writableFinished: boolean;
	readonly destroyed: boolean;
	readonly statusCode: number;
	status(code: number): HttpReply;
	json(body: object): unknown;
	once(event: 'close', listener: () => void): unknown;
}

/** Responds to the caller without starting an execution. */
export function replyOnly(
	context: IWebhookFunctions,
	{ status, message }: WebhookReply,
): IWebhookResponseData {
	(context.getResponseObject() as HttpReply).status(status).json({ message });
	return { noWebhookResponse: true };
}

/**
 * Whether a call went to the test URL, which works only while the user waits for a call in the
 * editor. Its response may explain what is wrong.
 */
export const isTestDelivery = (context: IWebhookFunctions): boolean =>
	context.getMode() === 'manual';

/**
 * Registers the event key of a delivery and returns whether it is new in this process. If the
 * caller does not get a successful response, the key is removed, because the service delivers the
 * event again. Manual test runs are not registered.
 */
export function registerDelivery(
	context: IWebhookFunctions,
	registeredKeys: RecentKeys,
	eventKey: string,
): boolean {
	if (isTestDelivery(context)) return true;
	const response = context.getResponseObject() as HttpReply;
	const key = registeredKey(context, eventKey);
	if (!registeredKeys.add(key)) return false;
	const forgetUndelivered = () => {
		if (!response.writableFinished || response.statusCode >= 400) registeredKeys.forget(key);
	};
	// The caller may have disconnected before the event was read.
	if (response.destroyed) forgetUndelivered();
	else response.once('close', forgetUndelivered);
	return true;
}

/**
 * Whether a delivery with this event key was registered before. Saves the API calls that would
 * confirm the event again.
 */
export const isRegistered = (
	context: IWebhookFunctions,
	registeredKeys: RecentKeys,
	eventKey: string,
): boolean => !isTestDelivery(context) && registeredKeys.has(registeredKey(context, eventKey));

/** The same event can start several workflows. */
const registeredKey = (context: IWebhookFunctions, eventKey: string): string =>
	nodeKeyOf(context) + eventKey;

/**
 * Webhook methods that do not register anything with the service. The service gets the webhook URL
 * in a parameter of a request, or users enter the webhook URL in the service.
 */
export const unmanagedWebhook = (): Record<WebhookSetupMethodNames, () => Promise<boolean>> => ({
	checkExists: yes,
	create: yes,
	delete: yes,
});

const yes = async (): Promise<boolean> => await Promise.resolve(true);
