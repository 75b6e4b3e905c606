/** Requests tokens from a token endpoint, limited in time, size and attempts. */
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

/** What a service said to it. Status 0: it could not be reached, or its answer did not arrive. */
export interface TokenResponse {
	readonly status: number;
	/** Parsed JSON; undefined where there is none. */
	readonly body: unknown;
}

/**
 * Asks up to three times, as a token that nobody uses harms nobody; only passing faults are tried again.
 * @param assertion what was signed: as good as the token, so it is struck from the answer, which may end up in an error
 */
export async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	request: IHttpRequestOptions,
	assertion: string,
): Promise<TokenResponse> {
	const clean = createRedactor(encodedForms(assertion));
	for (let attempt = 1; ; attempt++) {
		const result = await toResult(once(helpers, request));
		const status = 'value' in result ? result.value.status : 0;
		const isPassing = status === 0 || status === 429 || status >= 500;
		if (!isPassing || attempt === attempts)
			return { status, body: 'value' in result ? parsed(clean(result.value.text)) : undefined };
		await sleep(250 * 2 ** attempt);
	}
}

async function once(
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
		// The assertion is worth a token: it goes nowhere but where the credential says.
		disableFollowRedirect: true,
	})) as { statusCode: number; body: unknown };
	return {
		status: statusCode,
		text: isReadable(body) ? await readText(body, timeoutMs, deadline) : '',
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** A field of a JSON object; undefined for everything that is none. */
export const propertyOf = (body: unknown, name: string): unknown =>
	typeof body === 'object' && body !== null ? (body as IDataObject)[name] : undefined;
