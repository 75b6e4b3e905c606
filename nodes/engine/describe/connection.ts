/** What a run needs to send requests. */
import type { IDataObject, IHttpRequestOptions, INode, NodeEgressFilter } from 'n8n-workflow';
import type { Api, RetryPolicy } from './api';
import type { AddressPart } from './provider';
import type { HttpResponse } from './request';
import type { Result } from '../util/result';

/** The full response of n8n's helpers, with the body as a stream. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

/** The limits of a service, documented, set by the user, or found. Runs share them. */
export interface RateLimits {
	/** How many items may be processed at the same time. Grows while the service accepts more. */
	readonly concurrency: number;
	/**
	 * Waits until a request may start.
	 * @param maxMs maximum time in milliseconds that a rate limit may last
	 * @param limitedAt when this request reached the rate limit for the first time, as returned by
	 * `end`
	 * @param isWrite whether the request may change data
	 * @throws CanceledError
	 */
	start(maxMs: number, limitedAt?: number, isWrite?: boolean): Promise<Start>;
}

/**
 * How a request ended: without exceeding the rate limit, rejected because of it, with 503, or in
 * another way.
 */
export type Ended = 'accepted' | 'limited' | 'overloaded' | 'failed';

/** A request may start, or a rate limit lasts too long. */
export type Start =
	| {
			readonly blockedMs?: undefined;
			/**
			 * Reports the end of the request.
			 * @param waitMs milliseconds until the rate limit resets, if it has no requests left
			 * @returns the current time, to pass to `start` as `limitedAt`
			 */
			end(outcome: Ended, waitMs?: number): number;
	  }
	| {
			/** Milliseconds until the rate limit resets. */
			readonly blockedMs: number;
	  };

/** Counts the response data that is kept in memory. */
export interface MemoryMeter {
	/** Bytes that were added and not released. */
	readonly bytes: number;
	/** @throws PackError if the run exceeds its memory limit */
	add(bytes: number): void;
	release(bytes: number): void;
}

export interface Address {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** The credential field that contains the address. Not set if the provider fixes it. */
	readonly field?: Pick<AddressPart, 'label' | 'known'>;
}

export interface Limits {
	readonly timeoutMs: number;
	readonly retry: RetryPolicy;
	readonly rate: RateLimits;
	/** Maximum size of a downloaded file in bytes, after decompression. */
	readonly maxFileBytes: number;
}

export interface Http {
	/** Sends one request through n8n's helpers, with or without the credential. */
	request(options: IHttpRequestOptions, authenticated: boolean): Promise<RawResponse>;
	/** n8n's filter for outbound requests. It resolves host names. Not set in n8n 1.x. */
	readonly egressFilter?: Pick<NodeEgressFilter, 'validateUrl'>;
}

/** A write that must not be repeated, with its method and URL. */
export interface SentWrite {
	readonly line: string;
	readonly result: Result<HttpResponse>;
}

export interface ItemState {
	/** The writes of the item in all attempts of Retry On Fail, in their order. Not set without it. */
	readonly sentWrites?: Map<number, SentWrite>;
	/** How many writes the item has sent in this attempt. */
	writes?: number;
	/** Shows a hint in the output panel, once per run of the node. Not set outside of a run. */
	showHint?(this: void, message: string): void;
	/** Lets the next item start, because this one only waits. Set for `overlapWaits`. */
	startNext?(this: void): void;
}

/** A service with the credential and settings of one run. */
export interface Connection {
	readonly service: Api;
	/** The name in error messages: the provider, or the service if the provider is Other. */
	readonly label: string;
	readonly node: INode;
	/** Identifies the run, for use as a cache key. All connections of a run share this object. */
	readonly runKey: object;
	readonly address: Address;
	/** With the values that the provider fixes. Without a credential, the options. */
	readonly credential: IDataObject;
	readonly headers: Readonly<Record<string, string>>;
	readonly http: Http;
	readonly limits: Limits;
	/** How n8n renews the credential. Not set if it cannot. */
	readonly renewal?: {
		/** Statuses after which the credential is renewed. */
		readonly statuses: readonly number[];
		/** Whether the body of such a response decides. */
		readonly readsBody?: boolean;
		/** Reads the secrets again, because n8n may have renewed the credential. */
		reloadSecrets(): Promise<void>;
	};
	readonly redact: (text: string) => string;
	/** Aborted when the execution is canceled. */
	readonly signal?: AbortSignal;
	/** Counts the response data that is kept for one item. Not set outside of a run. */
	readonly memory?: MemoryMeter;
	/** Set in a run. */
	readonly item?: ItemState;
}
