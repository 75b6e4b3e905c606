/** How a service splits a list into pages. */
import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from './request';

export interface Paging {
	/** Name of the array of rows in the answer, dots nest; the answer itself when absent. */
	readonly rows?: string;
	/** Query parameter that asks for a number of rows, and the most the service gives at once; a field that sends this parameter says it instead. */
	readonly size?: {
		readonly name: string;
		readonly maximum: number;
		/** Pages are asked for by number or offset, so all have one size. */ readonly counted?: boolean;
	};
	/** Query values of the first page, where it has to be asked for like the others. */
	readonly first?: IDataObject;
	/** No two pages are ever equal, so that equal ones are one page handed out twice. */
	readonly distinct?: boolean;
	/** Query values of the page after this one, a whole address, or nothing after the last page. */
	next(
		answer: HttpResponse,
		page: { readonly index: number; readonly query: IDataObject; readonly rows: number },
	): IDataObject | string | undefined;
	/**
	 * Query values of all pages after this one, where the answer says how many there are. Several of them are asked for at once;
	 * each is used only if `next` of the page before it says the same.
	 */
	upcoming?(
		answer: HttpResponse,
		page: { readonly query: IDataObject; readonly rows: number },
	): readonly IDataObject[];
}

/** Pages by an opaque cursor in the answer, passed on unchanged. */
export const byCursor = (spec: {
	rows: string;
	cursor: string;
	next: string;
	size?: Paging['size'];
}): Paging => ({
	rows: spec.rows,
	size: spec.size,
	next(answer) {
		const cursor = (answer.body as IDataObject | undefined)?.[spec.next];
		return typeof cursor === 'string' && cursor !== '' ? { [spec.cursor]: cursor } : undefined;
	},
});

/** Pages by offset, from 0: a page shorter than was asked for is the last. */
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

/**
 * Pages by number, from 1. The last page is the empty one: services that leave rows out (private ones, say) hand out short pages
 * in the middle.
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
