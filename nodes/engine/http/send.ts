/** Sends one request, reads its response, and retries if a retry is safe. */
import {
	CanceledError,
	type Connection,
	type HttpResponse,
	isReadable,
	PackError,
	type RawResponse,
	type Readable,
	readSafely,
	type RequestPlan,
	type SendPolicy,
	type Service,
	toResult,
} from '../describe';
import { requestIdOf } from '../errors/errorInfo';
import { isNodeError, redactNodeError } from '../errors/nodeError';
import {
	type ErrorBuilder,
	networkError,
	responseError,
	unknownResultHint,
} from '../errors/responseErrors';
import {
	decideRetry,
	exhaustedLimitMs,
	type FailedAttempt,
	isNetworkCode,
	isRateLimit,
	mayHaveBeenProcessed,
	requestedWaitMs,
	requiredWaitMs,
	type RetryDecision,
	webPageCode,
} from '../errors/retry';
import { isRevokedGrant, revokedGrantError } from '../errors/revokedGrant';
import { ScopedMeter } from '../limits/memory';
import { cancellableSleep } from '../limits/sleep';
import { parseJson } from '../read/parseJson';
import { IncompleteResponseError, readText } from './readBody';
import { type Recipient, sendWithRedirects } from './redirects';

/**
 * Sends one request and returns its 2xx response.
 * @throws PackError with the message of the service; CanceledError when the execution is canceled
 */
