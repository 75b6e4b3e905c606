/** How the service paginates lists. */
import type { IDataObject } from 'n8n-workflow';
import { queryOf } from '../engine';
import { type Paging, toText } from '../engine/describe';

type Part = Pick<Paging, 'rows' | 'size' | 'in'>;

/** The value at a path such as `meta.next`. */
const valueAt = (body: unknown, path = ''): unknown =>
	path.split('.').reduce<unknown>((at, key) => (at as IDataObject | null | undefined)?.[key], body);

/** Pages that are requested by number or offset must all have the same size. */
const counted = ({ size, ...part }: Part): Part => ({
	...part,
	...(size ? { size: { ...size, counted: true } } : {}),
});

/** The response contains all rows. */
export const onePage = (part: Part = {}): Paging => ({ ...part, next: () => undefined });

/** Page numbers, until an empty page. */
export const byPage = ({
	parameter,
	first = 1,
	...part
}: Part & { parameter: string; first?: number }): Paging => ({
	...counted(part),
	next: (_, { query, rows }) =>
		rows === 0 ? undefined : { [parameter]: Number(query[parameter] ?? first) + 1 },
});

/** The number of rows to skip, until an empty page. */
export const byOffset = ({ parameter, ...part }: Part & { parameter: string }): Paging => ({
	...counted(part),
	next: (_, { query, rows }) =>
		rows === 0 ? undefined : { [parameter]: Number(query[parameter] ?? 0) + rows },
});

/** A cursor in the response. */
export const byCursor = ({
	parameter,
	next,
	...part
}: Part & { parameter: string; next: string }): Paging => ({
	...part,
	next({ body }) {
		const cursor = toText(valueAt(body, next));
		return cursor === '' ? undefined : { [parameter]: cursor };
	},
});

/** The ID of the last row, while a flag in the response says that there are more. */
export const byLastId = ({
	parameter,
	more,
	id,
	...part
}: Part & { parameter: string; more: string; id: string }): Paging => ({
	...part,
	next({ body }) {
		const rows = typeof part.rows === 'string' ? valueAt(body, part.rows) : body;
		const last = Array.isArray(rows) ? (rows.at(-1) as IDataObject | undefined) : undefined;
		return valueAt(body, more) === true && last ? { [parameter]: last[id] } : undefined;
	},
});

/** The query of a URL. Its host may not be reachable behind a proxy. */
const queryIn = (url: unknown): IDataObject | undefined =>
	typeof url === 'string' && URL.canParse(url, 'http://service')
		? queryOf(new URL(url, 'http://service'))
		: undefined;

/** The URL of the next page in the response. */
export const byUrl = ({ next, ...part }: Part & { next: string }): Paging => ({
	...part,
	next: ({ body }) => queryIn(valueAt(body, next)),
});

/** The URL of the next page in the Link header. */
export const byLink = (part: Part = {}): Paging => ({
	...part,
	next({ headers: { link } }) {
		const [, url] =
			/<([^<>]*)>[^<]*\brel="?next\b/.exec(typeof link === 'string' ? link : '') ?? [];
		return queryIn(url);
	},
});
