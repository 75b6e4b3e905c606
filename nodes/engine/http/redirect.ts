/** Follows redirects: within the service with the credential, to other hosts without it. */
import type { RawResponse } from '../describe';
import { isReadable, isReadRequest, PackError, readSafely, toResult } from '../describe';
import { checkExternalUrl, parseTarget } from './externalUrl';
import type { Answer, Hop, Outgoing, Send } from './stage';

const maxRedirects = 5;

/**
 * Redirects of GET and HEAD requests are followed. Other requests are sent again only after 307 and
 * 308 and to the same origin: with these statuses, nothing was processed (RFC 9110, sections 15.4.8
 * and 15.4.9). The error of any other redirect, of a URL that is not safe to request, and of too many
 * redirects is a PackError.
 */
export const redirect =
	(next: Send<Hop, RawResponse>): Send<Outgoing, Answer> =>
	async (request) => {
		let externalHost: string | undefined;
		const result = await toResult(
			follow(request, async (hop) => {
				externalHost = hop.isService ? undefined : new URL(hop.url).host;
				return await next(hop);
			}),
		);
		return { result, externalHost };
	};

async function follow(request: Outgoing, next: Send<Hop, RawResponse>): Promise<RawResponse> {
	const { connection, plan, policy } = request;
	const service = new URL(connection.address.url).origin;
	let url = parseTarget(connection.address.url, plan.url);
	let query = plan.query;
	for (let count = 0; ; count++) {
		const isService = !policy.external && url.origin === service;
		if (url.origin !== service) await checkExternalUrl(connection, url);
		const raw = await next({ ...request, url: url.href, query, isService });
		const location =
			raw.statusCode >= 300 && raw.statusCode < 400 ? raw.headers.location : undefined;
		if (typeof location !== 'string' || policy.as === 'location') return raw;
		if (isReadable(raw.body)) raw.body.destroy();
		const to = readSafely(() => new URL(location, url));
		const isDowngrade = url.protocol === 'https:' && to?.protocol === 'http:';
		const isWithinOrigin = to?.origin === url.origin;
		const isRepeatable =
			isReadRequest(plan) || (isWithinOrigin && [307, 308].includes(raw.statusCode));
		const isFollowed = isRepeatable && !isDowngrade && count < maxRedirects;
		if (to && isFollowed && /^https?:$/.test(to.protocol)) {
			url = to;
			query = {};
			continue;
		}
		throw new PackError(
			count >= maxRedirects
				? 'Too many redirects'
				: `The service redirected to an address that the node does not follow: ${
						to ? to.origin + (isWithinOrigin ? to.pathname : '') : 'an invalid URL'
					}`,
			{
				hint: isWithinOrigin
					? 'If the record was renamed or moved, enter its current name. If not, check the base URL in the credential.'
					: 'Check the base URL in the credential. Redirects of write requests to other addresses are not followed.',
				// With these statuses, services redirect to the result after they processed a form (RFC
				// 9110, sections 15.4.3 and 15.4.4).
				mayHaveBeenProcessed: raw.statusCode === 302 || raw.statusCode === 303,
			},
		);
	}
}
