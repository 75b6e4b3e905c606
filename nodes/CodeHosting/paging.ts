/** Pagination by the Link header, with page numbers as a fallback. */
import type { IDataObject } from 'n8n-workflow';
import { queryOf } from '../engine';
import { type HttpResponse, type Paging, toText } from '../engine/describe';

interface Pages {
	/** Name of the array of rows in the response. If not set, the response itself is the array. */
	readonly rows?: string;
	/** Maximum value of `per_page`. Default: 100. */
	readonly maximum?: number;
	/** Maximum number of rows that the service returns across all pages. */
	readonly window?: number;
	/** Query parameters of the next page if the response has no Link header. */
	readonly nextWithoutLink?: (
		response: HttpResponse,
		page: { readonly number: number; readonly size: number },
	) => IDataObject | undefined;
}

/** Maximum number of events in a feed (README.md, Events feed). */
export const eventWindow = 300;

export const byLink = ({ rows, maximum = 100, window, nextWithoutLink }: Pages = {}): Paging => ({
	rows,
	size: { name: 'per_page', maximum, counted: true },
	next(response, page) {
		const partial = partialResultHint(response);
		if (partial !== undefined) page.showHint?.(partial);
		const size = Number(page.query.per_page) || maximum;
		const number = Number(page.query.page) || 1;
		if (window !== undefined && number * size >= window) return undefined;
		const { link } = response.headers;
		// Use only the query of the link: behind a proxy, the host in the link may not be reachable.
		if (typeof link === 'string') return nextPageIn(link);
		if (page.rows < size) return undefined;
		if (nextWithoutLink) return nextWithoutLink(response, { number, size });
		const total = (response.body as IDataObject | undefined)?.total_count;
		return typeof total === 'number' && number * size >= total ? undefined : { page: number + 1 };
	},
	*upcoming(response, { query }) {
		const { link } = response.headers;
		if (typeof link !== 'string') return;
		const [next, last] = [linkQuery(link, 'next'), linkQuery(link, 'last')];
		// The Link header can point beyond the maximum number of events.
		const end = Math.min(
			Number(last?.page),
			window === undefined ? Infinity : Math.ceil(window / (Number(query.per_page) || maximum)),
		);
		for (let page = Number(next?.page); page <= end; page++) yield { ...next, page: String(page) };
	},
});

/**
 * The hint if the service left out what belongs to organizations with single sign-on.
 * https://docs.github.com/en/enterprise-cloud@latest/rest/authentication/authenticating-to-the-rest-api#authenticating-with-saml-single-sign-on
 */
function partialResultHint({ headers }: Pick<HttpResponse, 'headers'>): string | undefined {
	const organizations = /^partial-results; *organizations=([\d,]+)/.exec(
		toText(headers['x-github-sso']).slice(0, 1000),
	)?.[1];
	return organizations === undefined
		? undefined
		: `The list is incomplete, because the token is not authorized for single sign-on of some organizations (IDs: ${organizations.replace(/,/g, ', ')}). Authorize the token for them in the list of your tokens.`;
}

/**
 * For lists whose pages have cursors in the Link header, and that reject page numbers. A page without
 * the header is the last one.
 */
export const byLinkCursor = (): Paging => byLink({ nextWithoutLink: () => undefined });

/** Query parameters of the `next` URL in a Link header. */
export const nextPageIn = (link: string): IDataObject | undefined => linkQuery(link, 'next');

function linkQuery(link: string, relation: 'next' | 'last'): IDataObject | undefined {
	// The service controls the header, so the expressions must take linear time.
	for (const [, url = '', parameters = ''] of link.matchAll(/<([^<>]*)>([^<]*)/g))
		if (new RegExp(`\\brel="?${relation}\\b`).test(parameters))
			return URL.canParse(url, 'http://service')
				? queryOf(new URL(url, 'http://service'))
				: undefined;
	return undefined;
}