export async function send(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<HttpResponse> {
	const request = async (): Promise<HttpResponse> =>
		await sendWithRetries(connection, plan, policy);
	return connection.sendOnce ? await connection.sendOnce(plan, policy, request) : await request();
}

async function sendWithRetries(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<HttpResponse> {
	const { retryPolicy, signal } = connection;
	const brake = policy.external ? undefined : connection.limiter;
	let limited: { readonly at: number; readonly failure: Failure } | undefined;
	let sent = 0;
	/** Whether the service may have processed an earlier attempt. */
	let isUncertain = false;
	for (let attempts = 1; ;) {
		if (signal?.aborted) throw new CanceledError();
		const { blockedMs = 0, responded } = policy.external
			? {}
			: await waitForStart(connection, limited?.at);
		if (blockedMs > 0) {
			const failure =
				limited?.failure ?? responseError(connection, { status: 429, body: undefined });
			const stop = blockedMs > retryPolicy.maximumWaitMs ? 'wait' : 'limited';
			throw failure.buildError(
				sent,
				{ stop, waitMs: blockedMs },
				isUncertainWrite(plan, policy, isUncertain, false),
			);
		}
		const result = await attempt(connection, plan, policy);
		responded?.();
		sent++;
		if ('response' in result) {
			brake?.accept(
				result.isExternal ? undefined : sharedResetMs(result.response, retryPolicy.maximumWaitMs),
			);
			return result.response;
		}
		const decision = decideRetry(result.attempt, policy.idempotency, attempts, retryPolicy);
		const mayBeDone = mayHaveBeenProcessed(result.attempt);
		const isUncertainFailure = isUncertainWrite(plan, policy, isUncertain, mayBeDone);
		isUncertain ||= mayBeDone;
		const isLimited = !result.isExternal && isRateLimit(result.attempt);
		if (brake && isLimited && !isFinal(decision)) {
			const at = reportLimit(connection, result.attempt);
			if (at !== undefined) {
				// Waiting for a rate limit is limited by time, not by attempts.
				limited = { at: limited?.at ?? at, failure: result };
				continue;
			}
		}
		if ((result.attempt.status ?? 500) < 500 && !isLimited) brake?.accept();
		if ('stop' in decision) throw result.buildError(sent, decision, isUncertainFailure);
		attempts++;
		await cancellableSleep(decision.retryInMs, signal);
	}
}

/**
 * Waits until the rate limits allow another request. The brake comes first, so that requests that it
 * delayed do not exceed the option Requests per Second together.
 * @param limitedAt when this request reached the rate limit of the service for the first time
 * @returns what to call when the request has its response; or, if the rate limit of the service lasts
 * too long, the milliseconds that remain until it resets
 */
async function waitForStart(
	connection: Connection,
	limitedAt?: number,
): Promise<{ blockedMs?: number; responded?: () => void }> {
	const { limiter, retryPolicy, signal } = connection;
	const maxMs = retryPolicy.maximumWaitMs;
	for (;;) {
		const blockedMs = (await limiter?.wait(maxMs, limitedAt, signal)) ?? 0;
		if (blockedMs > 0) return { blockedMs };
		const responded = await connection.waitForRateLimit();
		if (!limiter?.isBlocked(maxMs, limitedAt)) return { responded };
	}
}

/**
 * Milliseconds until the rate limit resets, if no requests are left. Undefined if the service sends
 * `x-ratelimit-resource`: such a service has several rate limits, and the next request may count
 * towards a different rate limit.
 */
function sharedResetMs({ headers }: HttpResponse, maxMs: number): number | undefined {
	if (headers['x-ratelimit-resource'] !== undefined) return undefined;
	const resetMs = exhaustedLimitMs(headers);
	return resetMs !== undefined && resetMs <= maxMs ? resetMs : undefined;
}

/**
 * Whether the error of a write that can be retried must warn that an attempt may have been
 * processed. The warning is necessary because a later execution has different idempotency keys, and
 * because a second deletion of the same record fails with 404. Most POST requests with the replay
 * mode `safe` are reads. Their errors contain the warning only if an earlier attempt may have been
 * processed and the last attempt was certainly not processed.
 */
const isUncertainWrite = (
	{ method }: RequestPlan,
	{ idempotency }: SendPolicy,
	earlier: boolean,
	last: boolean,
): boolean =>
	(earlier || last) &&
	idempotency !== 'none' &&
	method !== 'GET' &&
	method !== 'HEAD' &&
	(idempotency === 'keyed' || method !== 'POST' || !last);

const isFinal = (decision: RetryDecision): boolean =>
	'stop' in decision && decision.stop === 'final';

/**
 * Reports a rate limit to the brake. Returns the time of the report, or undefined if the request
 * must not wait for the reset.
 */
function reportLimit(
	{ limiter, retryPolicy }: Connection,
	failed: FailedAttempt,
): number | undefined {
	const waitMs = requiredWaitMs(failed);
	if (retryPolicy.attempts <= 1 || (waitMs ?? 0) > retryPolicy.maximumWaitMs) return undefined;
	return limiter?.limit(waitMs);
}

/**
 * The result of one attempt. `isExternal`: whether the last request went to a URL outside the
 * service.
 */
type Outcome = ({ response: HttpResponse } | Failure) & { readonly isExternal: boolean };

interface Failure {
	readonly attempt: FailedAttempt;
	readonly buildError: ErrorBuilder;
}

async function attempt(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<Outcome> {
	const recipient: Recipient = {};
	const result = await toResult(requestOnce(connection, plan, policy, recipient));
	const isExternal = recipient.externalHost !== undefined;
	if ('value' in result) return { ...result.value, isExternal };
	const { error } = result;
	if (connection.signal?.aborted) throw new CanceledError();
	if (isRevokedGrant(error)) throw revokedGrantError(connection.label);
	const codes = error instanceof IncompleteResponseError ? [error.code] : errorCodes(error);
	const invalid = invalidRequestError(codes);
	if (invalid) throw invalid;
	const networkCode = codes.find(isNetworkCode);
	if (isNodeError(error)) redactNodeError(error, connection.redact);
	if (networkCode === undefined) throw withUnknownResult(error, policy);
	return {
		attempt: { networkCode },
		buildError: networkError(connection, networkCode, policy.idempotency, recipient.externalHost),
		isExternal,
	};
}

/** Adds a note to the error of a write that the service may have processed. */
function withUnknownResult(error: unknown, { idempotency }: SendPolicy): unknown {
	if (
		!(error instanceof PackError) ||
		!error.details.mayHaveBeenProcessed ||
		idempotency === 'safe'
	)
		return error;
	return new PackError(error.message, {
		...error.details,
		hint: `${error.details.hint ?? ''} ${unknownResultHint}.`.trimStart(),
	});
}

async function requestOnce(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
	recipient: Recipient,
): Promise<{ response: HttpResponse } | Failure> {
	const raw = await sendWithRedirects(connection, plan, policy, recipient);
	const { externalHost } = recipient;
	const accepted =
		raw.statusCode < 300 ||
		(policy.as === 'location' && raw.statusCode < 400) ||
		(raw.statusCode === 304 && plan.headers['if-none-match'] !== undefined);
	if (!accepted) return await readErrorResponse(connection, plan, raw, policy, externalHost);
	if (policy.as === 'stream')
		return {
			response: { ...statusAndHeaders(raw), body: undefined, stream: raw.body as Readable },
		};
	const response = await readResponse(connection, raw, policy);
	const rejection = policy.rejection?.(response.body);
	if (rejection) throw withRequestId(connection, rejection, raw);
	if (externalHost !== undefined || !connection.service.isErrorBody?.(response.body))
		return { response };
	return responseError(connection, {
		...statusAndHeaders(raw),
		body: response.body,
		method: plan.method,
		retryAfterMs: requestedWaitMs(raw.headers),
		scope: policy.permission,
		records: policy.records,
		idempotency: policy.idempotency,
	});
}

/** Adds the request ID to the error in a successful response. */
function withRequestId(
	connection: Connection,
	{ message, details }: PackError,
	{ headers }: RawResponse,
): PackError {
	const id = requestIdOf(connection, headers);
	const parts = [details.hint, id && `Request ID: ${id}.`].filter(Boolean);
	return new PackError(message, { ...details, hint: parts.join(' ') || undefined });
}

async function readResponse(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<HttpResponse> {
	const text = await readBodyText(connection, raw, policy);
	if (text === '' || policy.as === 'text' || policy.as === 'location')
		return { ...statusAndHeaders(raw), body: text === '' ? undefined : text };
	const value = tryParse(text, connection.service);
	const body = value === undefined && isVendorFormat(raw) ? text : value;
	if (body === undefined)
		throw new IncompleteResponseError(isWebPage(raw) ? webPageCode : 'TRUNCATED');
	// Some services send null instead of no content.
	return { ...statusAndHeaders(raw), body: body ?? undefined };
}

/** Whether the response has a vendor-specific format that is not JSON, such as a diff. */
const isVendorFormat = ({ headers }: RawResponse): boolean =>
	/^application\/vnd\.(?!.*json)/.test(String(headers['content-type']));

/** Whether the response is HTML, for example because the base URL is that of a website. */
const isWebPage = ({ headers }: Pick<RawResponse, 'headers'>): boolean =>
	/^text\/html\b/i.test(String(headers['content-type']));

/** Parses JSON; undefined for anything else, such as the error page of a proxy. */
function tryParse(
	text: string,
	{ wideIds, exactDecimals }: Pick<Service, 'wideIds' | 'exactDecimals'> = {},
): unknown {
	try {
		return parseJson(text, wideIds, exactDecimals);
	} catch {
		return undefined;
	}
}

async function readErrorResponse(
	connection: Connection,
	{ method }: RequestPlan,
	raw: RawResponse,
	policy: SendPolicy,
	externalHost: string | undefined,
): Promise<{ response: HttpResponse } | Failure> {
	const isExternal = externalHost !== undefined;
	const retryAfterMs =
		requestedWaitMs(raw.headers) ??
		(raw.statusCode === 429 && !isExternal
			? readSafely(() => connection.service.rateLimitResetMs?.(raw.headers, Date.now()))
			: undefined);
	// Report the rate limit before reading the body, so that no other request starts meanwhile.
	if (raw.statusCode === 429 && !isExternal) reportLimit(connection, { retryAfterMs });
	const memory = new ScopedMeter(connection.memory);
	// Do not fail if the body is incomplete. The status alone is sufficient to build an error.
	const text = await toResult(readBodyText({ ...connection, memory }, raw, policy));
	memory.release();
	if ('error' in text && text.error instanceof CanceledError) throw text.error;
	if (!isExternal) await toResult(connection.reloadSecrets?.() ?? Promise.resolve());
	const body = 'value' in text ? tryParse(text.value) : undefined;
	if (policy.isResult?.(body)) return { response: { ...statusAndHeaders(raw), body } };
	return responseError(connection, {
		...statusAndHeaders(raw),
		body,
		method,
		retryAfterMs,
		scope: policy.permission,
		records: policy.records,
		externalHost,
		idempotency: policy.idempotency,
		isWebPage: isWebPage(raw),
	});
}

async function readBodyText(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<string> {
	if (!isReadable(raw.body))
		return typeof raw.body === 'string' ? raw.body : (JSON.stringify(raw.body) ?? '');
	return await readText(
		raw.body,
		policy.timeoutMs ?? connection.timeoutMs,
		connection.signal,
		raw.headers['content-type'],
		connection.memory,
	);
}

const statusAndHeaders = (raw: RawResponse): Pick<HttpResponse, 'status' | 'headers'> => ({
	status: raw.statusCode,
	headers: raw.headers,
});

/** Error codes of requests that Node rejects before sending them. */
const invalidHeaderCode = /^ERR_(?:INVALID_CHAR|HTTP_INVALID_HEADER_VALUE|INVALID_HTTP_TOKEN)$/;

const invalidUrlCode = /^ERR_(?:INVALID_URL|INVALID_PROTOCOL|UNESCAPED_CHARACTERS)$/;

function invalidRequestError(codes: readonly string[]): PackError | undefined {
	const code = codes.find((one) => invalidHeaderCode.test(one) || invalidUrlCode.test(one));
	if (code === undefined) return undefined;
	if (invalidUrlCode.test(code))
		return new PackError('The URL of the request is invalid', {
			hint: 'Check the base URL in the credential.',
			code,
		});
	return new PackError('A request header contains an invalid character', {
		hint: 'Paste the key or token into the credential again, without line breaks or non-ASCII characters.',
		code,
	});
}

/** Codes of an error and its causes, starting with the error itself. */
function errorCodes(error: unknown): string[] {
	if (error instanceof PackError) return [];
	const codes: string[] = [];
	let current = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (let depth = 0; current && depth < 4; depth++, current = current.cause as typeof current) {
		for (const code of [current.code, current.httpCode])
			if (typeof code === 'string') codes.push(code);
	}
	return codes;
}
