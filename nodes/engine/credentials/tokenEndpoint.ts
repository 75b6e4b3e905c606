/** Requests tokens from a token endpoint, with limits for time, size and attempts. */
import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import type { RawResponse } from '../describe';
import { isReadable, PackError, printable, readSafely, toResult, toText } from '../describe';
import { requestIdOf } from '../errors/classify';
import { errorCodes, networkErrorOf } from '../errors/failedAttempt';
import { createRedactor } from '../errors/redact';
import { readText } from '../http/readBody';

const attempts = 3;

const timeoutMs = 30_000;

const maxMessageLength = 300;

/** n8n's errors for a host that is not in **Allowed Domains** of the credential. */
const isForbiddenHost = (error: unknown): boolean =>
	/^(?:Domain not allowed|No allowed domains)/.test(toText(propertyOf(error, 'message')));

/** What the errors of a token request say. */
interface TokenEndpoint {
	/** Without a login. */
	readonly url: string;
	/** What to check if the service could not be reached. */
	readonly check: string;
	/** @param details status, texts and request ID of the response */
	readonly rejected: (details: string, body: unknown) => string;
}

/**
 * Requests a token, in up to three attempts. An unused token has no effect.
 * @param assertion the signed assertion, which is redacted from the response
 * @returns the parsed body of a 2xx response; undefined if it is not valid JSON
 * @throws PackError
 */
export async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
	assertion: string,
	{ url, check, rejected }: TokenEndpoint,
): Promise<unknown> {
	if (!URL.canParse(url))
		throw new PackError(`The credential has no valid URL of a token endpoint. ${check}`);
	const redact = createRedactor([assertion]);
	for (let attempt = 1; ; attempt++) {
		const result = await toResult(requestOnce(helpers, request));
		if ('error' in result && isForbiddenHost(result.error))
			throw new PackError(
				`The credential does not allow requests to ${url}. Add its host to Allowed Domains in the credential.`,
			);
		const networkError =
			'error' in result ? errorCodes(result.error).map(networkErrorOf).find(Boolean) : undefined;
		const { status, headers, text } =
			'value' in result ? result.value : { status: 0, headers: {}, text: '' };
		const isTemporary =
			!networkError?.isPermanent && (status === 0 || status === 429 || status >= 500);
		if (isTemporary && attempt < attempts) {
			await sleep(250 * 2 ** attempt);
			continue;
		}
		if (status === 0)
			throw new PackError(
				`${networkError?.message(url, new URL(url).host) ?? `Could not connect to ${url}, or it did not respond in time`}. ${check}`,
			);
		const body = readSafely(() => JSON.parse(redact(text)) as unknown);
		if (status >= 200 && status < 300) return body;
		const texts = ['error', 'error_description', 'message'].map((name) =>
			printable(toText(propertyOf(body, name)), maxMessageLength),
		);
		const requestId = requestIdOf({ redact }, headers);
		const details = [
			`status ${status}`,
			[...new Set(texts)].filter(Boolean).join(': '),
			requestId && `request ID ${requestId}`,
		]
			.filter(Boolean)
			.join(', ');
		throw new PackError(endpointError(url, status, details) ?? rejected(details, body));
	}
}

async function requestOnce(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
): Promise<Pick<RawResponse, 'headers'> & { status: number; text: string }> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const { statusCode, headers, body } = (await helpers.httpRequest({
		...request,
		timeout: timeoutMs,
		abortSignal: deadline,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Send the assertion only to the endpoint in the credential.
		disableFollowRedirect: true,
	})) as RawResponse;
	return {
		status: statusCode,
		headers,
		text: isReadable(body) ? await readText(body, timeoutMs, deadline) : '',
	};
}

/** The message for a response that says nothing about the key. Undefined for other responses. */
function endpointError(url: string, status: number, details: string): string | undefined {
	if (status === 429) return `${url} limits token requests (${details}). Try again later.`;
	if (status >= 500) return `${url} returned a server error (${details}). Try again later.`;
	return status >= 300 && status < 400
		? `${url} redirects token requests (${details}). The node does not follow, because it sends the key only to the address in the credential. Enter the address to which it redirects.`
		: undefined;
}

/** A property of a JSON object; undefined for anything else. */
export const propertyOf = (body: unknown, name: string): unknown =>
	typeof body === 'object' && body !== null ? (body as IDataObject)[name] : undefined;
