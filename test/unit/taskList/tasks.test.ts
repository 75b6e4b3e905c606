import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { buildTree } from '../../../nodes/TaskList/tasks';

const tasks = fc.uniqueArray(
	fc.record({
		id: fc.constantFrom(...'abcdefgh'),
		parent: fc.option(fc.constantFrom(...'abcdefgh'), { nil: undefined }),
		position: fc.nat(99).map((index) => String(index).padStart(20, '0')),
	}),
	{ selector: ({ id }) => id },
);
const idsIn = (json: IDataObject): string[] => [
	String(json.id),
	...((json.children ?? []) as IDataObject[]).flatMap(idsIn),
];

/** The IDs of all tasks above a task. They include the task itself if it is part of a cycle. */
function ancestors(all: readonly IDataObject[], id: unknown): Set<unknown> {
	const task = (wanted: unknown) => all.find((one) => one.id === wanted);
	const seen = new Set<unknown>();
	for (
		let parent = task(task(id)?.parent)?.id;
		parent !== undefined && !seen.has(parent);
		parent = task(task(parent)?.parent)?.id
	)
		seen.add(parent);
	return seen;
}

test('every task is in the tree exactly once, under its parent unless that would create a cycle', () => {
	fc.assert(
		fc.property(tasks, (all) => {
			const rows = buildTree(all.map((json) => ({ json })));
			expect(rows.flatMap(({ json }) => idsIn(json)).sort()).toEqual(
				all.map(({ id }) => id).sort(),
			);
			const isInCycle = (id: unknown) => ancestors(all, id).has(id);
			const roots = rows.map(({ json }) => json);
			for (const { id, parent } of roots)
				expect(all.some((task) => task.id === parent) && !isInCycle(id)).toBe(false);
			// Exactly one task of each cycle is at the top level.
			for (const { id } of all.filter((task) => isInCycle(task.id)))
				expect(roots.filter((root) => ancestors(all, id).has(root.id))).toHaveLength(1);
			expectUnderParents(roots);
		}),
	);
});

const expectUnderParents = (siblings: readonly IDataObject[]): void => {
	for (const { id, children = [] } of siblings) {
		for (const child of children as IDataObject[]) expect(child.parent).toBe(id);
		expectUnderParents(children as IDataObject[]);
	}
};

test('the tasks themselves are not modified', () => {
	const rows = [{ json: { id: 'a', parent: 'b' } }, { json: { id: 'b', parent: 'a' } }];
	const before = structuredClone(rows);
	buildTree(rows);
	expect(rows).toEqual(before);
});

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

test('siblings are in list order', () => {
	fc.assert(
		fc.property(tasks, (all) => {
			const expectSorted = (siblings: IDataObject[]): void => {
				const positions = siblings.map(({ position }) => String(position));
				expect(positions).toEqual([...positions].sort());
				for (const { children } of siblings) expectSorted((children ?? []) as IDataObject[]);
			};
			expectSorted(buildTree(all.map((json) => ({ json }))).map(({ json }) => json));
		}),
	);
});
