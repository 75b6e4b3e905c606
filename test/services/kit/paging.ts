// How services divide lists into pages. A page strategy selects the rows of a page from the query.

import type { Exchange, Paging } from './exchange';

/** A query parameter for the page size. Other values than 1 to `maximum` are replaced by it. */
export interface PageSize {
	name: string;
	standard: number;
	maximum: number;
}

/** A positive integer in the query, or another value. */
const positive = (text: string | undefined, otherwise: number): number =>
	/^[1-9]\d*$/.test(text ?? '') ? Number(text) : otherwise;

export const sizeOf = (query: Exchange['query'], { name, standard, maximum }: PageSize): number =>
	Math.min(positive(query[name], standard), maximum);

const toToken = (offset: number): string => Buffer.from(String(offset)).toString('base64url');

/** Pages with an opaque token, which the body contains as `next`. */
export const byToken =
	(token: string, next: string, size: PageSize, isInvalid: () => Error, last?: null): Paging =>
	(rows, { query }) => {
		const text = query[token];
		const start = text === undefined ? 0 : Number(Buffer.from(text, 'base64url').toString());
		if (!Number.isInteger(start)) throw isInvalid();
		const end = start + sizeOf(query, size);
		const isLast = end >= rows.length;
		return {
			rows: rows.slice(start, end),
			fields: isLast && last !== null ? {} : { [next]: isLast ? null : toToken(end) },
		};
	};

/** Pages with a number from 1. The page after the last one is empty. */
export const byNumber =
	(page: string, size: PageSize): Paging =>
	(rows, { query }) => {
		const count = sizeOf(query, size);
		const start = (positive(query[page], 1) - 1) * count;
		return { rows: rows.slice(start, start + count) };
	};

/** Pages with an offset. The body contains offset, size and the number of all rows as `total`. */
export const byOffset =
	(offset: string, size: PageSize, total: string): Paging =>
	(rows, { query }) => {
		const start = positive(query[offset], 0);
		const count = sizeOf(query, size);
		return {
			rows: rows.slice(start, start + count),
			fields: { [total]: rows.length, [size.name]: count, [offset]: start },
		};
	};

/** The URL of the request with other query parameters. */
function urlWith({ request, query }: Exchange, changes: Record<string, string>): string {
	const { protocol, host, url } = request;
	const text = new URLSearchParams({ ...query, ...changes }).toString();
	return `${protocol}://${host}${url.split('?')[0]}?${text}`;
}

const linkHeader = (
	links: ReadonlyArray<readonly [rel: string, url: string]>,
): Record<string, string> =>
	links.length === 0
		? {}
		: { link: links.map(([rel, url]) => `<${url}>; rel="${rel}"`).join(', ') };

/** Numbered pages with a Link header (RFC 8288) to the other pages. */
export const byLink =
	(page: string, size: PageSize): Paging =>
	(rows, exchange) => {
		const number = positive(exchange.query[page], 1);
		const count = sizeOf(exchange.query, size);
		const last = Math.max(1, Math.ceil(rows.length / count));
		const link = (rel: string, to: number) =>
			[rel, urlWith(exchange, { [size.name]: String(count), [page]: String(to) })] as const;
		return {
			rows: rows.slice((number - 1) * count, number * count),
			headers: linkHeader([
				...(number > 1 ? [link('prev', number - 1)] : []),
				...(number < last ? [link('next', number + 1), link('last', last)] : []),
				...(number > 1 ? [link('first', 1)] : []),
			]),
		};
	};
