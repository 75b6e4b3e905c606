/** How the service paginates lists. */
import type { IDataObject } from 'n8n-workflow';
import { queryOf } from '../engine';
import { toText, valueAt, type Paging } from '../engine/describe';

/** The pagination of a list. `next` and `more` are paths in the response. */
export interface PagingPlan extends Pick<Paging, 'rows' | 'size'> {
	readonly by: 'none' | 'link' | 'page' | 'offset' | 'cursor' | 'url' | 'lastId';
	/** Query parameter of the page, the offset, the cursor or the ID. */
	readonly parameter?: string;
	/** Number of the first page. */
	readonly first?: number;
	readonly next?: string;
	readonly more?: string;
	/** Property with the ID of a row. */
	readonly id?: string;
}

/** The query of a URL. Its host may not be reachable behind a proxy. */
const queryIn = (url: unknown): IDataObject | undefined =>
	typeof url === 'string' && URL.canParse(url, 'http://service')
		? queryOf(new URL(url, 'http://service'))
		: undefined;

/** The URL of the next page in the Link header. */
const linkIn = ({ link }: Readonly<Record<string, unknown>>): unknown =>
	/<([^<>]*)>[^<]*\brel="?next\b/.exec(typeof link === 'string' ? link : '')?.[1];

/** The ID of the last row, while a flag in the response says that there are more. */
function lastIdIn(body: IDataObject, { rows, more = '', id = 'id' }: PagingPlan): unknown {
	const found = typeof rows === 'string' ? valueAt(body, rows) : body;
	const last = Array.isArray(found) ? (found.at(-1) as IDataObject | undefined) : undefined;
	return valueAt(body, more) === true ? last?.[id] : undefined;
}

export function pagingOf(plan: PagingPlan): Paging {
	const { by, parameter = '', first = by === 'page' ? 1 : 0, rows, size } = plan;
	// Pages that are requested by number or offset must all have the same size.
	const isCounted = by === 'page' || by === 'offset';
	const withText = (value: unknown): IDataObject | undefined =>
		toText(value) === '' ? undefined : { [parameter]: toText(value) };
	return {
		...(rows === undefined ? {} : { rows }),
		...(size ? { size: isCounted ? { ...size, counted: true } : size } : {}),
		next({ body: received, headers }, { query, rows: count }) {
			const body = received as IDataObject;
			switch (by) {
				case 'page':
				case 'offset': {
					const step = by === 'page' ? 1 : count;
					return count === 0
						? undefined
						: { [parameter]: Number(query[parameter] ?? first) + step };
				}
				case 'cursor':
					return withText(valueAt(body, plan.next ?? ''));
				case 'lastId':
					return withText(lastIdIn(body, plan));
				case 'url':
					return queryIn(valueAt(body, plan.next ?? ''));
				case 'link':
					return queryIn(linkIn(headers));
				default:
					return undefined;
			}
		},
	};
}
