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
import { clean } from './redact';
import { sendWithRedirects } from './redirects';
import { type ErrorBuilder, networkError, responseError } from './responseErrors';
import { toResult } from './result';
import { decideRetry, type FailedAttempt, requestedWaitMs } from './retry';
import { cancellableSleep } from './sleep';

/**
 * Sends one request and answers its 2xx answer.
 * @throws Refusal with the service's own words, Stopped when the execution is canceled
 */
export async function send(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<HttpResponse> {
	for (let attempt = 1; ; attempt++) {
		if (connection.signal?.aborted) throw new CanceledError();
		if (!policy.foreign) await connection.waitForRateLimit();
		const result = await attemptOnce(connection, plan, policy);
		if ('answer' in result) return result.answer;
		const verdict = decideRetry(result.outcome, policy.replay, attempt, connection.retryPolicy);
		if ('stop' in verdict) throw result.refusal(attempt, verdict);
		await cancellableSleep(verdict.retryInMs, connection.signal);
	}
}

type Attempt = { answer: HttpResponse } | Failed;

interface Failed {
	readonly outcome: FailedAttempt;
	readonly refusal: ErrorBuilder;
}

async function attemptOnce(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<Attempt> {
	const result = await toResult(exchanged(connection, plan, policy));
	if ('value' in result) return result.value;
	const { error } = result;
	if (connection.signal?.aborted) throw new CanceledError();
	const fault = error instanceof IncompleteResponseError ? error.code : faultOf(error);
	if (fault !== undefined && unsendable.test(fault))
		throw new PackError('A request header contains an invalid character', {
			hint: 'Paste the key or token into the credential again, without line breaks or non-ASCII characters.',
			code: fault,
		});
	if (fault === undefined) throw error;
	return {
		outcome: { networkCode: fault },
		refusal: networkError(connection, fault, policy.replay),
	};
}

async function exchanged(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<Attempt> {
	const raw = await sendWithRedirects(connection, plan, policy);
	const accepted = raw.statusCode < 300 || (policy.as === 'location' && raw.statusCode < 400);
	if (!accepted) return await refused(connection, raw, policy);
	if (policy.as === 'stream')
		return { answer: { ...facts(raw), body: undefined, stream: raw.body as Readable } };
	const answer = await readAnswer(connection, raw, policy);
	if (policy.foreign || !connection.service.isErrorBody?.(answer.body)) return { answer };
	return responseError(connection, {
		status: raw.statusCode,
		body: answer.body,
		retryAfterMs: requestedWaitMs(raw.headers),
		scope: policy.scope,
	});
}

async function readAnswer(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<HttpResponse> {
	const text = await bodyText(connection, raw, policy);
	if (text === '' || policy.as === 'text' || policy.as === 'location')
		return { ...facts(raw), body: text === '' ? undefined : connection.redact(text) };
	const value = parsed(text, connection.service);
	const body = clean(
		value === undefined && isOwnFormat(raw) ? text : value,
		text,
		connection.redact,
	);
	if (body === undefined) throw new IncompleteResponseError('TRUNCATED');
	return { ...facts(raw), body };
}

/** Whether the service says that it answers in a format of its own that is no JSON, such as a diff. */
const isOwnFormat = ({ headers }: RawResponse): boolean =>
	/^application\/vnd\.(?!.*json)/.test(String(headers['content-type']));

/** JSON as a value; nothing where it is none, such as the error page of a proxy. */
function parsed(
	text: string,
	{ wideIds, exactDecimals }: Pick<Service, 'wideIds' | 'exactDecimals'> = {},
): unknown {
	try {
		return parseJson(text, wideIds, exactDecimals);
	} catch {
		return undefined;
	}
}

async function refused(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<Failed> {
	// The status speaks even where the text of the error does not arrive whole.
	const text = await toResult(bodyText(connection, raw, policy));
	if ('error' in text && text.error instanceof CanceledError) throw text.error;
	if (!policy.foreign) await toResult(connection.reloadSecrets?.() ?? Promise.resolve());
	const body =
		'value' in text ? clean(parsed(text.value), text.value, connection.redact) : undefined;
	const askedMs =
		requestedWaitMs(raw.headers) ??
		(raw.statusCode === 429
			? connection.service.rateLimitResetMs?.(raw.headers, Date.now())
			: undefined);
	return responseError(connection, {
		...facts(raw),
		body,
		retryAfterMs: askedMs,
		scope: policy.scope,
		foreign: policy.foreign,
	});
}

async function bodyText(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<string> {
	if (!isReadable(raw.body))
		return typeof raw.body === 'string' ? raw.body : (JSON.stringify(raw.body) ?? '');
	return await readText(raw.body, policy.timeoutMs ?? connection.timeoutMs, connection.signal);
}

const facts = (raw: RawResponse): Pick<HttpResponse, 'status' | 'headers'> => ({
	status: raw.statusCode,
	headers: raw.headers,
});

/** Node refuses to write such a header; nothing has been sent. */
const unsendable = /^ERR_(INVALID_CHAR|HTTP_INVALID_HEADER_VALUE|INVALID_HTTP_TOKEN)$/;

/** Code of a network fault: ECONNRESET, ECONNABORTED (axios's word for a timeout), ENOTFOUND and so on; nothing for any other error. */
function faultOf(error: unknown): string | undefined {
	if (error instanceof PackError) return undefined;
	let at = error as { code?: unknown; httpCode?: unknown; cause?: unknown } | undefined;
	for (let depth = 0; at && depth < 4; depth++, at = at.cause as typeof at) {
		for (const code of [at.code, at.httpCode])
			if (typeof code === 'string' && /^[A-Z][A-Z_0-9]+$/.test(code)) return code;
	}
	return undefined;
}
