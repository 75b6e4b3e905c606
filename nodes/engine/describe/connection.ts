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

/** Shared by all runs with the same credential. */
export interface RateLimits {
	/** Items at the same time. Grows while the service accepts more. */
	readonly concurrency: number;
	/**
	 * Waits until a request may start.
	 * @param maxMs how long a rate limit may last, in milliseconds
	 * @param limitedAt when this request was first rate-limited, on the clock of `performance.now()`
	 * @throws CanceledError
	 */
	start(maxMs: number, limitedAt?: number, isWrite?: boolean): Promise<Start>;
}

/** `limited` by the rate limit, `overloaded` with 503. */
export type Ended = 'accepted' | 'limited' | 'overloaded' | 'failed';

/** A request may start, or a rate limit lasts too long: `blockedMs` milliseconds. */
export type Start =
	| { readonly blockedMs: number }
	| {
			readonly blockedMs?: undefined;
			/** @param waitMs milliseconds until the rate limit resets, if it has no requests left */
			end(outcome: Ended, waitMs?: number): void;
	  };

/** Counts the bytes of response data that are kept in memory. */
export interface MemoryMeter {
	readonly bytes: number;
	/** @throws PackError if the run exceeds its memory limit */
	add(bytes: number): void;
	release(bytes: number): void;
}

export interface Address {
	/** Base URL, without a trailing slash. */
	readonly url: string;
	/** The credential field with the address. Not set if the provider fixes it. */
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
	/** Writes in this attempt. */
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
	/** Cache key of the run, the same object in all its connections. */
	readonly runKey: object;
	readonly address: Address;
	/** With the values that the provider fixes. Without a credential, the options. */
	readonly credential: IDataObject;
	readonly headers: Readonly<Record<string, string>>;
	readonly http: Http;
	readonly limits: Limits;
	/** How n8n renews the credential. Not set if it cannot. */
	readonly renewal?: {
		readonly statuses: readonly number[];
		/** Whether the body of such a response decides. */
		readonly readsBody?: boolean;
		/** Reads the secrets again, because n8n may have renewed the credential. */
		reloadSecrets(): Promise<void>;
	};
	readonly redact: (text: string) => string;
	readonly signal?: AbortSignal;
	/** Of one item. Not set outside of a run. */
	readonly memory?: MemoryMeter;
	readonly item?: ItemState;
}
