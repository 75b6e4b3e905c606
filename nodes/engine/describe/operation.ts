/** Operations, and the call of an operation for one item. */
import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { oncePer } from '../util/object';
import type { Connection } from './connection';
import { PackError } from './errors';
import type { Collection, Fields } from './field';
import type { Paging } from './paging';
import type { HttpResponse, Idempotency, RequestLine, RequestPlan, SendPolicy } from './request';

/** Output of an operation: one item, one item per row, or a confirmation. */
export type Output = 'single' | 'rows' | 'done';

/**
 * Shape of a response, for the output preview of the editor: a type name, a nested shape, or a
 * list.
 */
export type Shape =
	| 'string'
	| 'number'
	| 'integer'
	| 'boolean'
	| 'object'
	| 'any'
	| { readonly [key: string]: Shape }
	| readonly [Shape];

/** Values that determine the input of an item in addition to its parameters. */
export interface InputContext {
	/** Time zone of the workflow, for dates without an offset. */
	readonly zone: string;
	readonly credential: IDataObject;
}

/** Derives a text of a simplified record from the complete record. */
export type DerivedText = (record: IDataObject) => string | undefined;

export type Effect = 'reversible' | 'irreversible' | 'locksOut' | 'costs';

/** What the user is told about an operation with an effect that is not reversible. */
const effectNotes: Readonly<Record<Exclude<Effect, 'reversible'>, string>> = {
	irreversible: "can't be undone",
	locksOut: 'can lock others out',
	costs: 'costs money',
};

/** A note such as "can't be undone". Undefined for a reversible operation. */
export const effectNote = ({
	effect = 'reversible',
}: Pick<Operation, 'effect'>): string | undefined =>
	effect === 'reversible' ? undefined : effectNotes[effect];

/** The same note as the end of an action. Words only, as n8n's lint rules require. */
const actionEndings: Readonly<Record<Effect, string>> = {
	reversible: '',
	irreversible: ' permanently',
	locksOut: ' at the risk of locking others out',
	costs: ' at a cost',
};

/**
 * The action of an operation with its effect, such as "Delete a file permanently". n8n's default
 * description of a tool is its action, so the model reads the effect.
 */
export const actionWithEffect = ({
	action,
	effect = 'reversible',
}: Pick<Operation, 'action' | 'effect'>): string => `${action}${actionEndings[effect]}`;

/** An operation as data. `operation` rejects combinations of properties that make no sense. */
export interface Operation {
	readonly name: string;
	readonly action: string;
	readonly description?: string;
	/** Permission to mention in the error message if the service responds with 403. */
	readonly permission?: string;
	/** Keys of the providers that do not have the operation, for the error after a 404. */
	readonly missingIn?: readonly string[];
	/** Whether calling the operation costs money. */
	readonly paid?: boolean;
	/**
	 * What the operation changes for good: it can't be undone, it can lock users or workflows out, or
	 * it costs money. Default: `reversible`. AI agents need the option Allow Irreversible Operations.
	 */
	readonly effect?: Effect;
	/** False hides the operation from AI agents. */
	readonly agents?: boolean;

	// The request.
	readonly request?: RequestLine;
	/**
	 * Returns a different request line for some inputs, if a service has two paths for one operation.
	 */
	readonly requestFor?: (input: IDataObject) => RequestLine | undefined;
	/** Values that the body of every request contains, in addition to those of the fields. */
	readonly fixedBody?: IDataObject;
	readonly idempotency: Idempotency;
	/** Name of a rate limit of the service that only some operations count towards. */
	readonly rateLimit?: string;

	// What the user enters.
	readonly fields: Fields;
	/** Optional fields. The form shows them in collections, see `collectionOf`. */
	readonly options: Fields;
	/**
	 * Collection of the optional fields whose values are sent. Saved workflows contain its name.
	 * Default: `filters` for lists, otherwise `options`.
	 */
	readonly collection?: Collection;
	/** Transforms the validated input before the request is built. Pure. May throw a PackError. */
	readonly prepare?: (input: IDataObject, context: InputContext) => IDataObject;
	/** Validates several fields together. Returns the field and its problem, or undefined. */
	readonly check?: (input: IDataObject) => { field: string; problem: string } | undefined;

