/** Converts tasks of the service to output rows. */
import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../engine/describe';

/**
 * Reduces the due date to a plain date. The service stores due dates as midnight UTC. In time zones
 * west of UTC, this moment is on the previous day.
 */
export const withPlainDueDate = (task: IDataObject): IDataObject =>
	typeof task.due === 'string' ? { ...task, due: task.due.slice(0, 10) } : task;

export const withPlainDueDates = (rows: readonly Row[]): Row[] =>
	rows.map((row) => ({ ...row, json: withPlainDueDate(row.json) }));

interface TreeNode {
	readonly task: IDataObject;
	readonly children: TreeNode[];
	parent?: TreeNode;
}

/**
 * Nests subtasks in the `children` of their parent, in list order. Two kinds of tasks are at the
 * top level: tasks whose parent is not among the rows, and one task of each cycle. Does not
 * recurse, because the service decides how deep the tree is.
 */
export function buildTree(rows: readonly Row[]): Row[] {
	const nodes = rows.map(({ json }): TreeNode => ({ task: json, children: [] }));
	const nodesById = new Map(nodes.map((node) => [node.task.id, node]));
	for (const node of nodes)
		if (node.task.parent !== undefined) node.parent = nodesById.get(node.task.parent);
	breakCycles(nodes);
	const roots: TreeNode[] = [];
	for (const node of nodes) (node.parent?.children ?? roots).push(node);
	const result = inListOrder(roots);
	const pending = [...result];
	for (let node = pending.pop(); node; node = pending.pop()) {
		if (node.children.length === 0) continue;
		const children = inListOrder(node.children);
		node.json.children = children.map(({ json }) => json);
		for (const child of children) pending.push(child);
	}
	return result.map(({ json }) => ({ json }));
}

/** Detaches one task of each cycle from its parent, so that the task is at the top level. */
function breakCycles(nodes: readonly TreeNode[]): void {
	const walkOf = new Map<TreeNode, number>();
	nodes.forEach((start, walk) => {
		let node: TreeNode | undefined = start;
		for (; node && !walkOf.has(node); node = node.parent) walkOf.set(node, walk);
		if (node && walkOf.get(node) === walk) delete node.parent;
	});
}

/** Sorts the tasks by position, and copies each one so that `children` can be added to it. */
const inListOrder = (nodes: readonly TreeNode[]) =>
	[...nodes]
		.sort((a, b) => comparePositions(a.task.position, b.task.position))
		.map(({ task, children }) => ({ json: { ...task }, children }));

/** Positions are strings of digits that sort lexicographically. */
const comparePositions = (a: unknown, b: unknown): number =>
	String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
