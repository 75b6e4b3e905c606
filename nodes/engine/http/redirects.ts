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
import { checkExternalUrl, parseTarget } from './externalUrl';
import { requestOptions, sendWithRenewal } from './httpRequest';

const maxRedirects = 5;

/** The server that received the last request of a chain of redirects. */
export interface Recipient {
	/** Host of a URL outside the service, or of a link that is requested without the credential. */
	externalHost?: string;
}

/**
 * Sends a request and follows redirects of GET and HEAD requests.
 * @param recipient updated before each request
 * @throws PackError if a request with another method is redirected, if a URL is not safe to
 * request, and after five redirects
 */
export async function sendWithRedirects(
	connection: Connection,
	plan: RequestPlan,
	policy: SendPolicy,
	recipient: Recipient,
): Promise<RawResponse> {
	const service = connection.origin ?? new URL(connection.address).origin;
	let url = parseTarget(connection.address, plan.url);
	let query = plan.query;
	for (let count = 0; ; count++) {
		const isService = !policy.external && url.origin === service;
		if (url.origin !== service) await checkExternalUrl(connection, url);
		recipient.externalHost = isService ? undefined : url.host;
		const { href } = url;
		const options = async (): Promise<IHttpRequestOptions> =>
			await requestOptions(connection, plan, policy, href, query, isService);
		const raw =
			isService && connection.renewalStatuses.length > 0
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
	from: URL,
	status: number,
	location: string,
	count: number,
): URL {
	const to = URL.canParse(location, from.href) ? new URL(location, from) : undefined;
	const isRead = plan.method === 'GET' || plan.method === 'HEAD';
	if (
		to &&
		isRead &&
		count < maxRedirects &&
		/^https?:$/.test(to.protocol) &&
		!(from.protocol === 'https:' && to.protocol === 'http:')
	)
		return to;
	throw new PackError(
		count >= maxRedirects
			? 'Too many redirects'
			: `The service redirected to an address that the node does not follow: ${to?.origin ?? 'an invalid URL'}`,
		{
			hint: 'Check the base URL in the credential. Redirects of write requests are not followed.',
			// With these statuses, services redirect to the result after they processed a form (RFC 9110,
			// sections 15.4.3 and 15.4.4).
			mayHaveBeenProcessed: status === 302 || status === 303,
		},
	);
}
