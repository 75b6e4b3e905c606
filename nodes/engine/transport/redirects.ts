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
import { optionsOf, renewing } from './httpRequest';

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
			? 'Too many redirects'
			: `The service redirected to an address that the node does not follow: ${to?.origin ?? 'an invalid URL'}`,
		{
			hint: 'Check the base URL in the credential. Redirects of write requests are not followed.',
		},
	);
}
