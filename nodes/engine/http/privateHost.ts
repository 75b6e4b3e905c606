/** Recognizes hosts of private networks from their name or address, without resolving names. */
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

/**
 * Whether a host belongs to a private network: a private, loopback or link-local address, or a name
 * that is never on the internet.
 * @param hostname host name of a `URL` object, which has normalized the notation of IP addresses
 */
export function isPrivateHost(hostname: string): boolean {
	if (hostname.startsWith('[')) return isPrivateIpv6(hostname.slice(1, -1));
	if (/^\d+(?:\.\d+){3}$/.test(hostname)) return isPrivateIpv4(toNumber(hostname));
	return privateName.test(trimEndOf(hostname, '.'));
}

const isPrivateIpv4 = (address: number): boolean =>
	privateRanges.some(
		([first, prefixLength]) =>
			Math.floor((address - toNumber(first)) / 2 ** (32 - prefixLength)) === 0,
	);

const toNumber = (address: string): number =>
	address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isPrivateIpv6(address: string): boolean {
	const groups = groupsOf(address);
	const ipv4 = embeddedIpv4(groups);
	if (ipv4 !== undefined) return isPrivateIpv4(ipv4);
	const [first, ...rest] = groups as [number, ...number[]];
	// 64:ff9b:1::/48 is for NAT64 inside a network (RFC 8215).
	if (first === 0x64 && rest[0] === 0xff9b && rest[1] === 1) return true;
	// fc00::/7 is private, fe80::/9 is link-local or site-local, and ff00::/8 is multicast.
	return (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80 || first >= 0xff00;
}

/** The eight groups of an address in its short form. */
function groupsOf(address: string): number[] {
	const [start, end] = address
		.split('::')
		.map((half) => (half === '' ? [] : half.split(':').map((group) => parseInt(group, 16))));
	if (end === undefined) return start!;
	return [...start!, ...new Array<number>(8 - start!.length - end.length).fill(0), ...end];
}

/** The IPv4 address in an IPv4-mapped, IPv4-compatible, NAT64 or 6to4 address. */
function embeddedIpv4(groups: readonly number[]): number | undefined {
	const join = (high: number, low: number): number => groups[high]! * 65_536 + groups[low]!;
	if (groups[0] === 0x2002) return join(1, 2);
	const prefix = groups
		.slice(0, 6)
		.map((group) => group.toString(16))
		.join(':');
	return ['0:0:0:0:0:ffff', '0:0:0:0:0:0', '64:ff9b:0:0:0:0'].includes(prefix)
		? join(6, 7)
		: undefined;
}
