/** Pagination of lists. */
import type { Paging } from '../engine/describe';
import { entriesOf, listEntryError } from './envelope';

/** The specification does not define a maximum for `count`. */
const pageSize = 100;

/**
 * The next page starts after the last UUID. A page whose length differs from `count` is the last
 * page. If a service ignores `count` and returns all entries, only one request is therefore sent. A
 * failed entry may have no UUID.
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
