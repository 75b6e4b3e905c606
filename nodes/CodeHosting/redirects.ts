/** Redirects of renamed repositories, which stay within the base URL. */
import { type Connection, PackError } from '../engine/describe';

export const maxRedirects = 5;

/**
 * Whether the record has moved for good. Other redirects have a meaning of their own, such as a
 * download link.
 */
export const isPermanentRedirect = (status: number): boolean => status === 301 || status === 308;

/**
 * The path of a redirect, relative to the base URL.
 * @param what the request, for the error message
 * @throws PackError for other URLs, because the request contains the credential
 */
export function redirectPath(
	{ address }: Pick<Connection, 'address'>,
	what: string,
	from: string,
	location: unknown,
): string {
	const base = new URL(address);
	const basePath = base.pathname.replace(/\/$/, '');
	const target =
		typeof location === 'string' && URL.canParse(location, address + from)
			? new URL(location, address + from)
			: undefined;
	if (target?.origin === base.origin && target.pathname.startsWith(basePath))
		return target.pathname.slice(basePath.length);
	throw new PackError(
		target
			? `The ${what} was redirected to a URL outside the base URL: ${target.origin}${target.pathname}`
			: `The ${what} was redirected to an invalid URL`,
		{ hint: 'Check the base URL in the credential.' },
	);
}
