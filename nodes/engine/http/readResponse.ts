/** Reads responses, and converts error responses and network errors to failures. */
import {
	CanceledError,
	causesOf,
	type Connection,
	type HttpResponse,
	PackError,
	printable,
	type RawResponse,
	type Readable,
	readSafely,
	type SendPolicy,
	type Service,
	toResult,
	toText,
} from '../describe';
import { classify, maxTextLength, requestIdOf } from '../errors/classify';
import { attemptWith, errorCodes, networkErrorOf, webPageCode } from '../errors/failedAttempt';
import { isNodeError, redactNodeError } from '../errors/nodeError';
import {
	networkError,
	responseError,
	retrySummary,
	sentences,
	unknownResultHint,
} from '../errors/responseErrors';
import { parseJson } from '../read/parseJson';
import { bodyText, errorBodyText, IncompleteResponseError } from './readBody';
import { isTokenError, type TokenError } from './renew';
import type { Accepted, Answer, Failure, Outcome, Outgoing, Send } from './stage';

/** A request with the host of its last URL, if that URL is outside the service. */
type Answered = Outgoing & Pick<Answer, 'externalHost'>;

/** @throws CanceledError, and errors that are not about the response, such as a revoked OAuth2 grant */
export const readResponse =
	(next: Send<Outgoing, Answer>): Send<Outgoing, Outcome> =>
	async (outgoing) => {
		const { result, externalHost } = await next(outgoing);
		const request = { ...outgoing, externalHost };
		const read = 'value' in result ? await toResult(readRaw(request, result.value)) : result;
		return {
			...('value' in read ? read.value : failureOf(request, read.error)),
			isExternal: externalHost !== undefined,
		};
	};

/** @throws the error, if it is not a network error */
function failureOf({ connection, policy, externalHost }: Answered, error: unknown): Failure {
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
	const token = causes.find((cause) => isTokenError(cause, connection));
	if (token) return tokenFailure(connection, token);
	const codes = errorCodes(error);
	if (codes.some((code) => /^ERR_(?:INVALID_CHAR|HTTP_INVALID_HEADER_VALUE)$/.test(code)))
		throw new PackError('A request header contains an invalid character', {
			hint: 'Paste the key or token into the credential again, without line breaks or non-ASCII characters.',
		});
	if (isNodeError(error)) redactNodeError(error, connection.redact);
	const networkCode = codes.find(networkErrorOf);
	if (networkCode === undefined) throw error;
	return {
		failed: attemptWith(networkCode),
		buildError: networkError(connection, networkCode, policy.idempotency, externalHost),
	};
}

interface Cause extends TokenError {
	readonly httpCode?: unknown;
	readonly message?: unknown;
	readonly status?: unknown;
	readonly body?: { readonly error?: unknown };
	readonly failure?: { readonly cause?: unknown };
}

/**
 * The failure of a request for a new OAuth2 token. The request that needs the token was rejected
 * with 401, so it was not processed.
 */
const tokenFailure = ({ redact }: Connection, { message }: Cause): Failure => ({
	failed: { action: 'retry', mayHaveBeenProcessed: false },
	buildError: (attempts, decision) =>
		new PackError('The access token of the credential could not be renewed', {
			hint: sentences(
				`Nothing was processed. The token request failed: ${printable(redact(toText(message)), maxTextLength)}`,
				'Run the node again later. If the error persists, open the credential and connect the account again',
				retrySummary(attempts, decision),
			),
		}),
});

/**
 * Whether n8n could not renew an OAuth2 token because the grant was revoked or has expired. n8n 2.x
 * sets the cause of the failure for the standard error. Otherwise, the error of n8n's OAuth2 client
 * has the body of the token endpoint, or the status if the body is not standard, as with Strava.
 */
const isRevokedGrant = ({ code, status, body, failure }: Cause): boolean =>
	failure?.cause === 'credential-invalid' ||
	body?.error === 'invalid_grant' ||
	(code === 'ESTATUS' && (status === 400 || status === 401));

/** Adds a hint to the error of a write that the service may have processed. */
const withUnknownResult = (error: PackError, { idempotency }: SendPolicy): PackError =>
	error.details.mayHaveBeenProcessed && idempotency !== 'safe'
		? withHint(error, `${unknownResultHint}.`)
		: error;

const withHint = ({ message, details }: PackError, hint: string): PackError =>
	new PackError(message, { ...details, hint: `${details.hint ?? ''} ${hint}`.trimStart() });

async function readRaw(request: Answered, raw: RawResponse): Promise<Accepted | Failure> {
	const { connection, plan, policy, externalHost } = request;
	const isAccepted =
		raw.statusCode < 300 ||
		(policy.as === 'location' && raw.statusCode < 400) ||
		(raw.statusCode === 304 && plan.headers['if-none-match'] !== undefined);
	if (isAccepted && policy.as === 'stream')
		return { response: { ...responseWith(raw, undefined), stream: raw.body as Readable } };
	const isExternal = externalHost !== undefined;
	const response = isAccepted
		? await parsedResponse(request, raw)
		: await errorResponse(request, raw);
	const meaning = policy.classify?.(response);
	if (meaning === 'accept') return { response };
	if (meaning && isAccepted) {
		const id = requestIdOf(connection, raw.headers);
		throw id === undefined ? meaning : withHint(meaning, `Request ID: ${id}.`);
	}
	const classified = classify(connection, { ...response, method: plan.method }, isExternal);
	if (classified.action === 'accept' || (isAccepted && raw.statusCode >= 300))
		return { response, resetMs: classified.waitMs };
	return responseError(
		connection,
		{
			...policy,
			...response,
			method: plan.method,
			path: plan.url,
			externalHost,
			isWebPage: isWebPage(raw),
		},
		classified,
	);
}

async function errorResponse(request: Answered, raw: RawResponse): Promise<HttpResponse> {
	const text = await errorBodyText(request, raw);
	if (request.externalHost === undefined)
		await toResult(request.connection.renewal?.reloadSecrets() ?? Promise.resolve());
	return responseWith(raw, tryParse(text));
}

async function parsedResponse(request: Answered, raw: RawResponse): Promise<HttpResponse> {
	const { connection, policy } = request;
	const text = await bodyText(request, raw);
	if (text === '' || policy.as === 'text' || policy.as === 'location')
		return responseWith(raw, text === '' ? undefined : text);
	const value = tryParse(text, connection.service);
	const body = value === undefined && isOtherFormat(raw, text) ? text : value;
	if (body === undefined)
		throw new IncompleteResponseError(isWebPage(raw) ? webPageCode : 'TRUNCATED');
	// Some services send null instead of no content.
	return responseWith(raw, body ?? undefined);
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
const isWebPage = ({ headers }: RawResponse): boolean =>
	/^text\/html\b/i.test(String(headers['content-type']));

/** Parses JSON; undefined for anything else, such as the error page of a proxy. */
const tryParse = (
	text: string,
	{ wideIds, exactDecimals }: Pick<Service, 'wideIds' | 'exactDecimals'> = {},
): unknown => readSafely(() => parseJson(text, wideIds, exactDecimals));

const responseWith = ({ statusCode, headers }: RawResponse, body: unknown): HttpResponse => ({
	status: statusCode,
	headers,
	body,
});
