import type {
	IDataObject,
	IHookFunctions,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookSetupMethodNames,
} from 'n8n-workflow';
import { toText } from '../describe';
import type { ReadParameter } from '../read/readInput';
import { enteredValue } from '../read/validate';
import { nodeKeyOf, type RecentKeys } from './eventKeys';

/** Reads the parameters of a trigger. One that its node version does not have is not set. */
export const parametersOf =
	(context: IHookFunctions | IPollFunctions | IWebhookFunctions): ReadParameter =>
	(name, fallback) =>
		fallback !== undefined && context.getNode().parameters[name.split('.')[0]!] === undefined
			? fallback
			: enteredValue(context.getNodeParameter(name, fallback));

/**
 * Both work in the same way. For every call of version 1, n8n evaluates an expression, which needs
 * an isolate (see docs/queue-mode.md).
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
 * @returns undefined if n8n has not kept the body (`multipart/form-data`), or if it cannot be read.
 * An error would start an execution, although nobody has verified the request.
 */
export async function rawBodyOf(context: IWebhookFunctions): Promise<Buffer | undefined> {
	const request = context.getRequestObject() as HttpRequest;
	if (request.rawBody === undefined && !isMultipart(context))
		await request.readRawBody?.().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

const isMultipart = (context: IWebhookFunctions): boolean =>
	/^\s*multipart\//i.test(toText((context.getHeaderData() as IDataObject)['content-type']));

export interface WebhookReply {
	readonly status: number;
	readonly message: string;
}

/** What a step of a webhook trigger returns: a value, or the response that ends the request. */
export type Step<T> = { readonly value: T } | { readonly rejection: WebhookReply };

export const reject = (status: number, message: string): { rejection: WebhookReply } => ({
	rejection: { status, message },
});

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

/** Whether the user waits for a call in the editor, so that the response may explain problems. */
export const isTestDelivery = (context: IWebhookFunctions): boolean =>
	context.getMode() === 'manual';

/**
 * Registers the event key of a delivery and returns whether it is new in this process. If the
 * caller gets no successful response, the key is removed, because the event is delivered again.
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

/** Whether a delivery was registered before, so that its event need not be confirmed again. */
export const isRegistered = (
	context: IWebhookFunctions,
	registeredKeys: RecentKeys,
	eventKey: string,
): boolean => !isTestDelivery(context) && registeredKeys.has(registeredKey(context, eventKey));

/** The same event can start several workflows. */
const registeredKey = (context: IWebhookFunctions, eventKey: string): string =>
	nodeKeyOf(context) + eventKey;

/**
 * Webhook methods that do not register anything with the service.
 * @param checkSettings throws if the settings are not valid, before the trigger receives calls
 */
export const unmanagedWebhook = (
	checkSettings: (context: IHookFunctions) => void = () => undefined,
): Record<WebhookSetupMethodNames, (this: IHookFunctions) => Promise<boolean>> => ({
	async checkExists() {
		checkSettings(this);
		return await yes();
	},
	create: yes,
	delete: yes,
});

const yes = async (): Promise<boolean> => await Promise.resolve(true);
