/** Pagination of lists. */
import type { Paging } from '../engine/describe';
import { entriesOf } from './envelope';

/** The specification does not define a maximum for `count`. */
const pageSize = 100;

/**
 * The next page starts after the last UUID. A page whose length differs from `count` is the last
 * one, so only one request is sent to a service that ignores `count` and returns all entries.
 */
export const byLastUuid = (list: string): Paging => ({
	rows: `data.${list}`,
	size: { name: 'count', maximum: pageSize },
	next(response, { query, rows }) {
		const last = entriesOf(response.body).at(-1)?.uuid;
		return rows > 0 && rows === query.count && typeof last === 'string'
			? { from: last }
			: undefined;
	},
});

/** A list that the service returns completely. */
export const singlePage = (list: string): Paging => ({
	rows: `data.${list}`,
	next: () => undefined,
});
