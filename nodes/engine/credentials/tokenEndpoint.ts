/** Requests tokens from a token endpoint, with limits for time, size and attempts. */
import {
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	sleep,
} from 'n8n-workflow';
import { isReadable, printable, type RawResponse, readSafely, toResult, toText } from '../describe';
import { requestIdOf } from '../errors/errorInfo';
import { createRedactor, encodedForms } from '../errors/redact';
import { readText } from '../http/readBody';

const attempts = 3;

const timeoutMs = 30_000;

/** The response of a token endpoint. Status 0: no connection, or no complete response. */
export interface TokenResponse {
	readonly status: number;
	/** Parsed JSON; undefined if it is not valid JSON. */
	readonly body: unknown;
	readonly requestId?: string;
}

/**
 * Requests a token, in up to three attempts. Retries are safe, because an unused token has no
 * effect.
 * @param assertion the signed assertion. It is as sensitive as the token, so it is redacted from
 * the response.
 */
export async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
	assertion: string,
): Promise<TokenResponse> {
	const redact = createRedactor(encodedForms(assertion));
	for (let attempt = 1; ; attempt++) {
		const result = await toResult(requestOnce(helpers, request));
		const status = 'value' in result ? result.value.status : 0;
		const isTemporary = status === 0 || status === 429 || status >= 500;
		if (!isTemporary || attempt === attempts)
			return 'error' in result
				? { status, body: undefined }
				: {
						status,
						body: readSafely(() => JSON.parse(redact(result.value.text)) as unknown),
						requestId: requestIdOf({ redact }, result.value.headers),
					};
		await sleep(250 * 2 ** attempt);
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
export function endpointError(url: string, status: number, details: string): string | undefined {
	if (status === 429) return `${url} limits token requests (${details}). Try again later.`;
	if (status >= 500) return `${url} returned a server error (${details}). Try again later.`;
	return status >= 300 && status < 400
		? `${url} redirects token requests (${details}). The node does not follow, because it sends the key only to the address in the credential. Enter the address to which it redirects.`
		: undefined;
}

const maxMessageLength = 300;

/** Joins the available texts of an error response and its request ID, for an error message. */
export function errorTexts({ body, requestId }: TokenResponse, ...names: string[]): string {
	const message = names
		.map((name) => printable(toText(propertyOf(body, name)), maxMessageLength))
		.filter(Boolean)
		.join(': ');
	return (message && `, ${message}`) + (requestId ? `, request ID ${requestId}` : '');
}

/** A property of a JSON object; undefined for anything else. */
export const propertyOf = (body: unknown, name: string): unknown =>
	typeof body === 'object' && body !== null ? (body as IDataObject)[name] : undefined;
