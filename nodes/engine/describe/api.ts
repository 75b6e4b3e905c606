/** How to talk to a service: address, authentication, headers, limits and errors. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from './request';

/** What a service says when it refuses: facts out of the body, before they become a message. */
export interface ServiceErrorInfo {
	readonly code?: string;
	readonly text?: string;
	readonly facts?: IDataObject;
}

/** A known error of a service: what to tell the person, and whether the same request may be sent again. */
export interface KnownError {
	readonly message: string | ((facts: IDataObject) => string);
	readonly hint: string | ((facts: IDataObject) => string);
	/** `safe`: nothing was done, send again. `never`: sending again is pointless or paid. Absent: the operation's own policy and the status decide. */
	readonly retry?: 'safe' | 'never';
	/** The state passes by itself, as one of status 503 does: sent again where the operation's own policy allows it. */
	readonly temporary?: boolean;
	/** More attempts than the run's own, where the service needs a while to become ready. */
	readonly attempts?: number;
	/** Shortest wait that the service wants before the request is sent again, milliseconds. */
	readonly minWaitMs?: number;
}

/** One way to log in. */
export interface CredentialChoice {
	/** What a saved workflow stores. */
	readonly value: string;
	readonly label: string;
	/** Name of the credential type; absent where the service can be used without one. */
	readonly type?: string;
	/** Its token ends and is renewed by n8n (OAuth2, or a `preAuthentication`) when the service answers 401. */
	readonly renews?: boolean;
}

/** How a service is reached, and how it reports errors. */
export interface Api {
	/** The node's name, in camelCase; also the icons' file name. */
	readonly name: string;
	readonly label: string;
	/** The credential types that a person may choose from, the usual one first. */
	readonly credentials: readonly CredentialChoice[];
	/** Address of the service, from the credential's data and the options. */
	address(credential: IDataObject, options: IDataObject): string;
	/** Values of fields that a person leaves unset, under the fields' names, from the credential's data. */
	defaults?(credential: IDataObject): IDataObject;
	/** Headers of every request to the service, from the same. */
	headers?(credential: IDataObject, options: IDataObject): Record<string, string>;
	/** What the options say about sending again. */
	retryPolicy?(options: IDataObject): Partial<RetryPolicy>;
	/** Requests in a time window that the service allows, kept across the items of a run. */
	readonly limit?: { readonly requests: number; readonly perMs: number };
	/** Milliseconds until a used-up rate limit is open again, from headers of the service's own; asked for where no standard header says it. */
	rateLimitResetMs?(headers: Readonly<Record<string, unknown>>, now: number): number | undefined;
	/** Keys whose values are 64-bit ids: always strings. */
	readonly wideIds?: readonly string[];
	/** Decimal numbers that JavaScript would round (amounts of money) become strings, as integers do in any case. */
	readonly exactDecimals?: boolean;
	readError(body: unknown, answer: Pick<HttpResponse, 'status' | 'headers'>): ServiceErrorInfo;
	/** Whether an answer with a 2xx status refuses all the same. */
	isErrorBody?(body: unknown): boolean;
	readonly errors: Readonly<Record<string, KnownError>>;
	/** First wait before a request is sent again, milliseconds; doubles each time. Default 500. */
	readonly backOffMs?: number;
}

export interface RetryPolicy {
	readonly attempts: number;
	readonly backOffMs: number;
	readonly maximumWaitMs: number;
	/** Statuses after which nothing is sent again, whatever else holds. */
	readonly neverRetriedStatuses?: readonly number[];
}
