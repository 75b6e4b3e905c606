import { taskOrder } from '../../../nodes/TaskList/taskOrder';

const tasks = [
	{ id: 'a', title: 'Wash', due: '2026-02-01' },
	{ id: 'b', title: 'apple' },
	{ id: 'c', title: 'Éclair', due: '2026-01-31' },
];
const order = (input: Parameters<typeof taskOrder>[0]): string =>
	[...tasks]
		.sort(taskOrder(input))
		.map(({ id }) => id)
		.join('');

test('tasks are sorted by a property, and tasks without it come last', () => {
	expect(taskOrder({})).toBeUndefined();
	expect(order({ sortBy: 'due' })).toBe('cab');
	expect(order({ sortBy: 'due', sortOrder: 'desc' })).toBe('acb');
	expect(order({ sortBy: 'title' })).toBe('bca');
	expect(order({ sortBy: 'title', sortOrder: 'desc' })).toBe('acb');
});
