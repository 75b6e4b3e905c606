/** One field of an operation: what the user enters, where it is sent, and its choices. */
import type { IDataObject } from 'n8n-workflow';
import type { Paging } from './paging';
import type { RequestLine } from './request';

/** Where the value is sent. `none`: not sent, because the operation uses the value itself. */
export type Place = 'path' | 'query' | 'body' | 'header' | 'none';

/** A collection of optional fields, as in n8n's own nodes. Request options are nested in options. */
export type Collection =
	'filters' | 'additionalFields' | 'updateFields' | 'options' | 'requestOptions';

export interface Choice {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
	/** Of an event: the name of the trigger in the node panel. Default: `On … event` with the name. */
	readonly action?: string;
}

/** A list that is loaded from the service: the entries of a resource locator. */
export interface Lookup<Row = unknown> {
	/** Placeholders are other parameters. Of several lines, the first whose parameters have values. */
	readonly request: RequestLine | readonly RequestLine[];
	readonly rows?: Paging['rows'];
	/** Returns undefined to leave out a row. */
	row(row: IDataObject): Row | undefined;
	/** Query parameter for the search text, after its own value. Default: the node filters rows. */
	readonly search?: string;
	readonly paging?: Paging;
	/** Entries to show if the service cannot be reached, so that the form stays usable. */
	readonly fallback?: readonly Row[];
	/** The changes if the service rejects `request` for this credential. @throws PackError */
	forCredential?(credential: IDataObject): Partial<Lookup<Row>> | undefined;
}

export interface LocatorRow {
	readonly name: string;
	readonly value: string;
	readonly description?: string;
	readonly url?: string;
}

export interface Selection {
	readonly resource: string;
	readonly operation: string;
	readonly version: number;
}

/** Between the label of a column and its description. */
export const columnDescriptionSeparator = ': ';

/** By kind, the type of the value. The kind also determines the input element and the validation. */
export interface Values {
	text: string;
	secret: string;
	integer: number;
	number: number;
	flag: boolean;
	choice: string;
	choices: string[];
	list: string[];
	json: IDataObject;
	value: unknown;
	date: string;
	id: string;
	file: string;
	columns: IDataObject;
	rows: IDataObject[];
}

export type Kind = keyof Values;

/** A field, whose value has the type T. */
export interface Field<T = unknown> {
	readonly kind: Kind;
	readonly label: string;
	readonly description?: string;
	readonly placeholder?: string;
	readonly hint?: string;
	readonly required?: boolean;
	/** Outside of collections, flags and choices are always sent. */
	readonly default?: unknown;
	/** Name in the request. A dot creates a nested object. If empty, the value is the body. */
	readonly apiName?: string;
	/** Default: see `buildRequest`. */
	readonly in?: Place;
	/** Default: see `collectionOf`. */
	readonly collection?: Collection;
	/** Whether an empty value is sent, to clear the value in the service. */
	readonly clearable?: boolean;
	/** Values of siblings. In a collection, `/name` means a parameter outside of it, as in n8n. */
	readonly show?: Readonly<Record<string, readonly (string | boolean | number)[]>>;
	readonly hideFromAgents?: boolean;
	/** First node version with the field. */
	readonly since?: number;
	/** Node version as of which the option is the first parameter instead of in its collection. */
	readonly promotedIn?: number;
	/** Why an optional expression needs a value. Completes "No request was sent, because". */
	readonly rejectEmptyExpression?: string;
	/** Returns the problem with a value, or undefined. */
	rule?(value: T): string | undefined;
	/** For type inference. Never set. */
	readonly __value?: T;

	// Text, secrets and IDs.
	readonly maxLength?: number;
	readonly pattern?: RegExp;
	/** What `pattern` accepts, after "must be", such as "a two-letter country code". */
	readonly expected?: string;
	/** Rows of the text input. */
	readonly lines?: number;
	/** Whether a fraction stays a number. It is clear, unlike the text `1.125` (see `ambiguousAmount`). */
	readonly keepsFractions?: boolean;
	/** Whether a path value may contain slashes. They are encoded. */
	readonly allowSlashes?: boolean;
	/** Whether the record in the path belongs to this one, such as a file to a branch, see `notFound`. */
	readonly containsRecord?: boolean;

	/** Of a number, or of how many entries a list has. */
	readonly minimum?: number;
	readonly maximum?: number;
	/** Of lists. Default: text. `value` keeps the type of each entry. */
	readonly itemKind?: 'integer' | 'value';
	/** Query value that a flag adds when it is on. Flags with the same `apiName` are joined. */
	readonly queryFlag?: string;
	/** Sorted by name in the form. In a collection, the first of this list is selected. */
	readonly choices?: readonly Choice[];
	/** Whether other values are accepted, for example from an expression. */
	readonly acceptsOther?: boolean;
	/** Whether JSON can be a list. */
	readonly acceptsList?: boolean;
	/** Whether keys of JSON without a value are rejected. By default, they are left out. */
	readonly rejectUndefined?: boolean;
	/**
	 * How a date is sent. Default: `date-time`, ISO 8601 with offset.
	 * - `date`: 2026-01-31
	 * - `compact`: the number 20260131
	 * - `day-start`, `day-end`: the first and last moment of the day in UTC
	 * - `local`: date and time without the offset
	 * - `epoch-ms`, `epoch-s`: Unix time in milliseconds or seconds
	 */
	readonly format?:
		'date' | 'compact' | 'day-start' | 'day-end' | 'local' | 'date-time' | 'epoch-ms' | 'epoch-s';

	// IDs.
	/** Name of the node's method. Required with `lookup` and `entries`. */
	readonly listMethod?: string;
	readonly lookup?: Lookup<LocatorRow>;
	/** Placeholder of By URL. */
	readonly urlExample?: string;
	/** Whether By ID is selected first, because workflows were saved before the field had a list. */
	readonly inputFirst?: boolean;
	/** Entries that need no request. */
	readonly entries?: (selection: Selection) => readonly LocatorRow[];
	/** By Name instead of By ID. */
	readonly byName?: boolean;
	/** Whether the service identifies the record by its number, although it also has an `id`. */
	readonly byNumber?: boolean;
	/** Regular expression whose first group extracts the ID from a pasted URL. */
	readonly urlPattern?: string;
	/** Named groups are parents. Empty parents are filled in, different ones are rejected. */
	readonly urlParents?: RegExp;
	/** The same for `projects/p/locations/l/assets/a`, with a group for the field itself. */
	readonly resourceName?: RegExp;

	// Columns and rows.
	/** Name of the node's method. */
	readonly columnsMethod?: string;
	/** @param response to `columnsFrom` */
	readonly columns?: (
		response: IDataObject,
		selection: Selection,
	) => Readonly<Record<string, Column>>;
	readonly columnsFrom?: RequestLine;
	readonly row?: Fields;
}

export type Fields = Readonly<Record<string, Field>>;

/** A column of a resource mapper. Lists and records are entered as text. */
export interface Column extends Field {
	/** An optional column that the form shows by default. */
	readonly shownByDefault?: boolean;
}

/** No fields. The type `Fields` would accept any name. */
export type NoFields = Record<never, never>;

export type ValueOf<F> = F extends Field<infer T> ? T : never;

/** Validated input of an operation with the fields F and the options O. */
export type Input<F extends Fields, O extends Fields = NoFields> = {
	[K in keyof F as F[K] extends { required: true } ? K : never]: ValueOf<F[K]>;
} & { [K in keyof F]?: ValueOf<F[K]> } & { [K in keyof O]?: ValueOf<O[K]> };
