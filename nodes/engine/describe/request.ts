import type { IDataObject } from 'n8n-workflow';
import type { PackError } from './errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

export type RequestLine = `${Method} /${string}`;

/** The method, and the path with its query. */
export function parseLine(line: RequestLine): { readonly method: Method; readonly path: string } {
	const [method, path] = line.split(' ', 2) as [Method, string];
	return { method, path };
}

/**
 * Whether a request may be retried when it is unknown whether the service processed it.
 * - `safe`: reads and idempotent writes
 * - `keyed`: the request carries an idempotency key
 * - `none`: retried only if the response proves that nothing was processed
 */
export type Idempotency = 'safe' | 'keyed' | 'none';

export interface HttpResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	/** Parsed JSON, or text if it is not JSON; undefined if it is empty, null or streamed. */
	readonly body: unknown;
	/** The unread body of a request with `as: 'stream'`. */
	readonly stream?: Readable;
}

export interface RecordReference {
	readonly label: string;
	readonly value: string;
	readonly byName?: boolean;
	readonly byNumber?: boolean;
	/** The value is the path of an API Request. */
	readonly byPath?: boolean;
}

export interface SendPolicy {
	readonly idempotency: Idempotency;
	/** How the body is read. With `location`, a redirect is returned instead of followed. */
	readonly as?: 'json' | 'text' | 'stream' | 'location';
	/** An address outside of the service: sent without the credential. */
	readonly external?: boolean;
	readonly permission?: string;
	readonly rejectionHint?: string;
	/** Keys of the providers that may not have the operation. */
	readonly missingIn?: readonly string[];
	/** The innermost last. For the error after a 404. */
	readonly records?: readonly RecordReference[];
	/** Decides before the service. An error must say whether the request may have been processed. */
	readonly classify?: (response: HttpResponse) => 'accept' | PackError | undefined;
	/** Milliseconds. Default: the timeout of the connection. */
	readonly timeoutMs?: number;
}

/** One request. `url` is absolute, or relative to the address of the service. */
export interface RequestPlan {
	readonly method: Method;
	readonly url: string;
	readonly query: IDataObject;
	readonly headers: Record<string, string>;
	/** Sent as JSON. */
	readonly body?: unknown;
	/** Opens the body again for every attempt, because a stream cannot be sent twice. */
	readonly open?: () => Promise<OpenedBody>;
}

export const isReadRequest = ({ method }: Pick<RequestPlan, 'method'>): boolean =>
	method === 'GET' || method === 'HEAD';

export interface RequestWindow {
	readonly requests: number;
	readonly perMs: number;
	/** How many requests a write counts as. Default 1. */
	readonly writeCost?: number;
}

export interface OpenedBody {
	readonly body: unknown;
	readonly headers: Record<string, string>;
}

/** The part of Node's `Readable` that the pack uses, because nodes may not import `stream`. */
export interface Readable extends AsyncIterable<unknown> {
	readonly destroyed: boolean;
	readonly readableEnded: boolean;
	destroy(error?: Error): unknown;
	/** Bytes that have arrived, but are not read yet. */
	readonly readableLength: number;
	/** Called for each chunk that arrives, and with null at the end. */
	push(chunk: unknown, encoding?: string): boolean;
	on(event: string, listener: (...values: never[]) => void): unknown;
}

export const isReadable = (value: unknown): value is Readable =>
	typeof value === 'object' &&
	value !== null &&
	typeof (value as { on?: unknown }).on === 'function' &&
	Symbol.asyncIterator in value;
