/** How this service hands out its lists. */
import type { IDataObject } from 'n8n-workflow';
import type { Paging } from '../engine/describe';

/** Rows that are asked for at once where the service shows no maximum. */
const pageSize = 100;
/** No list is believed to be longer. */
const mostRows = 10_000_000;

/** By offset, until `total_count` rows were seen, or a page comes short where the service does not tell the total. */
export const byOffset = (rows: string): Paging => ({
	rows,
	size: { name: 'limit', maximum: pageSize },
	next(answer, { query, rows: received }) {
		const total = (answer.body as IDataObject | undefined)?.total_count;
		const offset = Number(query.offset ?? 0) + received;
		const more =
			typeof total === 'number' ? offset < total : received >= Number(query.limit ?? pageSize);
		return received > 0 && more ? { offset } : undefined;
	},
	upcoming(answer, { query, rows: received }) {
		const total = Number((answer.body as IDataObject | undefined)?.total_count);
		const offset = Number(query.offset ?? 0);
		return received > 0 && total <= mostRows
			? Array.from(
					{ length: Math.max(0, Math.ceil((total - offset) / received) - 1) },
					(_, index) => ({ offset: offset + (index + 1) * received }),
				)
			: [];
	},
});

/** By a numeric cursor in the answer. */
export const byNumber = (rows: string, maximum: number): Paging => ({
	rows,
	size: { name: 'limit', maximum },
	next(answer) {
		const cursor = (answer.body as IDataObject | undefined)?.next_cursor;
		return typeof cursor === 'number' || (typeof cursor === 'string' && cursor !== '')
			? { cursor }
			: undefined;
	},
});
