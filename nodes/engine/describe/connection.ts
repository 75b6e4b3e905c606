/** A service with the credential and settings of one run. */
import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import type { Api, RetryPolicy } from './api';

/** The full response of n8n's helpers, with the body as a stream. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

export interface Connection {
	readonly service: Api;
	readonly node: INode;
	/** Base URL of the service, without a trailing slash. */
	readonly address: string;
	readonly credential: IDataObject;
	/** Identifies the run, as a key for caches. Connections of single items share it. */
	readonly runKey: object;
	/** Headers of every request to the service. */
	readonly headers: Readonly<Record<string, string>>;
	/** Whether n8n can renew the credential after a 401 response. */
	readonly renews: boolean;
	/** Aborted when the execution is canceled. */
	readonly signal?: AbortSignal;
	readonly timeoutMs: number;
	readonly retryPolicy: RetryPolicy;
	/** Waits until the rate limits of the service and of the user allow another request. */
	waitForRateLimit(): Promise<void>;
	/** Sends one request through n8n's helpers, with or without the credential. */
	httpRequest(options: IHttpRequestOptions, authenticated: boolean): Promise<RawResponse>;
	/** Redacts the secrets of the credential in a string. */
	readonly redact: (text: string) => string;
	/** Reads the secrets again, because n8n may have renewed the credential. */
	reloadSecrets?(): Promise<void>;
}
