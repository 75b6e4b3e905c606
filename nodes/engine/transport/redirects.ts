/** Follows redirects: within the service with the credential, to other hosts without it. */
import type { IHttpRequestOptions } from 'n8n-workflow';
import {
	type Connection,
	isReadable,
	PackError,
	type RawResponse,
	type RequestPlan,
	type SendPolicy,
} from '../describe';
import { requestOptions, sendWithRenewal } from './httpRequest';

const maxRedirects = 5;

/**
 * Sends a request and follows redirects of GET and HEAD requests.
 * @throws PackError for other redirects, and after five of them
 */
export async function sendWithRedirects(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
): Promise<RawResponse> {
	const service = new URL(connection.address).origin;
	let url = /^https?:\/\//.test(plan.url) ? plan.url : connection.address + plan.url;
	let query = plan.query;
	for (let count = 0; ; count++) {
		const isService = !policy.foreign && new URL(url).origin === service;
		const options = async (): Promise<IHttpRequestOptions> =>
			await requestOptions(connection, plan, policy, url, query, isService);
		const raw =
			isService && connection.renews
				? await sendWithRenewal(connection, options)
				: await connection.httpRequest(await options(), isService);
		const location =
			raw.statusCode >= 300 && raw.statusCode < 400 ? raw.headers.location : undefined;
		if (typeof location !== 'string' || policy.as === 'location') return raw;
		if (isReadable(raw.body)) raw.body.destroy();
		url = redirectTarget(plan, url, raw.statusCode, location, count);
		query = {};
	}
}

function redirectTarget(
	plan: RequestPlan,
	from: string,
	status: number,
	location: string,
	count: number,
): string {
	const to = URL.canParse(location, from) ? new URL(location, from) : undefined;
	const isRead = plan.method === 'GET' || plan.method === 'HEAD';
	if (
		to &&
		isRead &&
		count < maxRedirects &&
		/^https?:$/.test(to.protocol) &&
		!(from.startsWith('https:') && to.protocol === 'http:')
	)
		return to.href;
	throw new PackError(
		count >= maxRedirects
			? 'Too many redirects'
			: `The service redirected to an address that the node does not follow: ${to?.origin ?? 'an invalid URL'}`,
		{
			hint: 'Check the base URL in the credential. Redirects of write requests are not followed.',
			// Services process a form and then redirect to its result (RFC 9110, sections 15.4.3 and 15.4.4).
			mayHaveBeenProcessed: status === 302 || status === 303,
		},
	);
}
