/** Pagination of tasks and task lists. */
import { byCursor } from '../engine/describe';

const byPageToken = (maxPageSize: number) =>
	byCursor({
		rows: 'items',
		cursor: 'pageToken',
		next: 'nextPageToken',
		size: { name: 'maxResults', maximum: maxPageSize },
	});

export const taskPaging = byPageToken(100);
export const taskListPaging = byPageToken(1000);
