/** Checks the address of a request that the user enters as a path or URL. */
import type { IDataObject } from 'n8n-workflow';
import { PackError, readSafely } from '../describe';

/** Adds the first slash to a path that was entered without it, such as `repos/x`. */
export const withLeadingSlash = (given: string): string =>
	given.trim().replace(/^(?=[\w~{@][^/\\:?]*(?:[/?]|$))/, '/');

/** In characters. Servers accept at most 8 to 16 KB. */
const maxUrlLength = 16_384;

/**
 * Why a path or URL is refused. Servers and proxies resolve dots, slashes and backslashes even if
 * they are encoded, and the HTTP client drops control characters.
 */
export function addressProblem(given: string): string | undefined {
	if (given.length > maxUrlLength)
		return `must be at most ${maxUrlLength} characters long, got ${given.length}`;
	if (!/^(?:\/(?!\/)|https?:\/\/[^/])/i.test(given))
		return 'must be a path that starts with one slash, or a full URL';
	if (/[\\\u0000-\u001f\u007f]/.test(given)) return 'cannot contain backslashes or line breaks';
	if (given.includes('#')) return 'cannot contain #. In a name, write it as %23';
	const path = given.split('?', 1)[0]!.replace(/^https?:\/\/[^/]*/i, '');
	const decoded = readSafely(() => decodeURIComponent(path));
	if (decoded === undefined) return 'has an invalid percent sign. In a name, write it as %25';
	if (/[\\\u0000-\u001f\u007f]|\/\/|%(?:2e|2f|5c)/i.test(decoded))
		return 'cannot contain empty path segments, or encoded backslashes or control characters';
	return /\/\.\.?(?:[/;]|$)/.test(decoded)
		? 'cannot contain the path segments . and ..'
		: undefined;
}

/**
 * The URL of a request and the query in it. A path is relative to the base URL of the service, whose
 * own path it may contain, as in API references.
 * @throws PackError if a URL belongs to a different origin, which must not receive the credential
 */
export function apiTarget(
	baseUrl: string,
	given: string,
	label: string,
): { url: string; query: IDataObject } {
	const { origin, pathname } = new URL(baseUrl);
	const isPath = given.startsWith('/');
	const hasBasePath = pathname !== '/' && given.startsWith(`${pathname}/`);
	const target = readSafely(() =>
		isPath ? new URL((hasBasePath ? origin : baseUrl) + given) : new URL(given),
	);
	if (target?.origin !== origin || (!isPath && target.username + target.password !== ''))
		throw new PackError(`${label} must belong to ${origin}`, {
			field: label,
			hint: 'To use the path only, remove the host. If the service has a different address, check the provider in the credential. The node sends the credential only to its own service. For other services, use the HTTP Request node.',
		});
	return { url: origin + target.pathname, query: queryOf(target) };
}

/** The query parameters of a URL. A name that occurs several times gets a list. */
export const queryOf = ({ searchParams }: Pick<URL, 'searchParams'>): IDataObject =>
	valuesByName([...searchParams]);

/** A name that occurs several times gets a list. */
export function valuesByName(pairs: ReadonlyArray<readonly [string, unknown]>): IDataObject {
	const values = new Map<string, unknown[]>();
	for (const [name, value] of pairs) {
		const list = values.get(name) ?? [];
		list.push(value);
		values.set(name, list);
	}
	return Object.fromEntries(
		[...values].map(([name, list]) => [name, list.length > 1 ? list : list[0]]),
	) as IDataObject;
}
