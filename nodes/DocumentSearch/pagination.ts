/** The two kinds of pagination that the service uses. */
import type { IDataObject } from 'n8n-workflow';
import { isObject, type Paging } from '../engine/describe';

/** For lists whose maximum page size is not specified. */
const pageSize = 100;

/**
 * By offset, up to `total_count` rows. Without `total_count`, the first page that is not full is
 * the last page.
 */
export const byOffsetAndTotal = (rows: string): Paging => ({
	rows,
	size: { name: 'limit', maximum: pageSize },
	next(response, { query, rows: received }) {
		const total = (response.body as IDataObject | undefined)?.total_count;
		const offset = Number(query.offset ?? 0) + received;
		const hasMore =
			typeof total === 'number' ? offset < total : received >= Number(query.limit ?? pageSize);
		return received > 0 && hasMore ? { offset } : undefined;
	},
	*upcoming(response, { query, rows: received }) {
		const total = Number((response.body as IDataObject | undefined)?.total_count);
		const first = Number(query.offset ?? 0) + received;
		for (let offset = first; received > 0 && offset < total; offset += received) yield { offset };
	},
});

/** By a numeric cursor in the response. */
export const byNumericCursor = (rows: string, maximum: number): Paging => ({
	rows,
	size: { name: 'limit', maximum },
	next(response) {
		const cursor = (response.body as IDataObject | undefined)?.next_cursor;
		return typeof cursor === 'number' || (typeof cursor === 'string' && cursor !== '')
			? { cursor }
			: undefined;
	},
});

/** For lists that the node does not know: by cursor if the response has one, else by offset. */
export const byOffsetOrCursor: Paging = {
	size: { name: 'limit', maximum: pageSize },
	next(response, page) {
		const byCursor = isObject(response.body) && 'next_cursor' in response.body;
		const paging = byCursor ? byNumericCursor('', pageSize) : byOffsetAndTotal('');
		return paging.next(response, page);
	},
};
