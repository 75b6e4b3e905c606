import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from './connection';
import { PackError } from './errors';
import type { Form } from './form';
import type { Paging } from './paging';
import { type MissingIn, type Providers, sinceText, withdrawalIn } from './provider';
import type {
	HttpResponse,
	Idempotency,
	Method,
	RequestLine,
	RequestPlan,
	SendPolicy,
} from './request';

/** Output of an operation: one item, one item per row, or a confirmation. */
export type Output = 'single' | 'rows' | 'done';

export type ShapeType = 'string' | 'number' | 'integer' | 'boolean' | 'object' | 'any';

/** Shape of a response, for the output preview: a type name, a nested shape, or a list. */
export type Shape = ShapeType | { readonly [key: string]: Shape } | readonly [Shape];

/** Derives a value from the complete record. The default shape is a string. */
export type DerivedValue = ((record: IDataObject) => IDataObject[string]) & {
	readonly shape?: Shape;
};

export const describeOperation = (
	{ action, description = action, missingIn }: Operation,
	{ list }: Providers,
): string =>
	[
		description,
		...list.flatMap(({ key, label }) => {
			const withdrawal = withdrawalIn(missingIn, key);
			return withdrawal ? [`(removed by ${label} ${sinceText(withdrawal)})`] : [];
		}),
	].join(' ');

export type Effect =
	'reversible' | 'irreversible' | 'recorded' | 'locksOut' | 'costs' | 'unlimited';

export interface Operation<I = IDataObject> extends Form {
	readonly name: string;
	readonly action: string;
	readonly description?: string;
	/** For the error after a 403. */
	readonly permission?: string;
	/** Hint if the provider rejects the request, because it offers it only to some. */
	readonly rejectionHint?: string;
	readonly missingIn?: MissingIn;
	/** What cannot be undone. AI agents need the option Allow Irreversible Operations. */
	readonly effect?: Effect;
	/** False hides the operation from AI agents. */
	readonly agents?: boolean;

	// The request.
	readonly request?: RequestLine;
	/** Of `request`. The path includes its query. */
	readonly method?: Method;
	readonly path?: string;
	/** A different request line for some inputs, if a service has two paths for one operation. */
	requestFor?(input: I): RequestLine | undefined;
	/** Added to the values of the fields. */
	readonly fixedBody?: IDataObject;
	readonly idempotency: Idempotency;
	/** Name of a rate limit of the service that only some operations count towards. */
	readonly rateLimit?: string;

	// From the response to the items: `rows` or `paging`, `refine`, `simplify`, `parents`, `arrange`.
	readonly output: Output;
	readonly paging?: Paging;
	/** Path of the array of rows in a response without pagination. */
	readonly rows?: string;
	/** Hint if a list without rows is more often a mistake in the input. */
	readonly emptyHint?: (input: IDataObject) => string | undefined;
	/** The item to return if the response is empty. */
	done?(input: I): IDataObject;
	/** Transforms the rows of an item before Simplify. */
	refine?(this: void, rows: readonly Row[], input: I): readonly Row[];
	/** Keys that Simplify keeps, or new names with paths or functions, in this order. */
	readonly simplify?: Readonly<Record<string, string | DerivedValue>> | readonly string[];
	/**
	 * Fields whose values are added to each row unless Simplify is off. Default for lists, writes and
	 * anything with Simplify: the required fields of the base path.
	 */
	readonly parents?: readonly string[];
	/** Sorts or nests the rows of an item after Simplify. */
	arrange?(this: void, rows: readonly Row[], input: I): readonly Row[];
	readonly shape?: Shape;

	/** For operations that make several requests, read a stream or wait. */
	run?(call: Call<I>): Promise<readonly Row[]>;
	/** While an item waits for its job, the next one starts. Not if they must end in order. */
	readonly overlapWaits?: boolean;
	readonly batch?: Batch<I>;
	/** Checks all items before the first is processed. Returns the error of each call, if any. */
	checkRun?(this: void, calls: readonly Call<I>[]): Promise<readonly unknown[]>;
	/** What a run has already done when an error stops it, for example which jobs were paid. */
	readonly describeProgress?: (run: RunInfo) => string | undefined;
}

export interface Batch<I> {
	/** What one item is, as a notice in the form. */
	readonly notice?: string;
	/** Maximum number of items per request, possibly from the input of the first item. */
	readonly size: number | ((input: I) => number);
	/** Items of different groups are never sent together. */
	readonly group?: (input: I) => string;
	/** Checks the items of every request before the first is sent. @throws PackError to fail them */
	readonly check?: (calls: readonly Call<I>[]) => void;
	/** Returns the rows or the error of each call. Throws to fail all of them. */
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
	readonly item: number;
	readonly itemCount: number;
	readonly input: I;
	readonly isAgent: boolean;
	/** Previous runs of the node in this execution. With Retry On Fail, that of the first attempt. */
	readonly runIndex: number;
	/** Idempotency key: the same under Retry On Fail, distinct for every item, node and execution. */
	readonly key: string;
	/** Undefined for Return All. */
	readonly maxRows?: number;
	/** Sends a request. Placeholders of the line are filled from `values`. */
	readonly request: (
		line: RequestLine,
		more?: RequestParts,
		policy?: Partial<SendPolicy>,
	) => Promise<HttpResponse>;
	/** Suspends the execution until a webhook call or `until`, after which `passed` is the output. */
	readonly suspend: (until: Date, passed: Row) => Promise<void>;
}

export type RunInfo = Pick<Call<unknown>, 'context' | 'itemCount' | 'isAgent' | 'runIndex'>;

export interface RequestParts extends Partial<Omit<RequestPlan, 'method' | 'url'>> {
	readonly values?: IDataObject;
	/** Placeholders that are not fields of the operation, and whose values may contain slashes. */
	readonly allowSlashes?: readonly string[];
}
