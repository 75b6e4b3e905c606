import type { IDataObject } from 'n8n-workflow';
import type { PackError } from './errors';
import type { HttpResponse } from './request';

export interface Paging {
	/**
	 * Path of the array of rows in the response, such as `data.items`, or a function that finds it.
	 * Default: the response.
	 */
	readonly rows?: string | ((body: unknown) => IDataObject[]);
	/**
	 * Where the page size and the values of the next page are sent. `query` in the other comments then
	 * means the body. Default: the query.
	 */
	readonly in?: 'body';
	/** Query parameter for the page size, and its maximum. A field of that name overrides it. */
	readonly size?: {
		readonly name: string;
		readonly maximum: number;
		/** Whether pages are requested by number or offset, so that all must have the same size. */
		readonly counted?: boolean;
	};
	/** Query values of the first page, if it needs any. */
	readonly first?: IDataObject;
	/** Whether all rows are distinct, so that two equal pages mean that pagination is stuck. */
	readonly distinct?: boolean;
	/** The error if a row reports a failure. The other rows are returned, followed by this error. */
	rowError?(row: IDataObject): PackError | undefined;
	/** Query values of the next page, or its absolute URL; undefined after the last page. */
	next(
		response: HttpResponse,
		page: {
			readonly index: number;
			readonly query: IDataObject;
			readonly rows: number;
			/** Shows a hint, for example that the service left out records. */
			readonly showHint?: (message: string) => void;
		},
	): IDataObject | string | undefined;
	/**
	 * Query values of all following pages, if the response contains their number. Some are prefetched
	 * and used if `next` returns the same values. Lazy, because there can be any number.
	 */
	upcoming?(
		response: HttpResponse,
		page: { readonly query: IDataObject; readonly rows: number },
	): Iterable<IDataObject>;
}

/** Pagination by an opaque cursor in the response. */
export const byCursor = (spec: {
	rows?: string;
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
