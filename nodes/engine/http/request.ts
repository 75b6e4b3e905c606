/** Sends one request with n8n's HTTP helpers. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { RawResponse } from '../describe';
import type { Hop, Send } from './stage';

export const httpRequest: Send<Hop, RawResponse> = async (hop) =>
	await hop.connection.http.request(await requestOptions(hop), hop.isService);

/** Options for n8n's helpers. The service's headers are added only if the URL belongs to it. */
async function requestOptions({
	connection,
	plan,
	policy,
	url,
	query,
	isService,
	ignoreHttpStatusErrors = true,
}: Hop): Promise<IHttpRequestOptions> {
	const opened = await plan.open?.();
	return {
		method: plan.method,
		url,
		qs: query,
		arrayFormat: 'repeat',
		headers: {
			accept: 'application/json',
			...(isService ? connection.headers : {}),
			...(isService || policy.external ? plan.headers : {}),
			...(plan.body === undefined ? {} : { 'content-type': 'application/json' }),
			...opened?.headers,
		},
		...(opened
			? { body: opened.body as IHttpRequestOptions['body'] }
			: plan.body === undefined
				? {}
				: { body: Buffer.from(JSON.stringify(plan.body)) }),
		encoding: 'stream',
		timeout: policy.timeoutMs ?? connection.limits.timeoutMs,
		returnFullResponse: true,
		ignoreHttpStatusErrors,
		// redirect.ts follows redirects. The HTTP client would keep every request body in memory in
		// order to resend it.
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}
