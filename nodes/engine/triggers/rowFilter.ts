/** Skips rows that are not objects, so that one malformed row does not fail the complete poll. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { isObject } from '../describe';

export type RowFilter = (rows: readonly unknown[]) => IDataObject[];

/**
 * Creates the filter for one poll. The filter returns the rows that are objects. It logs one
 * warning per poll, when it first skips a row.
 */
export function createRowFilter(
	context: Pick<IPollFunctions, 'logger' | 'getNode' | 'getWorkflow'>,
): RowFilter {
	let hasLogged = false;
	return (rows) => {
		const objects = rows.filter(isObject);
		if (objects.length < rows.length && !hasLogged) {
			hasLogged = true;
			context.logger.warn("Skipped rows in the service's response because they are not objects", {
				nodeName: context.getNode().name,
				workflowId: context.getWorkflow().id,
			});
		}
		return objects;
	};
}
