/** The two kinds of pagination that the service uses. */
import type { IDataObject } from 'n8n-workflow';
import type { Paging } from '../engine/describe';

/** For lists without a specified maximum. */
const pageSize = 100;
/** A larger `total_count` is not trusted for reading pages ahead. */
const maxTotalCount = 10_000_000;

/** By offset, up to `total_count` rows. If the response has no `total_count`, the last page is the first one that is not full. */
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
	upcoming(response, { query, rows: received }) {
		const total = Number((response.body as IDataObject | undefined)?.total_count);
		const offset = Number(query.offset ?? 0);
		return received > 0 && total <= maxTotalCount
			? Array.from(
					{ length: Math.max(0, Math.ceil((total - offset) / received) - 1) },
					(_, index) => ({ offset: offset + (index + 1) * received }),
				)
			: [];
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
