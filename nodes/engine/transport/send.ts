/** Sends one request, reads its response, and retries where that is safe. */
import {
	CanceledError,
	type Connection,
	type HttpResponse,
	isReadable,
	PackError,
	type RawResponse,
	type Readable,
	type RequestPlan,
	type SendPolicy,
	type Service,
} from '../describe';
import { parseJson } from '../input/parseJson';
import { IncompleteResponseError, readText } from './readBody';
import { redactValue } from './redact';
import { sendWithRedirects } from './redirects';
import { type ErrorBuilder, networkError, responseError } from './responseErrors';
import { toResult } from './result';
import { decideRetry, type FailedAttempt, requestedWaitMs } from './retry';
import { cancellableSleep } from './sleep';

/**
 * Sends one request and returns its 2xx response.
 * @throws PackError with the message of the service; CanceledError when the execution is canceled
 */
export async function send(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<HttpResponse> {
	for (let count = 1; ; count++) {
		if (connection.signal?.aborted) throw new CanceledError();
		if (!policy.foreign) await connection.waitForRateLimit();
		const result = await attempt(connection, plan, policy);
		if ('response' in result) return result.response;
		const decision = decideRetry(result.attempt, policy.replay, count, connection.retryPolicy);
		if ('stop' in decision) throw result.buildError(count, decision);
		await cancellableSleep(decision.retryInMs, connection.signal);
	}
}

type Outcome = { response: HttpResponse } | Failure;

interface Failure {
	readonly attempt: FailedAttempt;
	readonly buildError: ErrorBuilder;
}

async function attempt(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<Outcome> {
	const result = await toResult(requestOnce(connection, plan, policy));
	if ('value' in result) return result.value;
	const { error } = result;
	if (connection.signal?.aborted) throw new CanceledError();
	const networkCode = error instanceof IncompleteResponseError ? error.code : networkCodeOf(error);
	if (networkCode !== undefined && invalidHeaderCodes.test(networkCode))
		throw new PackError('A request header contains an invalid character', {
			hint: 'Paste the key or token into the credential again, without line breaks or non-ASCII characters.',
			code: networkCode,
		});
	if (networkCode === undefined) throw error;
	return {
		attempt: { networkCode },
		buildError: networkError(connection, networkCode, policy.replay),
	};
}

async function requestOnce(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<Outcome> {
	const raw = await sendWithRedirects(connection, plan, policy);
	const accepted = raw.statusCode < 300 || (policy.as === 'location' && raw.statusCode < 400);
	if (!accepted) return await readErrorResponse(connection, raw, policy);
	if (policy.as === 'stream')
		return {
			response: { ...statusAndHeaders(raw), body: undefined, stream: raw.body as Readable },
		};
	const response = await readResponse(connection, raw, policy);
	if (policy.foreign || !connection.service.isErrorBody?.(response.body)) return { response };
	return responseError(connection, {
		status: raw.statusCode,
		body: response.body,
		retryAfterMs: requestedWaitMs(raw.headers),
		scope: policy.scope,
	});
}

async function readResponse(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<HttpResponse> {
	const text = await readBodyText(connection, raw, policy);
	if (text === '' || policy.as === 'text' || policy.as === 'location')
		return { ...statusAndHeaders(raw), body: text === '' ? undefined : connection.redact(text) };
	const value = tryParse(text, connection.service);
	const body = redactValue(
		value === undefined && isVendorFormat(raw) ? text : value,
		text,
		connection.redact,
	);
	if (body === undefined) throw new IncompleteResponseError('TRUNCATED');
	return { ...statusAndHeaders(raw), body };
}

/** Whether the response has a vendor-specific format that is not JSON, such as a diff. */
const isVendorFormat = ({ headers }: RawResponse): boolean =>
	/^application\/vnd\.(?!.*json)/.test(String(headers['content-type']));

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
	raw: RawResponse,
	policy: SendPolicy,
): Promise<Failure> {
	// The status is known even if the body is incomplete.
	const text = await toResult(readBodyText(connection, raw, policy));
	if ('error' in text && text.error instanceof CanceledError) throw text.error;
	if (!policy.foreign) await toResult(connection.reloadSecrets?.() ?? Promise.resolve());
	const body =
		'value' in text ? redactValue(tryParse(text.value), text.value, connection.redact) : undefined;
	const retryAfterMs =
		requestedWaitMs(raw.headers) ??
		(raw.statusCode === 429
			? connection.service.rateLimitResetMs?.(raw.headers, Date.now())
			: undefined);
	return responseError(connection, {
		...statusAndHeaders(raw),
		body,
		retryAfterMs,
		scope: policy.scope,
		foreign: policy.foreign,
	});
}

async function readBodyText(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<string> {
	if (!isReadable(raw.body))
		return typeof raw.body === 'string' ? raw.body : (JSON.stringify(raw.body) ?? '');
	return await readText(raw.body, policy.timeoutMs ?? connection.timeoutMs, connection.signal);
}

const statusAndHeaders = (raw: RawResponse): Pick<HttpResponse, 'status' | 'headers'> => ({
	status: raw.statusCode,
	headers: raw.headers,
});

/** Node rejects such a header. Nothing was sent. */
const invalidHeaderCodes = /^ERR_(INVALID_CHAR|HTTP_INVALID_HEADER_VALUE|INVALID_HTTP_TOKEN)$/;

/** Code of a network error, such as ECONNRESET, ENOTFOUND, or ECONNABORTED (a timeout of axios); undefined for any other error. */
function networkCodeOf(error: unknown): string | undefined {
	if (error instanceof PackError) return undefined;
	let current = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (let depth = 0; current && depth < 4; depth++, current = current.cause as typeof current) {
		for (const code of [current.code, current.httpCode])
			if (typeof code === 'string' && /^[A-Z][A-Z_0-9]+$/.test(code)) return code;
	}
	return undefined;
}
