/** Operations, and the call of an operation for one item. */
import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from './connection';
import { PackError } from './errors';
import type { Fields } from './field';
import type { Paging } from './paging';
import type { HttpResponse, Replay, RequestLine, RequestPlan, SendPolicy } from './request';

/** What an answer becomes: one item, an item a row, a confirmation, a file, or a text. */
export type Output = 'single' | 'rows' | 'done' | 'binary' | 'text';

/** Shape of an answer for the editor: a type name, a nested shape, or a list of one of them. */
export type Shape =
	| 'string'
	| 'number'
	| 'integer'
	| 'boolean'
	| 'object'
	| 'any'
	| { readonly [key: string]: Shape }
	| readonly [Shape];

export interface Operation {
	readonly name: string;
	readonly action: string;
	readonly description?: string;
	readonly request?: RequestLine;
	readonly fields: Fields;
	readonly options: Fields;
	/** Another request line for some inputs, where a service knows one thing under two addresses. */
	readonly requestFor?: (input: IDataObject) => RequestLine | undefined;
	readonly replay: Replay;
	readonly output: Output;
	readonly paging?: Paging;
	/** Name of the array of rows in an answer without pages. */
	readonly rows?: string;
	/** What the item says where the answer has no content. */
	readonly done?: (input: IDataObject) => IDataObject;
	/** Names under which people know the operation from elsewhere; the table of the page shows them. */
	readonly alsoKnownAs?: readonly string[];
	/** Keys kept by Simplify, in order, `out: path` where a name changes. */
	readonly simplify?: Readonly<Record<string, string>> | readonly string[];
	readonly shape?: Shape;
	/** Named in the error when the service answers 403. */
	readonly scope?: string;
	/** Costs the account holder something. */
	readonly paid?: boolean;
	/** False keeps the operation away from AI agents. */
	readonly agents?: boolean;
	/** Changes the checked input before anything is made of it: fields that become another one. Pure; a Refusal says what is wrong. */
	readonly prepare?: (input: IDataObject) => IDataObject;
	/** Rules over several fields; answers what is wrong. */
	readonly check?: (input: IDataObject) => { field: string; problem: string } | undefined;
	/** What becomes of the rows of an item before Simplify. */
	readonly refine?: (rows: readonly Row[], input: IDataObject) => readonly Row[];
	/** What becomes of the rows of an item in the end: their order and nesting. */
	readonly arrange?: (rows: readonly Row[], input: IDataObject) => readonly Row[];
	/** An operation that is several calls, a stream or a wait. Answers the rows of the item. */
	readonly run?: (call: Call<IDataObject>) => Promise<readonly Row[]>;
	/** An operation that sends many items in one request. */
	readonly batch?: Batch<IDataObject>;
}

/** Items that travel together, and what came of each of them. */
export interface Batch<I> {
	/** Most items in one request; where a person may say so, the first of them does. */
	readonly size: number | ((input: I) => number);
	/** Completes and checks the input of one item further than its fields can. A throw refuses the item; nothing of any item has been sent by then. */
	prepare?(call: Call<I>): IDataObject;
	/** Items with different groups never share a request: another path, another connection. */
	group?(input: I): string;
	/** Answers one result for each call, in their order: its rows, or why it was refused. A throw refuses all of them. */
	run(calls: readonly Call<I>[]): Promise<readonly (readonly Row[] | PackError)[]>;
}

/** One output item before it is linked to its input. */
export interface Row {
	readonly json: IDataObject;
	readonly binary?: IBinaryKeyData;
}

export interface Call<I> {
	readonly context: IExecuteFunctions;
	readonly connection: Connection;
	readonly operation: Operation;
	/** Index of the input item. */
	readonly item: number;
	readonly itemCount: number;
	readonly input: I;
	/** Whether an AI agent runs the node as its tool. */
	readonly isAgent: boolean;
	/** How often the node ran before in this execution (loops). */
	readonly runIndex: number;
	/** The same for every try of Retry On Fail, another for every item, node, run and execution. */
	readonly key: string;
	/** Most rows that a Get Many may answer; all when undefined. */
	readonly maxRows?: number;
	/** Sends a request with a body of its own; placeholders of the line are filled from `values`. */
	request(
		line: RequestLine,
		more?: RequestParts,
		policy?: Partial<SendPolicy>,
	): Promise<HttpResponse>;
	/** Suspends the execution after this node until a webhook call or the date; the items that then go on if nobody called are given. */
	suspend(until: Date, passed: Row): Promise<void>;
}

export interface RequestParts extends Partial<Omit<RequestPlan, 'method' | 'url'>> {
	readonly values?: IDataObject;
}

/** Fields of an operation under their labels, for messages and documentation. */
export const allFieldsOf = (operation: Operation): Fields => ({
	...operation.fields,
	...operation.options,
});
