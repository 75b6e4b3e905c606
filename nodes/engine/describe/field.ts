/** One field of an operation: what the user enters, where it is sent, and where its choices come from. */
import type { IDataObject } from 'n8n-workflow';
import type { Paging } from './paging';
import type { RequestLine } from './request';

/** Whether a field is left out of a tool's form: a file is nothing that a model could give. */
export const isHiddenFromAgents = ({ hideFromAgents, kind }: Field): boolean =>
	hideFromAgents === true || kind === 'file';

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
	| 'value'
	| 'date'
	| 'id'
	| 'file'
	| 'columns'
	| 'rows';

export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
}

/** A list read from the service: what a locator offers, or the columns of a resource mapper. */
export interface Lookup<Row = unknown> {
	/**
	 * A request line; placeholders name other parameters of the node. Query values may be given after `?`.
	 * Of several lines, the first whose parameters are all filled in.
	 */
	readonly request: RequestLine | readonly RequestLine[];
	/** Name of the array in the answer; the answer itself when absent. */
	readonly rows?: string;
	row(row: IDataObject): Row;
	/** Name of the query parameter that takes the person's search text, after what the request line gives it; filtered here when absent. */
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
	/** Stands in the form from the beginning, though it may stay empty. */
	readonly shownByDefault?: boolean;
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
	/** The service's own name, dots for nesting (`token.comment`), empty for the whole body; the field's key when absent. */
	readonly wire?: string;
	readonly in?: Place;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly pattern?: RegExp;
	/** Completes "… must be" for `pattern`, for example "a two-letter country code". */
	readonly expected?: string;
	readonly choices?: readonly Choice[];
	readonly lines?: number;
	/** Forms that keep the day alone take it as it is written: `date` 2026-01-31, `compact` the number 20260131, `day-start` and `day-end` its first and last moment in UTC. `local` is the clock's reading, whatever offset stands behind it. */
	readonly format?:
		'date' | 'compact' | 'day-start' | 'day-end' | 'local' | 'date-time' | 'epoch-ms' | 'epoch-s';
	/** What a flag sends in the query while it is on; off sends nothing. Flags of one wire name go together, separated by commas. */
	readonly queryFlag?: string;
	/** An empty value that was chosen on purpose is sent, to clear what the service holds. */
	readonly clearable?: boolean;
	/** An empty list is a value of its own, and is sent: it takes everything away. */
	readonly sendEmpty?: boolean;
	readonly lookup?: Lookup<LocatorRow>;
	/** Entries of a list are whole numbers. */
	readonly itemKind?: 'integer';
	/** The record is known by its name: a locator takes it By Name. */
	readonly byName?: boolean;
	/** Slashes are part of the name, and go encoded into a path. */
	readonly allowSlashes?: boolean;
	/** A regular expression with one group that takes the id out of a pasted address. */
	readonly urlPattern?: string;
	/**
	 * The service's own long name of a record, which says where it lies as well. Its named groups are the field itself and
	 * others of the operation, which are taken from it where they were left unset, and refused where they say something else.
	 */
	readonly resourceName?: RegExp;
	readonly columns?: (answer: IDataObject) => readonly Column[];
	/** The request whose answer makes the columns; they are always the same where there is none. */
	readonly columnsFrom?: RequestLine;
	/** Fields of one row, for a list that a person builds up row by row. */
	readonly row?: Readonly<Record<string, Field>>;
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
export type NoFields = Record<never, never>;

export type ValueOf<F> = F extends Field<infer T> ? T : never;

export type Required<F extends Fields> = {
	[K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>;
};

export type Input<F extends Fields, O extends Fields = NoFields> = Required<F> & {
	[K in keyof F]?: ValueOf<F[K]>;
} & { [K in keyof O]?: ValueOf<O[K]> };
