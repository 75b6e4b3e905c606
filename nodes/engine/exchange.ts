/** One attempt on the wire: where it goes, with which headers, and which redirects are followed. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import type { Connection, RawResponse } from './connection';
import { isReadable } from './readable';
import { PackError } from './refusal';
import type { RequestPlan } from './request';
import { toResult } from './settle';
import type { SendPolicy } from './vocabulary';

const mostRedirects = 5;

/** Sends, and follows redirects of reading requests: within the service with the credential, elsewhere without it. */
export async function sendWithRedirects(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<RawResponse> {
	const service = new URL(connection.address).origin;
	let url = /^https?:\/\//.test(plan.url) ? plan.url : connection.address + plan.url;
	let query = plan.query;
	for (let hop = 0; ; hop++) {
		const own = !policy.foreign && new URL(url).origin === service;
		const options = async (): Promise<IHttpRequestOptions> =>
			await optionsOf(connection, plan, policy, url, query, own);
		const raw =
			own && connection.renews
				? await renewing(connection, options)
				: await connection.httpRequest(await options(), own);
		const location =
			raw.statusCode >= 300 && raw.statusCode < 400 ? raw.headers.location : undefined;
		if (typeof location !== 'string' || policy.as === 'location') return raw;
		if (isReadable(raw.body)) raw.body.destroy();
		url = redirected(plan, url, location, hop);
		query = {};
	}
}

async function optionsOf(
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
async function renewing(
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

function redirected(plan: RequestPlan, from: string, location: string, hop: number): string {
	const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
	const isRead = plan.method === 'GET' || plan.method === 'HEAD';
	if (
		to &&
		isRead &&
		hop < mostRedirects &&
		/^https?:$/.test(to.protocol) &&
		!(from.startsWith('https:') && to.protocol === 'http:')
	)
		return to.href;
	throw new PackError(
		hop >= mostRedirects
			? 'The service redirects without end'
			: `The service points to another address: ${to?.origin ?? 'an unreadable one'}`,
		{
			hint: 'Check the base URL of the credential. A writing request is not sent on to another address by itself.',
		},
	);
}

const bodyHeaders = (plan: RequestPlan): Record<string, string> =>
	plan.body === undefined ? {} : { 'content-type': 'application/json' };
