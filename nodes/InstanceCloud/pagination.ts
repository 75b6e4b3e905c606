/** Pagination of lists. */
import type { Paging } from '../engine/describe';
import { entriesOf, listEntryError } from './envelope';

/** The specification does not define a maximum for `count`. */
const pageSize = 100;

/**
 * The next page starts after the last entry that has a UUID. Entries that failed may have none. A
 * page whose length differs from `count` is the last page, so pagination also ends if a service
 * ignores `count` and returns all entries in the first response.
 */
export const byLastUuid = (list: string): Paging => ({
	rows: `data.${list}`,
	size: { name: 'count', maximum: pageSize },
	rowError: listEntryError,
	next(response, { query, rows }) {
		const last = entriesOf(response.body).findLast(({ uuid }) => typeof uuid === 'string');
		return last && rows === query.count ? { from: last.uuid } : undefined;
	},
});

/** A list without pagination: the first response contains all entries. */
export const singlePage = (list: string): Paging => ({
	rows: `data.${list}`,
	rowError: listEntryError,
	next: () => undefined,
});
