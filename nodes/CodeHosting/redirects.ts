/** Redirects within the base URL, for example of renamed repositories. */
import { type Connection, PackError } from '../engine/describe';

export const maxRedirects = 5;

/**
 * Whether a redirect is permanent, which means that the record has moved. Other redirects can have
 * a different purpose. For example, they can lead to a download link.
 */
export const isPermanentRedirect = (status: number): boolean => status === 301 || status === 308;

/**
 * The path of a redirect, relative to the base URL.
 * @param what name of the request in the error message, such as `download`
 * @throws PackError for a URL outside the base URL, because the request contains the credential
 */
export function redirectPath(
	{ address }: Pick<Connection, 'address'>,
	what: string,
	from: string,
	location: unknown,
): string {
	const base = new URL(address.url);
	const basePath = base.pathname.replace(/\/$/, '');
	const target =
		typeof location === 'string' && URL.canParse(location, address.url + from)
			? new URL(location, address.url + from)
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
