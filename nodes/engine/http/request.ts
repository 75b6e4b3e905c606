/** Sends one request with n8n's HTTP helpers. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import { type RawResponse, type SendPolicy, toExactJson } from '../describe';
import type { Hop, Send } from './stage';

export const httpRequest: Send<Hop, RawResponse> = async (hop) =>
	await hop.connection.http.request(await helperOptions(hop), hop.isService);

/** Options for n8n's helpers. The service's headers are added only if the URL belongs to it. */
async function helperOptions({
	connection,
	plan,
	policy,
	url,
	query,
	isService,
	ignoreHttpStatusErrors = true,
}: Hop): Promise<IHttpRequestOptions> {
	const opened = await plan.open?.();
	const headers: Record<string, string> = {
		accept: 'application/json',
		...(isService ? connection.headers : {}),
		...(isService || policy.external ? plan.headers : {}),
		...(plan.body === undefined ? {} : { 'content-type': 'application/json' }),
		...opened?.headers,
	};
	return {
		method: plan.method,
		url,
		qs: query,
		arrayFormat: 'repeat',
		headers: isJson(policy, headers) ? headers : { ...headers, 'accept-encoding': 'identity' },
		...(opened
			? { body: opened.body as IHttpRequestOptions['body'] }
			: plan.body === undefined
				? {}
				: { body: Buffer.from(toExactJson(plan.body)) }),
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

/**
 * Whether JSON is expected. Anything else is requested without compression: the HTTP client does not
 * notice that a compressed body is cut off if its Content-Length matches.
 */
const isJson = ({ as }: SendPolicy, { accept }: Record<string, string>): boolean =>
	as !== 'stream' && as !== 'text' && /json/i.test(accept!);
