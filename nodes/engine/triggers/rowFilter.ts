/** Skips rows that a service must not return, so that one of them does not stop a whole poll. */
import type { IDataObject, IPollFunctions } from 'n8n-workflow';

export type RowFilter = (rows: readonly unknown[]) => IDataObject[];

/** Creates the filter for one poll. It keeps the rows that are objects, and logs one warning when it first skips a row. */
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

const isObject = (row: unknown): row is IDataObject =>
	typeof row === 'object' && row !== null && !Array.isArray(row);
