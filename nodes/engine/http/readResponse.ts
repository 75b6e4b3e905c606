/** Reads responses, and converts error responses and network errors to failures. */
import {
	CanceledError,
	causesOf,
	type Connection,
	type HttpResponse,
	isReadable,
	PackError,
	type RawResponse,
	type Readable,
	readSafely,
	type SendPolicy,
	type Service,
	toResult,
	toText,
} from '../describe';
import { requestIdOf } from '../errors/errorInfo';
import { errorCodes, networkErrorOf, webPageCode } from '../errors/failedAttempt';
import { isNodeError, redactNodeError } from '../errors/nodeError';
import { networkError, responseError, unknownResultHint } from '../errors/responseErrors';
import { requestedWaitMs } from '../limits/retryAfter';
import { parseJson } from '../read/parseJson';
import { IncompleteResponseError, readText } from './readBody';
import type { Answer, Failure, Outcome, Outgoing, Send } from './stage';

/** @throws CanceledError, and errors that are not about the response, such as a revoked OAuth2 grant */
export const readResponse =
	(next: Send<Outgoing, Answer>): Send<Outgoing, Outcome> =>
	async (request) => {
		const { result, externalHost } = await next(request);
		const outcome =
			'value' in result ? await toResult(outcomeOf(request, result.value, externalHost)) : result;
		return 'value' in outcome ? outcome.value : failureOf(request, outcome.error, externalHost);
	};

/** @throws the error, if it is not a network error */
function failureOf(
	{ connection, policy }: Outgoing,
	error: unknown,
	externalHost: string | undefined,
): Failure {
	if (connection.signal?.aborted) throw new CanceledError();
	if (error instanceof PackError) throw withUnknownResult(error, policy);
	const causes = causesOf(error) as Cause[];
	if (causes.some(isRevokedGrant))
		throw new PackError(`${connection.label} did not renew the access token of the credential`, {
			hint: 'Access was revoked or has expired. Open the credential and connect the account again.',
			code: 'invalid_grant',
		});
	// The error of a token request, which n8n wraps. The request that needs the token was not sent, and
	// the token request has been retried.
	const own = causes.find((cause) => cause instanceof PackError);
	if (own) throw own;
	const codes = errorCodes(error);
	if (codes.some((code) => /^ERR_(?:INVALID_CHAR|HTTP_INVALID_HEADER_VALUE)$/.test(code)))
		throw new PackError('A request header contains an invalid character', {
			hint: 'Paste the key or token into the credential again, without line breaks or non-ASCII characters.',
		});
	if (isNodeError(error)) redactNodeError(error, connection.redact);
	const networkCode = codes.find(networkErrorOf);
	if (networkCode === undefined) throw error;
	return {
		failed: { networkCode },
		buildError: networkError(connection, networkCode, policy.idempotency, externalHost),
		isExternal: externalHost !== undefined,
	};
}

/** What an error, or the cause of one, may contain. */
interface Cause {
	readonly code?: unknown;
	readonly httpCode?: unknown;
	readonly message?: unknown;
	readonly status?: unknown;
	readonly body?: { readonly error?: unknown };
	readonly failure?: { readonly cause?: unknown };
}

/**
 * Whether n8n could not renew an OAuth2 token because the grant was revoked or has expired. n8n 2.x
 * sets the cause of the failure for the standard error. Otherwise, the error of n8n's OAuth2 client
 * has the body of the token endpoint, or the status if the body is not standard, as with Strava.
 */
const isRevokedGrant = ({ code, status, body, failure }: Cause): boolean =>
	failure?.cause === 'credential-invalid' ||
	body?.error === 'invalid_grant' ||
	(code === 'ESTATUS' && (status === 400 || status === 401));

/** Adds a note to the error of a write that the service may have processed. */
const withUnknownResult = (error: PackError, { idempotency }: SendPolicy): PackError =>
	error.details.mayHaveBeenProcessed && idempotency !== 'safe'
		? withHint(error, `${unknownResultHint}.`)
		: error;

const withHint = ({ message, details }: PackError, hint: string): PackError =>
	new PackError(message, { ...details, hint: `${details.hint ?? ''} ${hint}`.trimStart() });

