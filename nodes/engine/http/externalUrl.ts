/**
 * Checks URLs outside the service: redirects, download links and upload targets. A compromised
 * service could return addresses that only n8n can reach.
 */
import type { Connection, Http } from '../describe';
import { PackError, readSafely, toResult, trimEndOf } from '../describe';

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
			hint: 'The node does not request it, because the service itself is not in a private network. If you operate the service in your own network, choose the provider Other in the credential and enter the private address as Base URL.',
		});
}

/** n8n 1.x has no filter. A name that cannot be resolved is not private: a proxy may resolve it. */
async function isPrivate(url: URL, filter: Http['egressFilter']): Promise<boolean> {
	if (isPrivateHost(url.hostname)) return true;
	if (!filter) return false;
	const result = await toResult(filter.validateUrl(url));
	return 'value' in result && !result.value.ok;
}

/**
 * IPv4 ranges that are not on the internet (IANA special-purpose address registry), and multicast and
 * reserved addresses.
 */
const privateIpv4 =
	/^(?:0|10|127|169\.254|192\.0\.0|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.1[89]|22[4-9]|23\d|2[45]\d)\./;

/** Names without a dot and the special-use domains for private networks (RFC 6761, 6762, 8375). */
const privateName = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/;

/** The IPv6 range of the internet, without 6to4 addresses, which contain IPv4 addresses. */
const publicIpv6 = /^\[(?!2002:)[23][\da-f]{3}:/;

/**
 * n8n 1: whether a host belongs to a private network: a private, loopback or link-local address, or a
 * name that is never on the internet. IPv6 addresses that contain an IPv4 address count as private.
 * @param hostname host name of a `URL` object, which has normalized the notation of IP addresses
 */
function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return !publicIpv6.test(hostname);
	return /^\d+(?:\.\d+){3}$/.test(hostname)
		? privateIpv4.test(hostname)
		: privateName.test(trimEndOf(hostname, '.'));
}
