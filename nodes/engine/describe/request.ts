/** One HTTP request and its response, as all layers exchange them. */
import type { IDataObject } from 'n8n-workflow';
import type { Readable } from './stream';

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

/** One request, relative to the service's address unless `url` is whole. */
export interface RequestPlan {
	readonly method: Method;
	readonly url: string;
	readonly query: IDataObject;
	readonly headers: Record<string, string>;
	/** JSON value, or a body made anew for every attempt (a stream cannot be sent twice). */
	readonly body?: unknown;
	readonly open?: () => Promise<OpenedBody>;
}

export interface OpenedBody {
	readonly body: unknown;
	readonly headers: Record<string, string>;
}
