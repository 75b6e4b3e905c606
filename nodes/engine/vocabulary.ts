/** The terms in which a service is described: Service, Resource, Operation. The fields have a file of their own. */
import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';
import type { Call } from './call';
import type { Fields } from './field';
import type { PackError } from './refusal';
import type { Readable } from './readable';
import type { RetryPolicy } from './retry';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
export type RequestLine = `${Method} /${string}`;

/**
 * Whether a request may be sent again after an answer that leaves open what happened:
 * `safe` reads and idempotent writes, `keyed` carries an idempotency key, `never` only where the answer proves that nothing was done.
 */
export type Replay = 'safe' | 'keyed' | 'never';

export interface HttpResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	/** Parsed JSON, text where the answer is none, undefined when empty or streamed. */
	readonly body: unknown;
	/** The unread body, where the request asked for a stream. */
	readonly stream?: Readable;
}

export interface SendPolicy {
	readonly replay: Replay;
	/** What to make of the body. `location` stops at a redirect and hands its answer over. */
	readonly as?: 'json' | 'text' | 'stream' | 'location';
	/** Address of the service itself (default), or any other: then no credential goes along. */
	readonly foreign?: boolean;
	/** Named in the error when the service answers 403. */
	readonly scope?: string;
	/** Milliseconds; the connection's own timeout when absent. */
	readonly timeoutMs?: number;
}

export interface Paging {
	/** Name of the array of rows in the answer, dots nest; the answer itself when absent. */
	readonly rows?: string;
	/** Query parameter that asks for a number of rows, and the most the service gives at once; a field that sends this parameter says it instead. */
	readonly size?: {
		readonly name: string;
		readonly maximum: number;
		/** Pages are asked for by number or offset, so all have one size. */ readonly counted?: boolean;
	};
	/** Query values of the first page, where it has to be asked for like the others. */
	readonly first?: IDataObject;
	/** No two pages are ever equal, so that equal ones are one page handed out twice. */
	readonly distinct?: boolean;
	/** Query values of the page after this one, a whole address, or nothing after the last page. */
	next(
		answer: HttpResponse,
		page: { readonly index: number; readonly query: IDataObject; readonly rows: number },
	): IDataObject | string | undefined;
	/**
	 * Query values of all pages after this one, where the answer says how many there are. Several of them are asked for at once;
	 * each is used only if `next` of the page before it says the same.
	 */
	upcoming?(
		answer: HttpResponse,
		page: { readonly query: IDataObject; readonly rows: number },
	): readonly IDataObject[];
}

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

/** What a family of operations stands under: the beginning of their paths, and the fields that it takes. */
export interface Scope<F extends Fields> {
	readonly path: string;
	readonly fields: F;
}

export interface Resource {
	readonly label: string;
	readonly default: string;
	readonly operations: Readonly<Record<string, Operation>>;
}

/** What a service says when it refuses: facts out of the body, before they become a message. */
export interface ServiceErrorInfo {
	readonly code?: string;
	readonly text?: string;
	readonly facts?: IDataObject;
}

/** A known error of a service: what to tell the person, and whether the same request may be sent again. */
export interface KnownError {
	readonly message: string | ((facts: IDataObject) => string);
	readonly hint: string | ((facts: IDataObject) => string);
	/** `safe`: nothing was done, send again. `never`: sending again is pointless or paid. Absent: the operation's own policy and the status decide. */
	readonly retry?: 'safe' | 'never';
	/** The state passes by itself, as one of status 503 does: sent again where the operation's own policy allows it. */
	readonly temporary?: boolean;
	/** More attempts than the run's own, where the service needs a while to become ready. */
	readonly attempts?: number;
	/** Shortest wait that the service wants before the request is sent again, milliseconds. */
	readonly minWaitMs?: number;
}

/** One way to log in. */
export interface CredentialChoice {
	/** What a saved workflow stores. */
	readonly value: string;
	readonly label: string;
	/** Name of the credential type; absent where the service can be used without one. */
	readonly type?: string;
	/** Its token ends and is renewed by n8n (OAuth2, or a `preAuthentication`) when the service answers 401. */
	readonly renews?: boolean;
}

/** How a service is reached, and how it reports errors. */
export interface Api {
	/** The node's name, in camelCase; also the icons' file name. */
	readonly name: string;
	readonly label: string;
	/** The credential types that a person may choose from, the usual one first. */
	readonly credentials: readonly CredentialChoice[];
	/** Address of the service, from the credential's data and the options. */
	address(credential: IDataObject, options: IDataObject): string;
	/** Values of fields that a person leaves unset, under the fields' names, from the credential's data. */
	defaults?(credential: IDataObject): IDataObject;
	/** Headers of every request to the service, from the same. */
	headers?(credential: IDataObject, options: IDataObject): Record<string, string>;
	/** What the options say about sending again. */
	retryPolicy?(options: IDataObject): Partial<RetryPolicy>;
	/** Requests in a time window that the service allows, kept across the items of a run. */
	readonly limit?: { readonly requests: number; readonly perMs: number };
	/** Milliseconds until a used-up rate limit is open again, from headers of the service's own; asked for where no standard header says it. */
	rateLimitResetMs?(headers: Readonly<Record<string, unknown>>, now: number): number | undefined;
	/** Keys whose values are 64-bit ids: always strings. */
	readonly wideIds?: readonly string[];
	/** Decimal numbers that JavaScript would round (amounts of money) become strings, as integers do in any case. */
	readonly exactDecimals?: boolean;
	readError(body: unknown, answer: Pick<HttpResponse, 'status' | 'headers'>): ServiceErrorInfo;
	/** Whether an answer with a 2xx status refuses all the same. */
	isErrorBody?(body: unknown): boolean;
	readonly errors: Readonly<Record<string, KnownError>>;
	/** First wait before a request is sent again, milliseconds; doubles each time. Default 500. */
	readonly backOffMs?: number;
}

export interface Service extends Api {
	/** Options of all its operations, beside those that every node has; read once a run, from the first item. */
	readonly options?: Fields;
	readonly default: string;
	readonly resources: Readonly<Record<string, Resource>>;
	readonly codex: { readonly categories: readonly string[]; readonly aliases: readonly string[] };
}
