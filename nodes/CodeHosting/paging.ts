/** Pages as the service names them in its Link header; counted on where it names none. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse, Paging } from '../engine/describe';

interface Pages {
	/** Name of the array in the answer; the answer itself when absent. */
	readonly rows?: string;
	/** The endpoint's own maximum of `per_page`. */
	readonly maximum?: number;
	/** Rows after which there is nothing more to ask for. */
	readonly window?: number;
	/** The page after this one, where the answer has no Link header. */
	unnamed?(
		answer: HttpResponse,
		page: { readonly number: number; readonly size: number },
	): IDataObject | undefined;
}

/** Events that a timeline holds at the most (specification part A, Limits). */
export const eventWindow = 300;

export const byLink = ({ rows, maximum = 100, window, unnamed }: Pages = {}): Paging => ({
	rows,
	size: { name: 'per_page', maximum, counted: true },
	next(answer, page) {
		const size = Number(page.query.per_page) || maximum;
		const number = Number(page.query.page) || 1;
		if (window !== undefined && number * size >= window) return undefined;
		const { link } = answer.headers;
		// A host name in it may be that of a proxy, so only its values are taken.
		if (typeof link === 'string') return nextIn(link);
		if (page.rows < size) return undefined;
		if (unnamed) return unnamed(answer, { number, size });
		const total = (answer.body as IDataObject | undefined)?.total_count;
		return typeof total === 'number' && number * size >= total ? undefined : { page: number + 1 };
	},
	upcoming(answer, { query }) {
		const { link } = answer.headers;
		const [next, last] =
			typeof link === 'string' ? [linked(link, 'next'), linked(link, 'last')] : [];
		const [from, to] = [Number(next?.page), Number(last?.page)];
		// A timeline ends before the pages that its header names.
		const end =
			window === undefined
				? to
				: Math.min(to, Math.ceil(window / (Number(query.per_page) || maximum)));
		return Number.isInteger(from) && Number.isInteger(to) && to < mostCounted
			? Array.from({ length: Math.max(0, end - from + 1) }, (_, index) => ({
					...next,
					page: String(from + index),
				}))
			: [];
	},
});

/** No list is believed to have as many pages. */
const mostCounted = 100_000;

/** Query values of the address that a Link header calls `next`. */
export const nextIn = (link: string): IDataObject | undefined => linked(link, 'next');

function linked(link: string, relation: 'next' | 'last'): IDataObject | undefined {
	const [, address] = new RegExp(`<([^>]*)>\\s*;[^,]*\\brel="?${relation}"?`).exec(link) ?? [];
	if (address === undefined || !URL.canParse(address, 'http://service')) return undefined;
	return Object.fromEntries(new URL(address, 'http://service').searchParams);
}
