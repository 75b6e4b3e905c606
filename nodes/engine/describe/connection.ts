/** What a run needs to send requests. */
import type { IDataObject, IHttpRequestOptions, INode, NodeEgressFilter } from 'n8n-workflow';
import type { Api, RetryPolicy } from './api';
import type { AddressPart } from './provider';
import type { HttpResponse, RequestPlan, SendPolicy } from './request';

/** The full response of n8n's helpers, with the body as a stream. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

/** Slows down all requests that share a rate limit. */
export interface Limiter {
	/**
	 * Waits until a request may start.
	 * @param maxMs maximum time in milliseconds that a rate limit may last
	 * @param limitedAt when this request reached the rate limit for the first time, as returned by
	 * `limit`
	 * @returns 0 if the request may start. If a rate limit lasts too long, the milliseconds that
	 * remain until it resets.
	 * @throws CanceledError
	 */
	wait(maxMs: number, limitedAt?: number, signal?: AbortSignal): Promise<number>;
	/**
	 * Whether a request must wait again, because a rate limit was reached after `wait` returned. The
	 * parameters are those of `wait`.
	 */
	isBlocked(maxMs: number, limitedAt?: number): boolean;
	/**
	 * Reports a request that did not exceed the rate limit of the service.
	 * @param resetMs milliseconds until the rate limit resets; set only if the rate limit has no
	 * requests left
	 */
	accept(resetMs?: number): void;
	/**
	 * Reports a request that the service rejected because of its rate limit.
	 * @param waitMs wait in milliseconds that the service requested
	 * @returns the current time, to pass to `wait` as `limitedAt`
	 */
	limit(waitMs: number | undefined): number;
}

/** Counts the response data that is kept in memory. */
export interface MemoryMeter {
	/** Bytes that were added and not released. */
	readonly bytes: number;
	/** @throws PackError if the run exceeds its memory limit */
	add(bytes: number): void;
	/** Reports data that is no longer kept. */
	release(bytes: number): void;
}

/** A service with the credential and settings of one run. */
export interface Connection {
	readonly service: Api;
	/** The name in error messages: the provider, or the service if the provider is Other. */
	readonly label: string;
	/** The credential field that contains the address. Not set if the provider fixes it. */
	readonly addressField?: Pick<AddressPart, 'label' | 'known'>;
	readonly node: INode;
	/** Base URL of the service, without a trailing slash. */
	readonly address: string;
	/** Origin of the address. Not set if the address is invalid. */
	readonly origin?: string;
	/** With the values that the provider fixes. Without a credential, the options. */
	readonly credential: IDataObject;
	/** Identifies the run, for use as a cache key. All connections of a run share this object. */
	readonly runKey: object;
	/** Headers of every request to the service. */
	readonly headers: Readonly<Record<string, string>>;
	/** Statuses after which n8n can renew the credential. Empty if it cannot. */
	readonly renewalStatuses: readonly number[];
	/** Aborted when the execution is canceled. */
	readonly signal?: AbortSignal;
	readonly timeoutMs: number;
	readonly retryPolicy: RetryPolicy;
	/**
	 * Waits until the rate limit of the service and the option Requests per Second allow another
	 * request.
	 * @returns a function to call when the request has its response
	 * @throws CanceledError
	 */
	waitForRateLimit(): Promise<() => void>;
	/** Shared by all runs of this process with the same credential and address. */
	readonly limiter?: Limiter;
	/** Counts the response data that is kept for one item. Not set outside of a run. */
	readonly memory?: MemoryMeter;
	/** Maximum size of a downloaded file in bytes, after decompression. */
	readonly maxFileBytes: number;
	/** n8n's filter for outbound requests. It resolves host names. Not set in n8n 1.x. */
	readonly egressFilter?: Pick<NodeEgressFilter, 'validateUrl'>;
	/** Sends one request through n8n's helpers, with or without the credential. */
	httpRequest(options: IHttpRequestOptions, authenticated: boolean): Promise<RawResponse>;
	/**
	 * Sends a request. If Retry On Fail runs the node again, a request that must not be repeated is
	 * not sent again, and the earlier result is returned. Not set if the node has only one attempt,
	 * or if a request contains several items.
	 */
	sendOnce?(
		plan: RequestPlan,
		policy: SendPolicy,
		send: () => Promise<HttpResponse>,
	): Promise<HttpResponse>;
	/**
	 * Reports that the item has started its job and only waits, so that the next item can start. Set
	 * for operations with `overlapWaits`.
	 */
	startNext?(this: void): void;
	/** Redacts the secrets of the credential in a string. */
	readonly redact: (text: string) => string;
	/** Reads the secrets again, because n8n may have renewed the credential. */
	reloadSecrets?(): Promise<void>;
}
