/** Pagination of lists. */
import { byCursor, PackError, type Paging } from '../engine/describe';

const defaultPageSize = 500;

/**
 * Pagination by token. Fails if the service reports unreachable locations, because a list without
 * them would look complete.
 * @throws PackError that names those locations, unless Return Partial Success is set
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
