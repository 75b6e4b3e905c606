/** Sends one HTTP request with n8n's helpers, and renews an expired credential. */
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import {
	type Connection,
	isReadable,
	type RawResponse,
	type RequestPlan,
	type SendPolicy,
	toResult,
} from '../describe';

/**
 * Options for n8n's HTTP helpers.
 * @param isService whether the URL belongs to the service. If not, the service's headers are not
 * added.
 */
export async function requestOptions(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
	url: string,
	qs: IDataObject,
	isService: boolean,
): Promise<IHttpRequestOptions> {
	const opened = await plan.open?.();
	return {
		method: plan.method,
		url,
		qs,
		arrayFormat: 'repeat',
		headers: {
			accept: 'application/json',
			...(isService ? connection.headers : {}),
			...(isService || policy.external ? plan.headers : {}),
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
		// redirects.ts follows redirects. The HTTP client would keep every request body in memory in
		// order to resend it.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/**
 * Sends a request and lets n8n renew the credential after a response that reports an expired token,
 * such as 401. n8n renews the credential only if the HTTP helper throws an error, so these statuses
 * are excluded from the ignored statuses. They prove that nothing was processed, so the request can
 * be sent again. n8n 1.x does not support `except` and returns the response. In this case, the
 * function sends a second request without ignored statuses, so that the helper throws an error.
 */
export async function sendWithRenewal(
	connection: Connection,
	options: () => Promise<IHttpRequestOptions>,
): Promise<RawResponse> {
	const except = [...connection.renewalStatuses];
	const isExpired = (status: number | undefined): boolean =>
		status !== undefined && except.includes(status);
	const first = await toResult(
		connection.httpRequest(
			{ ...(await options()), ignoreHttpStatusErrors: { ignore: true, except } },
			true,
		),
	);
	if ('value' in first && !isExpired(first.value.statusCode)) return first.value;
	if ('value' in first) {
		if (isReadable(first.value.body)) first.value.body.destroy();
		const second = await toResult(
			connection.httpRequest({ ...(await options()), ignoreHttpStatusErrors: false }, true),
		);
		if ('value' in second) return second.value;
		const status = statusOf(second.error);
		if (!isExpired(status))
			return { statusCode: statusOrThrow(status, second.error), headers: {}, body: '' };
	} else if (!isExpired(statusOf(first.error))) throw first.error;
	return await connection.httpRequest(await options(), true);
}

const statusOf = (error: unknown): number | undefined => {
	const status = Number((error as { httpCode?: unknown } | undefined)?.httpCode);
	return Number.isInteger(status) ? status : undefined;
};

function statusOrThrow(status: number | undefined, error: unknown): number {
	if (status === undefined) throw error;
	return status;
}

const bodyHeaders = (plan: RequestPlan): Record<string, string> =>
	plan.body === undefined ? {} : { 'content-type': 'application/json' };
