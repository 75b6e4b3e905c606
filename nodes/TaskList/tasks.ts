/** Converts tasks of the service to output rows. */
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../engine/describe';

/**
 * Reduces the due date to a plain date. The service stores it as midnight UTC without a time of
 * day, which is the previous day in time zones west of UTC.
 */
export const withPlainDueDate = (task: IDataObject): IDataObject =>
	typeof task.due === 'string' ? { ...task, due: task.due.slice(0, 10) } : task;

export const withPlainDueDates = (rows: readonly Row[]): Row[] =>
	rows.map((row) => ({ ...row, json: withPlainDueDate(row.json) }));

/**
 * Nests subtasks in the `children` of their parent, in list order. A task whose parent is not among
 * the rows is at the top level.
 */
export function buildTree(rows: readonly Row[]): Row[] {
	const ids = new Set(rows.map(({ json }) => json.id));
	const tasksByParent = new Map<unknown, IDataObject[]>();
	for (const { json } of rows) {
		const parent = ids.has(json.parent) && json.parent !== json.id ? json.parent : undefined;
		tasksByParent.set(parent, [...(tasksByParent.get(parent) ?? []), json]);
	}
	const sortedChildren = (parent: unknown): IDataObject[] =>
		[...(tasksByParent.get(parent) ?? [])].sort((a, b) => comparePositions(a.position, b.position));
	const withChildren = (task: IDataObject): IDataObject => {
		const children = sortedChildren(task.id).map(withChildren);
		return children.length > 0 ? { ...task, children } : task;
	};
	return sortedChildren(undefined).map((task) => ({ json: withChildren(task) }));
}

/** Positions are strings of digits that sort lexicographically. */
const comparePositions = (a: unknown, b: unknown): number =>
	String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
