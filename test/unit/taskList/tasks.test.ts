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

/**
 * Whether following the parents of a task ends in a cycle. A task that is its own parent is not a
 * cycle, since buildTree ignores it.
 */
const isInCycle = (all: IDataObject[], id: unknown): boolean => {
	const seen = new Set<unknown>();
	for (
		let current = all.find((task) => task.id === id);
		current;
		current = all.find((task) => task.id === current!.parent)
	) {
		if (current.parent === current.id) return false;
		if (seen.has(current.id)) return true;
		seen.add(current.id);
	}
	return false;
};

test('every task is in the tree exactly once, under its parent if the parent is among the rows', () => {
	fc.assert(
		fc.property(tasks, (all) => {
			fc.pre(!all.some(({ id }) => isInCycle(all, id)));
			const rows = buildTree(all.map((json) => ({ json })));
			expect(rows.flatMap(({ json }) => idsIn(json)).sort()).toEqual(
				all.map(({ id }) => id).sort(),
			);
			for (const { json } of rows)
				expect(all.some(({ id }) => id === json.parent) && json.parent !== json.id).toBe(false);
		}),
	);
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
