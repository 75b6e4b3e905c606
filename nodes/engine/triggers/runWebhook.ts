/** Runs a webhook trigger: the order of the checks that a delivery passes, for all services. */
import type {
	IDataObject,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import { type Fields, type Form, type Input, memoize } from '../describe';
import { withNodeErrors } from '../errors/nodeError';
import { readForm } from '../read/readInput';
import { RecentKeys } from './eventKeys';
import {
	isRegistered,
	isTestDelivery,
	parametersOf,
	rawBodyOf,
	registerDelivery,
	reject,
	replyOnly,
	type Step,
} from './webhook';

export interface Delivery {
	readonly context: IWebhookFunctions;
	/** Names are in lower case. */
	readonly headers: IDataObject;
	/** Whether the user waits for a call in the editor, so that the response may explain problems. */
	readonly isTest: boolean;
}

/** A delivery whose sender and payload are valid. */
export interface Received<Event, Settings> extends Delivery {
	readonly event: Event;
	readonly settings: Settings;
	/** Whether an event with this key was emitted, so that it need not be confirmed again. */
	readonly isRegistered: (eventKey: string) => boolean;
}

/**
 * A webhook trigger as data. `runWebhook` calls the functions in this order.
 * @typeParam Event what `parse` returns
 * @typeParam Confirmed what `confirm` returns
 */
export interface WebhookTrigger<
	F extends Fields = Fields,
	O extends Fields = Fields,
	Event = unknown,
	Confirmed = unknown,
> {
	readonly form: Form<F, O>;
	/** Answers a request that is no delivery, such as a verification of the URL, with a body. */
	answer?(context: IWebhookFunctions): Promise<Step<IDataObject> | undefined>;
	/**
	 * Returns why a delivery is not authentic; undefined if it is. Only the response to a test
	 * delivery contains the reason: in production, it would help to forge a signature.
	 */
	verify?(body: Buffer, delivery: Delivery): Promise<string | undefined>;
	/** @param body empty if n8n has not kept it */
	parse(body: Buffer, delivery: Delivery): Step<Event>;
	/** Why an event does not start the workflow, for the response. Undefined if it does. */
	excludes?(received: Received<Event, Input<F, O>>): string | undefined;
	/** Reads from the service what a delivery without a signature claims. */
	confirm?(received: Received<Event, Input<F, O>>): Promise<Step<Confirmed>>;
	/** Undefined if a second event with the same key need not be a duplicate. */
	eventKey(event: Event, confirmed: Confirmed): string | undefined;
	item(
		received: Received<Event, Input<F, O>>,
		confirmed: Confirmed,
	): Step<INodeExecutionData> | Promise<Step<INodeExecutionData>>;
}

/** Defines a webhook trigger, so that the compiler infers its types. */
export const webhookTrigger = <F extends Fields, O extends Fields, Event, Confirmed = undefined>(
	trigger: WebhookTrigger<F, O, Event, Confirmed>,
): WebhookTrigger<F, O, Event, Confirmed> => trigger;

/** Keys of the events that this process emitted, by trigger. */
const emittedKeys = memoize((trigger: object) => {
	void trigger;
	return new RecentKeys(20_000);
});

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
	const keys = emittedKeys(trigger);
	const received = {
		...delivery,
		event: parsed.value,
		settings: readForm(trigger.form, parametersOf(context)),
		isRegistered: (eventKey: string) => isRegistered(context, keys, eventKey),
	};
	const exclusion = trigger.excludes?.(received);
	if (exclusion !== undefined) return reject(200, exclusion);
	const confirmed = await trigger.confirm?.(received);
	if (confirmed && 'rejection' in confirmed) return confirmed;
	const value = confirmed?.value;
	const eventKey = trigger.eventKey(parsed.value, value);
	if (eventKey !== undefined && !registerDelivery(context, keys, eventKey))
		return reject(200, alreadyReceived);
	return await trigger.item(received, value);
}

export const alreadyReceived = 'Already received';
