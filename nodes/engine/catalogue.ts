/**
 * The vocabulary in which a service is written down: Service, Resource, Operation, Field.
 * Everything else (the editor's form, input checks, requests, paging, documentation) follows from these values.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Call } from './call';
import type { Answer } from './send';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
export type RequestLine = `${Method} /${string}`;

/** Where a field's value travels. `none` keeps it inside the node (a setting of the operation). */
export type Place = 'path' | 'query' | 'body' | 'header' | 'none';

export type Kind =
	| 'text'
	| 'secret'
	| 'integer'
	| 'number'
	| 'flag'
	| 'choice'
	| 'choices'
	| 'list'
	| 'json'
	| 'date'
	| 'id'
	| 'file'
	| 'columns';

export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

/** A list read from the service: what a locator offers, or the columns of a resource mapper. */
export interface Lookup<Row = unknown> {
	/** A request line; placeholders name other parameters of the node. Query values may be given after `?`. */
	readonly request: RequestLine;
	/** Name of the array in the answer; the answer itself when absent. */
	readonly rows?: string;
	row(row: IDataObject): Row;
	/** Name of the query parameter that takes the person's search text; filtered here when absent. */
	readonly search?: string;
	readonly paging?: Paging;
	/** Used when the service cannot be reached, so that the form stays usable. */
	readonly fallback?: readonly Row[];
}

export interface LocatorRow {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
	readonly url?: string;
}

/** One column of a resource mapper, in the terms of the service. */
export interface Column {
	readonly name: string;
	readonly label?: string;
	readonly kind: 'text' | 'integer' | 'number' | 'flag' | 'list';
	readonly required?: boolean;
	readonly default?: unknown;
	/** Makes a dropdown; of numbers where the kind is one. */
	readonly choices?: readonly string[];
	readonly minimum?: number;
	readonly maximum?: number;
}

export interface Field<T = unknown> {
	readonly kind: Kind;
	readonly label: string;
	readonly description?: string;
	readonly placeholder?: string;
	readonly hint?: string;
	readonly required?: boolean;
	/** What the form shows at first. A top-level flag or choice is always sent, so its default is a value of the service. */
	readonly default?: unknown;
	/** The service's own name, dots for nesting (`token.comment`); the field's key when absent. */
	readonly wire?: string;
	readonly in?: Place;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly pattern?: RegExp;
	/** Completes "… must be" for `pattern`, for example "a two-letter country code". */
	readonly says?: string;
	readonly choices?: readonly Choice[];
	readonly lines?: number;
	readonly format?: 'date' | 'date-time' | 'epoch-ms';
	/** An empty value that was chosen on purpose is sent, to clear what the service holds. */
	readonly clearable?: boolean;
	readonly lookup?: Lookup<LocatorRow>;
	/** A regular expression with one group that takes the id out of a pasted address. */
	readonly address?: string;
	readonly columns?: (answer: IDataObject) => readonly Column[];
	readonly columnsFrom?: RequestLine;
	/** Shown only while the sibling parameters have one of these values. */
	readonly show?: Readonly<Record<string, readonly (string | boolean | number)[]>>;
	/** Left out of the form that an AI agent fills in. */
	readonly hideFromAgents?: boolean;
	/** A further rule; answers what is wrong with the value, or nothing. */
	rule?(value: T): string | undefined;
	readonly __value?: T;
}

