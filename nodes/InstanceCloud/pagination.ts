/** Pagination of lists. */
import type { Paging } from '../engine/describe';
import { entriesOf, listEntryError } from './envelope';

/** The specification does not define a maximum for `count`. */
const pageSize = 100;

/**
 * The next page starts after the last UUID on the page. The last entry may have no UUID, because it
 * failed. A page whose length differs from `count` is the last page. This also ends the list if a
 * service ignores `count` and returns all entries in the first response.
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

/** A list that the service returns completely. */
export const singlePage = (list: string): Paging => ({
	rows: `data.${list}`,
	rowError: listEntryError,
	next: () => undefined,
});
