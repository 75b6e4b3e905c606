/** One HTTP request through the helpers of n8n, with renewal of an expired credential. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import {
	type Connection,
	isReadable,
	type RawResponse,
	type RequestPlan,
	type SendPolicy,
} from '../describe';
import { toResult } from './result';

export async function optionsOf(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
	url: string,
	qs: IDataObject,
	own: boolean,
): Promise<IHttpRequestOptions> {
	const opened = await plan.open?.();
	return {
		method: plan.method,
		url,
		qs,
		arrayFormat: 'repeat',
		headers: {
			accept: 'application/json',
			...(own ? connection.headers : {}),
			...(own || policy.foreign ? plan.headers : {}),
			...bodyHeaders(plan),
			...opened?.headers,
		},
		...(opened
			? { body: opened.body as IHttpRequestOptions['body'] }
			: plan.body === undefined
				? {}
				: { body: Buffer.from(JSON.stringify(plan.body)) }),
		encoding: 'stream',
		timeout: policy.timeoutMs ?? connection.timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// Followed above instead: the transport below it would hold every body in memory in order to repeat it.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * Lets n8n renew the credential. It does so when a 401 is thrown, so that status is not ignored here; a 401 says that nothing
 * was done, and the request may go again. n8n 1.x ignores the exception for 401 and needs a try that ignores nothing.
 */
export async function renewing(
	connection: Connection,
	options: () => Promise<IHttpRequestOptions>,
): Promise<RawResponse> {
	const first = await toResult(
		connection.httpRequest(
			{ ...(await options()), ignoreHttpStatusErrors: { ignore: true, except: [401] } },
			true,
		),
	);
	if ('value' in first && first.value.statusCode !== 401) return first.value;
	if ('value' in first) {
		if (isReadable(first.value.body)) first.value.body.destroy();
		const second = await toResult(
			connection.httpRequest({ ...(await options()), ignoreHttpStatusErrors: false }, true),
		);
		if ('value' in second) return second.value;
		const status = statusOf(second.error);
		if (status !== 401)
			return { statusCode: thrownUnless(status, second.error), headers: {}, body: '' };
	} else if (statusOf(first.error) !== 401) throw first.error;
	return await connection.httpRequest(await options(), true);
}

const statusOf = (error: unknown): number | undefined => {
	const status = Number((error as { httpCode?: unknown } | undefined)?.httpCode);
	return Number.isInteger(status) ? status : undefined;
};

function thrownUnless(status: number | undefined, error: unknown): number {
	if (status === undefined) throw error;
	return status;
}

const bodyHeaders = (plan: RequestPlan): Record<string, string> =>
	plan.body === undefined ? {} : { 'content-type': 'application/json' };
