import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import type { Connection } from './connection';
import type { Service } from './define';
import type { Fields, Input } from './field';
import type { Form } from './form';

/** A polling trigger as data, for `runPoll`. */
export interface PollTrigger<
	F extends Fields = Fields,
	O extends Fields = Fields,
	State extends object = object,
> {
	readonly service: Service;
	readonly form: Form<F, O>;
	/** How requests are sent, in milliseconds. The time of a poll is limited. */
	readonly requests?: {
		readonly attempts?: number;
		readonly maximumRetryWait?: number;
		readonly timeout?: number;
	};
	/**
	 * Whether a poll stops when its time or its memory is used up, and the next one continues.
	 * Otherwise, a list that needs too much memory is an error.
	 */
	readonly continues?: boolean;
	/** The latest records, for a manual test run. The state does not change. */
	sample(poll: Poll<Input<F, O>>): Promise<IDataObject[]>;
	/** Reads the events since the last poll. @param state empty in the first poll, read-only */
	read(poll: Poll<Input<F, O>>, state: Partial<State>): Promise<PollResult<State>>;
	/**
	 * The event key of an item. Undefined if a second event with the same key need not be a duplicate.
	 * Default: its property `eventKey`.
	 */
	eventKey?(item: IDataObject): IDataObject[string];
}

export interface Poll<Settings = Input<Fields, Fields>> {
	readonly context: IPollFunctions | IExecuteFunctions;
	readonly connection: Connection;
	readonly settings: Settings;
	readonly isUsedUp: () => boolean;
}

export interface PollResult<State extends object> {
	/** The output, oldest event first. */
	readonly events: readonly IDataObject[];
	/** n8n stores it as JSON with the workflow, so it must be small, and its keys must not change. */
	readonly state: State;
	/** The state that the poll started from, if it is not the stored state: that of new feeds. */
	readonly start?: State;
	/** Errors of single feeds or lists. */
	readonly failures?: ReadonlyArray<{ readonly name: string; readonly error: unknown }>;
}

export const pollTrigger = <F extends Fields, O extends Fields, State extends object>(
	trigger: PollTrigger<F, O, State>,
): PollTrigger<F, O, State> => trigger;

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
	/** The validated input of the form. */
	readonly settings: Settings;
	/** Whether an event with this key was emitted, so that it need not be confirmed again. */
	readonly isRegistered: (eventKey: string) => boolean;
}

export interface WebhookReply {
	readonly status: number;
	readonly message: string;
}

/** What a step of a webhook trigger returns: a value, or the response that ends the request. */
export type Step<T> = { readonly value: T } | { readonly rejection: WebhookReply };

export const reject = (status: number, message: string): { rejection: WebhookReply } => ({
	rejection: { status, message },
});

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
