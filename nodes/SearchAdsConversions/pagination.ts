import type { Paging } from '../engine/describe';

/** Pagination by offset, from 0. A page with fewer rows than requested is the last page. */
export const byOffset = (spec: {
	rows: string;
	offset: string;
	size: NonNullable<Paging['size']>;
}): Paging => ({
	rows: spec.rows,
	size: spec.size,
	first: { [spec.offset]: 0 },
	distinct: true,
	next: (_, { query, rows }) =>
		rows < Number(query[spec.size.name])
			? undefined
			: { [spec.offset]: Number(query[spec.offset] ?? 0) + rows },
});