export type Fields = Readonly<Record<string, Field>>;
/** No fields at all; the wide type would let any name pass. */
type None = Record<never, never>;
export type ValueOf<F> = F extends Field<infer T> ? T : never;
export type Required<F extends Fields> = {
	[K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>;
};
export type Input<F extends Fields, O extends Fields = None> = Required<F> & {
	[K in keyof F]?: ValueOf<F[K]>;
} & { [K in keyof O]?: ValueOf<O[K]> };

/**
 * Whether a request may be sent again after an answer that leaves open what happened:
 * `safe` reads and idempotent writes, `keyed` carries an idempotency key, `never` only where the answer proves that nothing was done.
 */
export type Replay = 'safe' | 'keyed' | 'never';

export interface Paging {
	/** Name of the array of rows in the answer; the answer itself when absent. */
	readonly rows?: string;
	/** Query parameter that asks for a number of rows, and the most the service gives at once. */
	readonly size?: { readonly name: string; readonly maximum: number };
	/** Query values of the page after this one, a whole address, or nothing after the last page. */
	next(answer: Answer, page: { readonly index: number; readonly query: IDataObject; readonly rows: number }): IDataObject | string | undefined;
}

/** What an answer becomes: one item, an item a row, a confirmation, a file, or a text. */
export type Output = 'single' | 'rows' | 'done' | 'binary' | 'text';

/** Shape of an answer for the editor: a type name, a nested shape, or a list of one of them. */
export type Shape = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'any' | { readonly [key: string]: Shape } | readonly [Shape];

export interface Operation {
	readonly name: string;
	readonly action: string;
	readonly description?: string;
	readonly request?: RequestLine;
	readonly fields: Fields;
	readonly options: Fields;
	readonly replay: Replay;
	readonly output: Output;
	readonly paging?: Paging;
	/** Name of the array of rows in an answer without pages. */
	readonly rows?: string;
	/** Keys kept by Simplify, in order, `out: path` where a name changes. */
	readonly simplify?: Readonly<Record<string, string>> | readonly string[];
	readonly shape?: Shape;
	/** Named in the error when the service answers 403. */
	readonly scope?: string;
	/** Costs the account holder something. */
	readonly paid?: boolean;
	/** False keeps the operation away from AI agents. */
	readonly agents?: boolean;
	/** Rules over several fields; answers what is wrong. */
	readonly check?: (input: IDataObject) => { field: string; says: string } | undefined;
	/** An operation that is several calls, a stream or a wait. Answers the rows of the item. */
	readonly run?: (call: Call<IDataObject>) => Promise<readonly Row[]>;
}

/** One output item before it is linked to its input. */
export interface Row {
	readonly json: IDataObject;
	readonly binary?: import('n8n-workflow').IBinaryKeyData;
}

type Placeholder<R extends string> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholder<Rest> : never;

type OperationSpec<R extends RequestLine, F extends Fields, O extends Fields> = Partial<
	Omit<Operation, 'request' | 'fields' | 'options' | 'run' | 'check' | 'name' | 'action'>
> & {
	name: string;
	action: string;
	request?: R;
	fields?: F & Record<Exclude<Placeholder<R>, keyof O>, Field>;
	options?: O;
	check?(input: Input<F, O>): { field: (keyof F | keyof O) & string; says: string } | undefined;
	run?(call: Call<Input<F, O>>): Promise<readonly Row[]>;
};

/**
 * Writes one operation down. A placeholder of `request` without a field of that name does not compile.
 * Defaults by method: GET and HEAD are read again freely, PUT and DELETE are idempotent by HTTP's rules, POST and PATCH are never sent again.
 */
export function operation<const R extends RequestLine, F extends Fields = None, O extends Fields = None>(
	spec: OperationSpec<R, F, O>,
): Operation {
	const method = spec.request?.split(' ', 1)[0];
	const { fields, options, ...rest } = spec;
	return {
		replay: method === 'POST' || method === 'PATCH' ? 'never' : 'safe',
		output: spec.paging || spec.rows ? 'rows' : method === 'DELETE' ? 'done' : 'single',
		...(rest as Partial<Operation>),
		name: spec.name,
		action: spec.action,
		fields: fields ?? {},
		options: options ?? {},
	};
}

export interface Resource {
	readonly label: string;
	readonly default: string;
	readonly operations: Readonly<Record<string, Operation>>;
}

/** Writes one resource down; `default` is the key of the operation that the form shows first. */
export function resource<O extends Record<string, Operation>>(
	label: string,
	spec: { default: keyof NoInfer<O> & string; operations: O },
): Resource {
	return { label, default: spec.default, operations: spec.operations };
}

/** What a service says when it refuses: facts out of the body, before they become a message. */
export interface Complaint {
	readonly code?: string;
	readonly text?: string;
	readonly facts?: IDataObject;
}

/** A known error of a service: what to tell the person, and whether the same request may be sent again. */
export interface KnownError {
	readonly message: string | ((facts: IDataObject) => string);
	readonly hint: string | ((facts: IDataObject) => string);
	/** `safe`: nothing was done, send again. `never`: sending again is pointless or paid. Absent: the operation's own policy and the status decide. */
	readonly again?: 'safe' | 'never';
	/** More attempts than the run's own, where the service needs a while to become ready. */
	readonly attempts?: number;
}

export interface Service {
	/** The node's name, in camelCase; also the icons' file name. */
	readonly name: string;
	readonly label: string;
	readonly credential: string;
	/** Address of the service, from the credential's data. No slash at the end. */
	address(credential: IDataObject): string;
	readonly headers?: Readonly<Record<string, string>>;
	readonly default: string;
	readonly resources: Readonly<Record<string, Resource>>;
	/** Requests in a time window that the service allows, kept across the items of a run. */
	readonly limit?: { readonly requests: number; readonly perMs: number };
	/** Keys whose values are 64-bit ids: always strings. */
	readonly wideIds?: readonly string[];
	complaint(body: unknown): Complaint;
	readonly errors: Readonly<Record<string, KnownError>>;
	/** First wait before a request is sent again, milliseconds; doubles each time. Default 500. */
	readonly backOffMs?: number;
	readonly codex: { readonly categories: readonly string[]; readonly aliases: readonly string[] };
}

/** Writes one service down; `default` is the key of the resource that the form shows first. */
export function service<R extends Record<string, Resource>>(
	spec: Omit<Service, 'resources' | 'default'> & { resources: R; default: keyof NoInfer<R> & string },
): Service {
	return spec;
}
