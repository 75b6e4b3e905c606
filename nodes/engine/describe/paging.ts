import type { IDataObject } from 'n8n-workflow';
import type { PackError } from './errors';
import type { HttpResponse } from './request';

export interface Paging {
	/** Path of the rows in the response, such as `data.items`, or a function. Default: the response. */
	readonly rows?: string | ((body: unknown) => IDataObject[]);
	/** Where the values below are sent. Default: the query. */
	readonly in?: 'body';
	/** Parameter for the page size. A field of that name overrides it. */
	readonly size?: {
		readonly name: string;
		readonly maximum: number;
		/** Whether pages are requested by number or offset, so that all must have the same size. */
		readonly counted?: boolean;
	};
	readonly first?: IDataObject;
	/** Whether all rows are distinct, so that two equal pages mean that pagination is stuck. */
	readonly distinct?: boolean;
	/** The error if a row reports a failure. The other rows are returned, followed by this error. */
	rowError?(row: IDataObject): PackError | undefined;
	/** Values of the next page, or its absolute URL; undefined after the last page. */
	next(
		response: HttpResponse,
		page: {
			readonly index: number;
			readonly query: IDataObject;
			readonly rows: number;
			readonly showHint?: (message: string) => void;
		},
	): IDataObject | string | undefined;
	/** Values of all following pages, to request some early. Used if `next` returns the same values. */
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
