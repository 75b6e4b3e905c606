import type { IDataObject } from 'n8n-workflow';
import { taskId } from '../../../nodes/TaskList/locators';
import { buildTree } from '../../../nodes/TaskList/tasks';

/** The tree of tasks such as `b<a`, in their list order, as text such as `a(b)`. */
function treeOf(text: string): string {
	const rows = text.split(' ').map((task, index) => {
		const [id, parent] = task.split('<');
		return { json: { id, parent, position: String(index).padStart(20, '0') } };
	});
	const before = structuredClone(rows);
	const format = ({ id, children = [] }: IDataObject): string => {
		const inner = (children as IDataObject[]).map(format).join(' ');
		return inner === '' ? String(id) : `${String(id)}(${inner})`;
	};
	const tree = buildTree([...rows].reverse())
		.map(({ json }) => format(json))
		.join(' ');
	expect(rows).toEqual(before);
	return tree;
}

test.each([
	['a b c', 'a b c'],
	['a b<a c d<b e<a', 'a(b(d) e) c'],
	['a<missing b<a', 'a(b)'],
	['a<a b', 'a b'],
	// One task of each cycle is at the top level.
	['a<b b<a c<b', 'b(a c)'],
])('tasks are under their parents, in list order: %s', (tasks, tree) =>
	expect(treeOf(tasks)).toBe(tree),
);

test.each([
	['a list', () => undefined],
	['subtasks of one task', () => 'id-0'],
	['a chain', (index: number) => `id-${index - 1}`],
	['a cycle', (index: number) => `id-${(index + 1) % 200_000}`],
])('the tree of 200,000 tasks is built within the test timeout: %s', (_, parentOf) => {
	const rows = Array.from({ length: 200_000 }, (_, index) => ({
		json: { id: `id-${index}`, parent: parentOf(index), position: '0' },
	}));
	let count = 0;
	const pending = buildTree(rows).map(({ json }) => json);
	for (let task = pending.pop(); task; task = pending.pop()) {
		count++;
		for (const child of (task.children ?? []) as IDataObject[]) pending.push(child);
	}
	expect(count).toBe(200_000);
});

test('lists of tasks name the due date, and whether a task is completed or a subtask', () => {
	const row = { id: 't2', title: 'Draft', due: '2026-01-31T00:00:00Z', status: 'completed' };
	expect(taskId.lookup!.row({ ...row, parent: 't1' })).toEqual({
		name: 'Draft · due 2026-01-31 · completed · subtask',
		value: 't2',
	});
});
