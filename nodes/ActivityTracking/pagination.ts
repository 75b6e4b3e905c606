import type { Paging } from '../engine/describe';

/**
 * Pagination by page number, from 1, until an empty page. A short page is not necessarily the last
 * one: services that hide rows (private ones, for example) return short pages in the middle.
 */
export const byNumber = (spec: {
	rows?: string;
	number: string;
	size?: Paging['size'];
}): Paging => ({
	...(spec.rows === undefined ? {} : { rows: spec.rows }),
	...(spec.size ? { size: { ...spec.size, counted: true } } : {}),
	next: (_, { query, rows }) =>
		rows === 0 ? undefined : { [spec.number]: Number(query[spec.number] ?? 1) + 1 },
});
