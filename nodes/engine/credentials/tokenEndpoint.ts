/** Requests tokens from a token endpoint, with limits for time, size and attempts. */
import {
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	sleep,
} from 'n8n-workflow';
import { isReadable } from '../describe';
import { readText } from '../transport/readBody';
import { createRedactor, encodedForms } from '../transport/redact';
import { toResult } from '../transport/result';

const attempts = 3;

const timeoutMs = 30_000;

/** The response of a token endpoint. Status 0: no connection, or no complete response. */
export interface TokenResponse {
	readonly status: number;
	/** Parsed JSON; undefined if it is not valid JSON. */
	readonly body: unknown;
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
			return { status, body: 'value' in result ? tryParse(redact(result.value.text)) : undefined };
		await sleep(250 * 2 ** attempt);
	}
}

async function requestOnce(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
): Promise<{ status: number; text: string }> {
	const deadline = AbortSignal.timeout(timeoutMs);
	const { statusCode, body } = (await helpers.httpRequest({
		...request,
		timeout: timeoutMs,
		abortSignal: deadline,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Send the assertion only to the endpoint in the credential.
		disableFollowRedirect: true,
	})) as { statusCode: number; body: unknown };
	return {
		status: statusCode,
		text: isReadable(body) ? await readText(body, timeoutMs, deadline) : '',
	};
}

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A property of a JSON object; undefined for anything else. */
export const propertyOf = (body: unknown, name: string): unknown =>
	typeof body === 'object' && body !== null ? (body as IDataObject)[name] : undefined;
