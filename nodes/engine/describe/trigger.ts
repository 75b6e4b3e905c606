import type { IDataObject, IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { Connection } from './connection';
import type { Service } from './define';
import type { Fields, Input } from './field';
import type { Form } from './form';

/** A polling trigger as data. `runPoll` reads its form, connects and calls its functions. */
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
	/** The validated input of the form. */
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

/** Defines a polling trigger, so that the compiler infers its types. */
export const pollTrigger = <F extends Fields, O extends Fields, State extends object>(
	trigger: PollTrigger<F, O, State>,
): PollTrigger<F, O, State> => trigger;
