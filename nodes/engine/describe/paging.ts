/** Pagination of a list. */
import type { IDataObject } from 'n8n-workflow';
import type { PackError } from './errors';
import type { HttpResponse } from './request';

export interface Paging {
	/**
	 * Path of the array of rows in the response, such as `data.items`. Default: the response itself.
	 */
	readonly rows?: string;
	/**
	 * Query parameter for the page size, and the maximum page size. A field that sends this parameter
	 * overrides the page size.
	 */
	readonly size?: {
		readonly name: string;
		readonly maximum: number;
		/**
		 * Whether pages are requested by number or offset. If so, all pages must have the same size.
		 */
		readonly counted?: boolean;
	};
	/** Query values of the first page, if it needs any. */
	readonly first?: IDataObject;
	/**
	 * Whether all rows of the list are distinct. If so, two identical consecutive pages mean that the
	 * service returned the same page twice.
	 */
	readonly distinct?: boolean;
	/**
	 * Returns the error if a row reports a failure instead of containing a record. The other rows are
	 * returned, followed by this error.
	 */
	rowError?(row: IDataObject): PackError | undefined;
	/** Query values of the next page, or its absolute URL; undefined after the last page. */
	next(
		response: HttpResponse,
		page: { readonly index: number; readonly query: IDataObject; readonly rows: number },
	): IDataObject | string | undefined;
	/**
	 * Query values of all following pages, if the response contains the number of pages. Some of
	 * these pages are prefetched. A prefetched page is used only if `next`, called for the previous
	 * page, returns the same query values. Lazy, because the response can contain any number.
	 */
	upcoming?(
		response: HttpResponse,
		page: { readonly query: IDataObject; readonly rows: number },
	): Iterable<IDataObject>;
}

/** Pagination by an opaque cursor in the response. */
export const byCursor = (spec: {
	rows: string;
	cursor: string;
	next: string;
	size?: Paging['size'];
}): Paging => ({
	rows: spec.rows,
	size: spec.size,
	next(response) {
		const cursor = (response.body as IDataObject | undefined)?.[spec.next];
		return typeof cursor === 'string' && cursor !== '' ? { [spec.cursor]: cursor } : undefined;
	},
});
