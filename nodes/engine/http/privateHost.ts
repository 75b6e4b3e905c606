/** n8n 1: recognizes hosts of private networks from their name or address, without resolving names. */
import { trimEndOf } from '../describe';

/**
 * IPv4 ranges that are not on the internet (IANA special-purpose address registry), as first
 * address and prefix length. The last range contains multicast and reserved addresses.
 */
const privateRanges = [
	['0.0.0.0', 8],
	['10.0.0.0', 8],
	['100.64.0.0', 10],
	['127.0.0.0', 8],
	['169.254.0.0', 16],
	['172.16.0.0', 12],
	['192.0.0.0', 24],
	['192.168.0.0', 16],
	['198.18.0.0', 15],
	['224.0.0.0', 3],
] as const;

/** Names without a dot, and the special-use domains for private networks (RFC 6761, 6762, 8375). */
const privateName = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa)$/;

/** The IPv6 range of the internet, without 6to4 addresses, which contain IPv4 addresses. */
const publicIpv6 = /^\[(?!2002:)[23][\da-f]{3}:/;

/**
 * Whether a host belongs to a private network: a private, loopback or link-local address, or a name
 * that is never on the internet. IPv6 addresses that contain an IPv4 address count as private.
 * @param hostname host name of a `URL` object, which has normalized the notation of IP addresses
 */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return !publicIpv6.test(hostname);
	if (!/^\d+(?:\.\d+){3}$/.test(hostname)) return privateName.test(trimEndOf(hostname, '.'));
	return privateRanges.some(
		([first, prefixLength]) =>
			Math.floor((toNumber(hostname) - toNumber(first)) / 2 ** (32 - prefixLength)) === 0,
	);
}

const toNumber = (address: string): number =>
	address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
