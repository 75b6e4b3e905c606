/** Describes the API of a service: base URL, authentication, headers, limits and errors. */
import type { IAuthenticate, IDataObject, IHttpRequestHelper } from 'n8n-workflow';
import type { PackErrorDetails } from './errors';
import type { Providers } from './provider';
import type { HttpResponse, Method, RequestLine, RequestWindow } from './request';

/**
 * What follows from a response. Airbyte's connectors call it `ResponseAction`.
 * - `accept`: the response is the result
 * - `fail`: the same request would fail again
 * - `retry`: nothing was processed, so the request can be sent again
 * - `retryIfSafe`: the request is sent again unless its operation must not be repeated
 * - `rateLimit`: like `retry`, and the other requests of the credential wait as well
 * - `renewToken`: the access token is not valid
 */
export type ResponseAction =
	'accept' | 'fail' | 'retry' | 'retryIfSafe' | 'rateLimit' | 'renewToken';

export interface ReceivedResponse extends Pick<HttpResponse, 'status' | 'headers' | 'body'> {
	readonly method?: Method;
	/** The wait that the standard headers request, in milliseconds. */
	readonly waitMs?: number;
}

export interface Classification {
	/** Default: `accept` for a 2xx response, otherwise that of the known error, or of the status. */
	readonly action?: ResponseAction;
	/** The status that a 2xx response should have had. */
	readonly status?: number;
	/** Replaces the wait that the standard headers request, in milliseconds. */
	readonly waitMs?: number;
	/** Finds the known error. */
	readonly code?: string;
	/** Error message of the service. */
	readonly text?: string;
	/** The scope or permission that the token lacks. If the status is 404, the token may lack it. */
	readonly missingScope?: string;
	/** Additional details that the messages of `KnownError` can use. */
	readonly facts?: IDataObject;
}

/** What the texts of a known error can contain, with the facts of the response. */
export interface ErrorFacts extends IDataObject {
	/** Name of the provider, or of the service if the provider is Other. */
	readonly provider: string;
	readonly text?: string;
	/** The record that the request refers to: `Run 42`. */
	readonly record?: string;
	/** What to check if this record was not found: `Check its ID and Repository hello-world`. */
	readonly recordCheck?: string;
	/** Path of the request. Undefined for an error that the service reports later. */
	readonly path?: string;
}

export interface KnownError {
	readonly message: string | ((facts: ErrorFacts) => string);
	/** @param method undefined for an error that the service reports later, such as that of a job */
	readonly hint: string | ((facts: ErrorFacts, method?: string) => string);
	/** Whether this entry applies to a response with these details. Default: always. */
	readonly appliesTo?: (facts: IDataObject) => boolean;
	readonly action?: ResponseAction;
	/** Minimum wait before a retry, in milliseconds. */
	readonly minWaitMs?: number;
}

export interface CredentialChoice {
	/** Value of the parameter Authentication. Saved workflows contain it. */
	readonly value: string;
	readonly label: string;
	/** Credential type; undefined if the service can be used without a credential. */
	readonly type?: string;
	/** Whether n8n renews the token after a 401 response (OAuth2, or `preAuthentication`). */
	readonly renews?: boolean;
	/** Not set for OAuth2, which n8n handles itself. */
	readonly authenticate?: Authenticate;
	/** Requests a token before the first request, and again after a 401 response. */
	readonly preAuthentication?: PreAuthentication;
}

/** The credential type that the parameter Authentication selects. Default: the first. */
export const selectedCredential = (
	{ credentials }: Pick<Api, 'credentials'>,
	authentication: unknown,
): CredentialChoice => credentials.find(({ value }) => value === authentication) ?? credentials[0]!;

export type Authenticate = Extract<IAuthenticate, (...args: never[]) => unknown>;

export type PreAuthentication = (
	this: IHttpRequestHelper,
	credential: Parameters<Authenticate>[0],
) => Promise<IDataObject>;

export interface ConnectionTest {
	/** May contain placeholders for fields of the credential. */
	readonly request: RequestLine | ((credential: IDataObject) => RequestLine);
	/** Whether an error response proves that the credential is valid. */
	readonly isValid?: (details: PackErrorDetails) => boolean;
	/** A message that replaces the error. @param status undefined if there was no response */
	readonly explain?: (
		status: number | undefined,
		credential: IDataObject,
		provider: string,
	) => string | undefined;
}

export interface Api {
	/** Name of the node, in camelCase. The icons have the same name. */
	readonly name: string;
	readonly label: string;
	/** The default first. */
	readonly credentials: readonly CredentialChoice[];
	readonly providers: Providers;
	readonly connectionTest: ConnectionTest;
	/** Default: `baseUrl` of the credential. */
	address?(credential: IDataObject): string;
	/** Whether a pasted URL with this host belongs to the service, for fields with `urlParents`. */
	acceptsUrlOf?(host: string, credential: IDataObject): boolean;
	/** First node version in which `rejectsEmptyValues` applies. */
	readonly emptyValuesFailAsOf?: number;
	/** Values from the credential for empty fields, by field name. */
	defaults?(credential: IDataObject): IDataObject;
	headers?(credential: IDataObject, options: IDataObject): Record<string, string>;
	retryPolicy?(options: IDataObject): Partial<RetryPolicy>;
	/** Rate limit of each credential, shared by all runs. A provider may have its own. */
	readonly limit?: RequestWindow;
	/** Keys of 64-bit IDs, which are always returned as strings. */
	readonly wideIds?: readonly string[];
	/** Properties of responses that AI agents do not receive. */
	readonly secretProperties?: readonly string[];
	/** Whether decimals that JavaScript would round, such as amounts, are returned as strings. */
	readonly exactDecimals?: boolean;
	/** Decides once per response what it means. Its errors are ignored: bodies can have any format. */
	classify(response: ReceivedResponse): Classification;
	/** Known errors, by error code or HTTP status. */
	readonly errors: Readonly<Record<string, KnownError>>;
}

export interface RetryPolicy {
	readonly attempts: number;
	readonly backOffMs: number;
	readonly maximumWaitMs: number;
	readonly neverRetriedStatuses?: readonly number[];
}

/** @param advice what else to check  @param missing default: the record in the path */
export const notFound = (
	advice: string | ((facts: ErrorFacts) => string),
	missing = ({ record }: ErrorFacts): string | undefined => record,
): KnownError => ({
	message: (facts) => {
		const record = missing(facts);
		return record ? `${record} not found` : `${facts.provider} could not find this record`;
	},
	hint: (facts) =>
		`${facts.recordCheck ?? 'Check the ID'}. ${typeof advice === 'string' ? advice : advice(facts)}`,
	action: 'fail',
});
