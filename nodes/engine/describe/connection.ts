/** A service with the credential and settings of one run. */
import type { IDataObject, IHttpRequestOptions, INode } from 'n8n-workflow';
import type { Api, RetryPolicy } from './api';

/** n8n's full response, with the body as a stream. */
export interface RawResponse {
	readonly statusCode: number;
	readonly headers: Record<string, unknown>;
	readonly body: unknown;
}

export interface Connection {
	readonly service: Api;
	readonly node: INode;
	/** Address of the service, without a slash at the end. */
	readonly address: string;
	readonly credential: IDataObject;
	/** Stands for the run, as a key of what is read once in it; the connections of single items have the same one. */
	readonly runKey: object;
	/** Headers of every request to the service. */
	readonly headers: Readonly<Record<string, string>>;
	/** Whether n8n can renew the credential when the service answers 401. */
	readonly renews: boolean;
	readonly signal?: AbortSignal;
	readonly timeoutMs: number;
	readonly retryPolicy: RetryPolicy;
	/** Waits until the service's and the person's rate allow one more request. */
	waitForRateLimit(): Promise<void>;
	/** One request out and back, with the credential or, for addresses that are not the service's, without. */
	httpRequest(options: IHttpRequestOptions, authenticated: boolean): Promise<RawResponse>;
	redact(text: string): string;
	/** Learns the secrets of a credential that n8n may have renewed since it was read. */
	reloadSecrets?(): Promise<void>;
}
