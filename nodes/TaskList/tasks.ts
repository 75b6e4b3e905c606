/** Tasks as items: dates without a clock, and parents with their children. */
import type { IDataObject } from 'n8n-workflow';
import { byCursor, type Row } from '../engine/describe';

export const taskPages = byCursor({
	rows: 'items',
	cursor: 'pageToken',
	next: 'nextPageToken',
	size: { name: 'maxResults', maximum: 100 },
});
export const taskListPages = byCursor({
	rows: 'items',
	cursor: 'pageToken',
	next: 'nextPageToken',
	size: { name: 'maxResults', maximum: 1000 },
});

/** A task as the node hands it on. The service keeps no time of day, and answers midnight in UTC: anywhere else that is another day. */
export const asTask = (task: IDataObject): IDataObject =>
	typeof task.due === 'string' ? { ...task, due: task.due.slice(0, 10) } : task;

export const asTasks = (rows: readonly Row[]): Row[] =>
	rows.map((row) => ({ ...row, json: asTask(row.json) }));

/** Parents with their children in `children`, in the order of the list. A task whose parent is not among the rows stands at the top. */
export function treeOf(rows: readonly Row[]): Row[] {
	const ids = new Set(rows.map(({ json }) => json.id));
	const under = new Map<unknown, IDataObject[]>();
	for (const { json } of rows) {
		const parent = ids.has(json.parent) && json.parent !== json.id ? json.parent : undefined;
		under.set(parent, [...(under.get(parent) ?? []), json]);
	}
	const inOrder = (parent: unknown): IDataObject[] =>
		[...(under.get(parent) ?? [])].sort((a, b) => compare(a.position, b.position));
	const branch = (task: IDataObject): IDataObject => {
		const children = inOrder(task.id).map(branch);
		return children.length > 0 ? { ...task, children } : task;
	};
	return inOrder(undefined).map((task) => ({ json: branch(task) }));
}

/** Positions are texts of digits, compared as texts. */
const compare = (a: unknown, b: unknown): number =>
	String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
