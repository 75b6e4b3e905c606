/**
 * Checks URLs outside the service: redirects, download links and upload targets. A compromised
 * service could return addresses that only n8n can reach.
 */
import { type Connection, type Http, PackError, readSafely, toResult } from '../describe';
import { isPrivateHost } from './privateHost';

/** The URL of a request, from a path of the service or a URL that the service returned. */
export function parseTarget(address: string, url: string): URL {
	const absolute = url.startsWith('/') ? address + url : url;
	const parsed = /^https?:/i.test(absolute) ? readSafely(() => new URL(absolute)) : undefined;
	if (parsed) return parsed;
	throw new PackError('The service returned an invalid URL', {
		hint: 'Check the base URL in the credential.',
	});
}

/**
 * Rejects a URL without HTTPS if the service uses HTTPS, and a URL in a private network if the
 * service is not in one. A node cannot prevent DNS rebinding: n8n accepts no DNS resolver from it.
 */
export async function checkExternalUrl(
	{ address, http: { egressFilter } }: Pick<Connection, 'address' | 'http'>,
	url: URL,
): Promise<void> {
	const service = new URL(address.url);
	if (service.protocol === 'https:' && url.protocol === 'http:')
		throw new PackError(`The service returned a URL without HTTPS: ${url.origin}`, {
			hint: 'The node does not request it, because the service itself uses HTTPS. Report this to the provider of the service.',
		});
	if ((await isPrivate(url, egressFilter)) && !(await isPrivate(service, egressFilter)))
		throw new PackError(`The service returned a URL in a private network: ${url.origin}`, {
			hint:
				'The node does not request it, because the service itself is not in a private ' +
				'network. If you operate the service in your own network, choose the provider Other ' +
				'in the credential and enter the private address as Base URL.',
		});
}

/** n8n 1.x has no filter. A name that cannot be resolved is not private: a proxy may resolve it. */
async function isPrivate(url: URL, filter: Http['egressFilter']): Promise<boolean> {
	if (isPrivateHost(url.hostname)) return true;
	if (!filter) return false;
	const result = await toResult(filter.validateUrl(url));
	return 'value' in result && !result.value.ok;
}
