import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { treeOf } from '../../../nodes/TaskList/tasks';

const tasks = fc.uniqueArray(
	fc.record({
		id: fc.constantFrom(...'abcdefgh'),
		parent: fc.option(fc.constantFrom(...'abcdefgh'), { nil: undefined }),
		position: fc.nat(99).map((at) => String(at).padStart(20, '0')),
	}),
	{ selector: ({ id }) => id },
);
const inside = (json: IDataObject): string[] => [
	String(json.id),
	...((json.children ?? []) as IDataObject[]).flatMap(inside),
];

/** Whether the parents of a task lead back to it. */
const isRound = (all: IDataObject[], id: unknown): boolean => {
	const seen = new Set<unknown>();
	for (
		let at = all.find((task) => task.id === id);
		at;
		at = all.find((task) => task.id === at!.parent)
	) {
		if (at.parent === at.id) return false;
		if (seen.has(at.id)) return true;
		seen.add(at.id);
	}
	return false;
};

test('every task stands in the tree once, under its parent where that was read', () => {
	fc.assert(
		fc.property(tasks, (all) => {
			fc.pre(!all.some(({ id }) => isRound(all, id)));
			const rows = treeOf(all.map((json) => ({ json })));
			expect(rows.flatMap(({ json }) => inside(json)).sort()).toEqual(
				all.map(({ id }) => id).sort(),
			);
			for (const { json } of rows)
				expect(all.some(({ id }) => id === json.parent) && json.parent !== json.id).toBe(false);
		}),
	);
});

test('siblings stand in the order of the list', () => {
	fc.assert(
		fc.property(tasks, (all) => {
			const inOrder = (siblings: IDataObject[]): void => {
				const positions = siblings.map(({ position }) => String(position));
				expect(positions).toEqual([...positions].sort());
				for (const { children } of siblings) inOrder((children ?? []) as IDataObject[]);
			};
			inOrder(treeOf(all.map((json) => ({ json }))).map(({ json }) => json));
		}),
	);
});
