/** What the stages of the pipeline pass to each other. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type {
	Connection,
	HttpResponse,
	RawResponse,
	RequestPlan,
	Result,
	SendPolicy,
} from '../describe';
import type { FailedAttempt } from '../errors/failedAttempt';
import type { ErrorBuilder } from '../errors/responseErrors';

/** A stage of the pipeline sends a request through the next stage. */
export type Send<Request, Answer> = (request: Request) => Promise<Answer>;

export interface Outgoing {
	readonly connection: Connection;
	readonly plan: RequestPlan;
	readonly policy: SendPolicy;
}

/** One request of a chain of redirects. */
export interface Hop extends Outgoing {
	/** Absolute URL. */
	readonly url: string;
	readonly query: IDataObject;
	/** Whether the URL belongs to the service. If not, the request has no credential. */
	readonly isService: boolean;
	/** Statuses for which n8n's helper throws an error. Default: none. */
	readonly ignoreHttpStatusErrors?: IHttpRequestOptions['ignoreHttpStatusErrors'];
}

/** What the last server of a chain of redirects returned. */
export interface Answer {
	readonly result: Result<RawResponse>;
	/** Host of a URL outside the service, or of a link that is requested without the credential. */
	readonly externalHost?: string;
}

/** `isExternal`: whether the last request went to a URL outside the service. */
export type Outcome = (Accepted | Failure) & { readonly isExternal: boolean };

export interface Accepted {
	readonly response: HttpResponse;
	/** Milliseconds until the rate limit resets, if no requests are left. */
	readonly resetMs?: number;
}

export interface Failure {
	readonly failed: FailedAttempt;
	readonly buildError: ErrorBuilder;
}