	// From the response to the items. In this order: `rows` or `paging`, `compare`, `refine`,
	// `simplify`, `parents`, `arrange`.
	readonly output: Output;
	readonly paging?: Paging;
	/** Path of the array of rows in a response without pagination. */
	readonly rows?: string;
	/** The item to return if the response is empty. */
	readonly done?: (input: IDataObject) => IDataObject;
	/**
	 * For lists that the node sorts because the service cannot: returns how to compare rows, or
	 * undefined to keep their order. All rows are read before the limit applies.
	 */
	readonly compare?: (
		input: IDataObject,
	) => ((a: IDataObject, b: IDataObject) => number) | undefined;
	/** Transforms the rows of an item before Simplify. */
	readonly refine?: (rows: readonly Row[], input: IDataObject) => readonly Row[];
	/**
	 * Keys that Simplify keeps, in this order. To rename keys, use an object: its keys are the new
	 * names, and its values are the paths in the response, or functions that derive a text from it.
	 */
	readonly simplify?: Readonly<Record<string, string | DerivedText>> | readonly string[];
	/**
	 * Fields that identify the parents of a record, such as its repository. Their values are added to
	 * each row, so that the next node can be mapped to them. They are not added to rows with a
	 * property of this name, and not if Simplify is off. Default for lists, for operations with
	 * Simplify, and for writes, whose response is often empty: the required fields of the scope.
	 */
	readonly parents?: readonly string[];
	/** Sorts or nests the rows of an item after Simplify. */
	readonly arrange?: (rows: readonly Row[], input: IDataObject) => readonly Row[];
	readonly shape?: Shape;

	// For operations that do more than to send `request` for each item.
	/**
	 * For operations that make several requests, read a stream or wait. Returns the rows of the item.
	 */
	readonly run?: (call: Call<IDataObject>) => Promise<readonly Row[]>;
	/**
	 * While an item waits for its job, the next one starts, unless the user sets Items at Once. Writes
	 * are still sent one after the other. Not for writes that must end in the order of the items.
	 */
	readonly overlapWaits?: boolean;
	/** For operations that send several items in one request. */
	readonly batch?: Batch<IDataObject>;
	/**
	 * Checks all items together before the first one is processed, for example the total cost of a
	 * run. Returns an error for each call whose item must not be processed, and undefined for the
	 * others. Without Continue On Fail, one error stops the run before it starts. Not available with
	 * `batch`.
	 */
	readonly checkRun?: (calls: readonly Call<IDataObject>[]) => Promise<readonly unknown[]>;
	/**
	 * What a run has already done when an error stops it, for example which jobs were paid. The error
	 * description starts with this text.
	 */
	readonly describeProgress?: (run: RunInfo) => string | undefined;
}

/** How several items are sent in one request. */
export interface Batch<I> {
	/**
	 * Maximum number of items per request. A function derives it from the input of the first item.
	 */
	readonly size: number | ((input: I) => number);
	/**
	 * Validates and completes the input of one item before anything is sent. Throws an error to
	 * reject the item.
	 */
	readonly prepare?: (call: Call<I>) => IDataObject;
	/**
	 * Group of an item. Items of different groups are never sent together, for example because their
	 * paths differ.
	 */
	readonly group?: (input: I) => string;
	/**
	 * Sends the items. Returns the rows or the error of each call, in the order of the calls. Throws
	 * an error to fail all calls.
	 */
	readonly run: (calls: readonly Call<I>[]) => Promise<readonly (readonly Row[] | PackError)[]>;
}

/** One output item before it is linked to its input. */
export interface Row {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

/** One operation on one item: the argument of `run` and `batch`. */
export interface Call<I> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly operation: Operation;
	/** Index of the input item. */
	readonly item: number;
	readonly itemCount: number;
	readonly input: I;
	/** Whether the node runs as a tool of an AI agent. */
	readonly isAgent: boolean;
	/** Number of previous runs of the node in this execution (loops). */
	readonly runIndex: number;
	/**
	 * Idempotency key. It stays the same when Retry On Fail runs the node again, and differs for
	 * every item, node, run and execution.
	 */
	readonly key: string;
	/** Maximum number of rows for Get Many; undefined for Return All. */
	readonly maxRows?: number;
	/** Sends a request. Placeholders of the line are filled from `values`. */
	readonly request: (
		line: RequestLine,
		more?: RequestParts,
		policy?: Partial<SendPolicy>,
	) => Promise<HttpResponse>;
	/**
	 * Suspends the execution until a webhook is called or the date `until` is reached. If no webhook
	 * is called by then, `passed` becomes the output item.
	 */
	readonly suspend: (until: Date, passed: Row) => Promise<void>;
}

/** What all calls of a run have in common. */
export type RunInfo = Pick<Call<unknown>, 'context' | 'itemCount' | 'isAgent' | 'runIndex'>;

/** The variable parts of a request. */
export interface RequestParts extends Partial<Omit<RequestPlan, 'method' | 'url'>> {
	readonly values?: IDataObject;
	/** Placeholders that are not fields of the operation, and whose values may contain slashes. */
	readonly allowSlashes?: readonly string[];
}

/** All fields of an operation, by name. */
export const allFieldsOf = oncePer(({ fields, options }: Operation): Fields => ({
	...fields,
	...options,
}));
