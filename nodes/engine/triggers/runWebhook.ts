/** Runs a webhook trigger: the order of the checks that a delivery passes, for all services. */
import type {
	IDataObject,
	IHookFunctions,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookSetupMethodNames,
} from 'n8n-workflow';
import type { Delivery, Step, WebhookReply, WebhookTrigger } from '../describe';
import { reject, toText } from '../describe';
import { withNodeErrors } from '../errors/nodeError';
import { readForm, type ReadParameter } from '../read/readInput';
import { enteredValue } from '../read/validate';
import { nodeKeyOf, RecentKeys } from './eventKeys';

/**
 * Both work in the same way. For every call of version 1, n8n evaluates an expression, which needs
 * an isolate (see docs/queue-mode.md).
 */
export const webhookTriggerVersions = [1, 1.1];

export const alreadyReceived = 'Already received';

/** Runs `webhook` of a node. The response to a delivery that passes all checks is a 200. */
export const runWebhook = async (
	context: IWebhookFunctions,
	trigger: WebhookTrigger,
): Promise<IWebhookResponseData> =>
	await withNodeErrors(context, async () => {
		const answer = await trigger.answer?.(context);
		const result = answer ?? (await receive(context, trigger));
		if ('rejection' in result) return replyOnly(context, result.rejection);
		return answer
			? { webhookResponse: result.value }
			: {
					workflowData: [[result.value as INodeExecutionData]],
					webhookResponse: { received: true },
				};
	});

async function receive(
	context: IWebhookFunctions,
	trigger: WebhookTrigger,
): Promise<Step<INodeExecutionData>> {
	const delivery: Delivery = {
		context,
		headers: context.getHeaderData(),
		isTest: isTestDelivery(context),
	};
	const body = await rawBodyOf(context);
	if (trigger.verify) {
		const problem = body ? await trigger.verify(body, delivery) : 'The request has no body.';
		if (problem !== undefined) return reject(401, delivery.isTest ? problem : 'Unauthorized');
	}
	const parsed = trigger.parse(body ?? Buffer.alloc(0), delivery);
	if ('rejection' in parsed) return parsed;
	const received = {
		...delivery,
		event: parsed.value,
		settings: readForm(trigger.form, parametersOf(context)),
		isRegistered: (eventKey: string) =>
			!delivery.isTest && emittedKeys.has(registeredKey(context, eventKey)),
	};
	const exclusion = trigger.excludes?.(received);
	if (exclusion !== undefined) return reject(200, exclusion);
	const confirmed = await trigger.confirm?.(received);
	if (confirmed && 'rejection' in confirmed) return confirmed;
	const value = confirmed?.value;
	const eventKey = trigger.eventKey(parsed.value, value);
	if (eventKey !== undefined && !registerDelivery(context, eventKey))
		return reject(200, alreadyReceived);
	return await trigger.item(received, value);
}

/** Reads the parameters of a trigger. One that its node version does not have is not set. */
export const parametersOf =
	(context: IHookFunctions | IPollFunctions | IWebhookFunctions): ReadParameter =>
	(name, fallback) =>
		fallback !== undefined && context.getNode().parameters[name.split('.')[0]!] === undefined
			? fallback
			: enteredValue(context.getNodeParameter(name, fallback));

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
	const type = toText((context.getHeaderData() as IDataObject)['content-type']);
	if (request.rawBody === undefined && !/^\s*multipart\//i.test(type))
		await request.readRawBody?.().catch(() => undefined);
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

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

const isTestDelivery = (context: IWebhookFunctions): boolean => context.getMode() === 'manual';

/** Keys of the events that the triggers in this process emitted. */
const emittedKeys = new RecentKeys(50_000);

/** The same event can start several workflows. */
const registeredKey = (context: IWebhookFunctions, eventKey: string): string =>
	nodeKeyOf(context) + eventKey;

/**
 * Registers the event key of a delivery and returns whether it is new in this process. If the
 * caller gets no successful response, the key is removed, because the event is delivered again.
 */
export function registerDelivery(context: IWebhookFunctions, eventKey: string): boolean {
	if (isTestDelivery(context)) return true;
	const response = context.getResponseObject() as HttpReply;
	const key = registeredKey(context, eventKey);
	if (!emittedKeys.add(key)) return false;
	const forgetUndelivered = () => {
		if (!response.writableFinished || response.statusCode >= 400) emittedKeys.delete(key);
	};
	// The caller may have disconnected before the event was read.
	if (response.destroyed) forgetUndelivered();
	else response.once('close', forgetUndelivered);
	return true;
}

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
