/** Pagination of lists. */
import { byCursor, PackError, type Paging } from '../engine/describe';

const defaultPageSize = 500;

/**
 * Pagination by token.
 * @throws PackError if the service reports unreachable locations, because the list would look
 * complete without their records. No error if Return Partial Success is on.
 */
export function byPageToken(rows: string): Paging {
	const paging = byCursor({
		rows,
		cursor: 'pageToken',
		next: 'nextPageToken',
		size: { name: 'pageSize', maximum: defaultPageSize },
	});
	return {
		...paging,
		next(response, page) {
			const { unreachable } = (response.body ?? {}) as { unreachable?: string[] };
			if (!unreachable?.length || page.query.returnPartialSuccess === true)
				return paging.next(response, page);
			throw new PackError(
				`The list would be incomplete: the service could not reach ${unreachable.join(', ')}`,
				{ hint: 'Try again later, or set Location to a location that can be reached.' },
			);
		},
	};
}