async function outcomeOf(
	request: Outgoing,
	raw: RawResponse,
	externalHost: string | undefined,
): Promise<Outcome> {
	const { connection, plan, policy } = request;
	const isExternal = externalHost !== undefined;
	const isAccepted =
		raw.statusCode < 300 ||
		(policy.as === 'location' && raw.statusCode < 400) ||
		(raw.statusCode === 304 && plan.headers['if-none-match'] !== undefined);
	if (!isAccepted) return await errorOutcome(request, raw, externalHost);
	if (policy.as === 'stream') {
		const stream = raw.body as Readable;
		return { response: { ...statusAndHeaders(raw), body: undefined, stream }, isExternal };
	}
	const response = await parsedResponse(connection, raw, policy);
	const rejection = policy.rejection?.(response.body);
	if (rejection) {
		const id = requestIdOf(connection, raw.headers);
		throw id === undefined ? rejection : withHint(rejection, `Request ID: ${id}.`);
	}
	return !isExternal && connection.service.isErrorBody?.(response.body)
		? failure(request, raw, response.body, { retryAfterMs: requestedWaitMs(raw.headers) })
		: { response, isExternal };
}

async function errorOutcome(
	request: Outgoing,
	raw: RawResponse,
	externalHost: string | undefined,
): Promise<Outcome> {
	const { connection, policy } = request;
	const isExternal = externalHost !== undefined;
	const retryAfterMs =
		requestedWaitMs(raw.headers) ??
		(raw.statusCode === 429 && !isExternal
			? readSafely(() => connection.service.rateLimitResetMs?.(raw.headers, Date.now()))
			: undefined);
	// Do not fail if the body is incomplete. The status alone is sufficient to build an error.
	const text = await toResult(readBodyText({ ...connection, memory: undefined }, raw, policy));
	if ('error' in text && text.error instanceof CanceledError) throw text.error;
	if (!isExternal) await toResult(connection.renewal?.reloadSecrets() ?? Promise.resolve());
	const body = 'value' in text ? tryParse(text.value) : undefined;
	if (policy.isResult?.(body)) return { response: { ...statusAndHeaders(raw), body }, isExternal };
	return failure(request, raw, body, { retryAfterMs, externalHost, isWebPage: isWebPage(raw) });
}

function failure(
	{ connection, plan, policy }: Outgoing,
	raw: RawResponse,
	body: unknown,
	more: Partial<Parameters<typeof responseError>[1]>,
): Failure {
	const { attempt: failed, buildError } = responseError(connection, {
		...statusAndHeaders(raw),
		body,
		method: plan.method,
		permission: policy.permission,
		isMissing: policy.missingIn?.includes(toText(connection.credential.provider)),
		records: policy.records,
		idempotency: policy.idempotency,
		...more,
	});
	return { failed, buildError, isExternal: more.externalHost !== undefined };
}

async function parsedResponse(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<HttpResponse> {
	const text = await readBodyText(connection, raw, policy);
	if (text === '' || policy.as === 'text' || policy.as === 'location')
		return { ...statusAndHeaders(raw), body: text === '' ? undefined : text };
	const value = tryParse(text, connection.service);
	const body = value === undefined && isOtherFormat(raw, text) ? text : value;
	if (body === undefined)
		throw new IncompleteResponseError(isWebPage(raw) ? webPageCode : 'TRUNCATED');
	// Some services send null instead of no content.
	return { ...statusAndHeaders(raw), body: body ?? undefined };
}

/** Whether the response has a format that is not JSON, such as a diff. */
function isOtherFormat({ headers }: RawResponse, text: string): boolean {
	const type = String(headers['content-type']);
	return (
		/^application\/vnd\.(?!.*json)/i.test(type) ||
		(/^text\/plain\b/i.test(type) && !/^\s*[{[]/.test(text))
	);
}

/** Whether the response is HTML, for example because the base URL is that of a website. */
const isWebPage = ({ headers }: Pick<RawResponse, 'headers'>): boolean =>
	/^text\/html\b/i.test(String(headers['content-type']));

/** Parses JSON; undefined for anything else, such as the error page of a proxy. */
const tryParse = (
	text: string,
	{ wideIds, exactDecimals }: Pick<Service, 'wideIds' | 'exactDecimals'> = {},
): unknown => readSafely(() => parseJson(text, wideIds, exactDecimals));

async function readBodyText(
	connection: Connection,
	raw: RawResponse,
	policy: SendPolicy,
): Promise<string> {
	if (!isReadable(raw.body))
		return typeof raw.body === 'string' ? raw.body : (JSON.stringify(raw.body) ?? '');
	return await readText(
		raw.body,
		policy.timeoutMs ?? connection.limits.timeoutMs,
		connection.signal,
		raw.headers['content-type'],
		connection.memory,
	);
}

const statusAndHeaders = (raw: RawResponse): Pick<HttpResponse, 'status' | 'headers'> => ({
	status: raw.statusCode,
	headers: raw.headers,
});
