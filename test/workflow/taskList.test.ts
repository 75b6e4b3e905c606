import type { IDataObject } from 'n8n-workflow';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { TaskList } from '../../nodes/TaskList/TaskList.node';
import type { Task } from '../services/taskList/tasks';
import { startTaskService, type TaskService } from '../services/taskList/service';
import { operationRunner, type RunResult } from './kit/executor';
import { byId } from './kit/locator';

const nodeType = new TaskList();

let tasks: TaskService;
beforeEach(async () => {
	tasks = await startTaskService();
});
afterEach(async () => await tasks.close());

const run = operationRunner(
	nodeType,
	() => ({ taskListApi: { type: new TaskListApi(), data: tasks.credentials.accessToken } }),
	{ authentication: 'accessToken' },
);
const defaultList = { taskListId: byId('@default') };
const singleItem = ({ items: [item], error }: RunResult): IDataObject => {
	expect(error).toBeUndefined();
	return item!.json;
};
const add = (
	title: string,
	more: Record<string, unknown> = {},
	position: { parent?: string; previous?: string; assigned?: boolean } = {},
): Task => tasks.records.addTask('@default', { title, ...more }, position);
const storedTask = (id: string): Task => tasks.records.task('@default', id);

describe('due dates', () => {
	test('are sent as midnight UTC of the given date and returned as that date', async () => {
		for (const due of [
			'2026-03-01',
			'2026-03-01T23:30:00+02:00',
			'={{ DateTime.fromISO("2026-03-01T22:00:00", { zone: "America/Los_Angeles" }) }}',
		]) {
			const created = singleItem(
				await run('task', 'create', { ...defaultList, title: 'Due', options: { due } }),
			);
			expect(created.due).toBe('2026-03-01');
			expect(storedTask(String(created.id)).due).toBe('2026-03-01T00:00:00.000Z');
		}
	});
});

describe('a task', () => {
	test('is found by a part of its title, and Limit counts the tasks that are found', async () => {
		for (const title of ['Buy milk', 'Call Ada', 'buy MILK again', 'More milk']) add(title);
		const titles = async (options: IDataObject) =>
			(await run('task', 'getAll', { ...defaultList, limit: 2, options })).items.map(
				({ json }) => json.title,
			);
		const found = await titles({ titleContains: 'milk' });
		expect(found).toHaveLength(2);
		expect(found.every((title) => /milk/i.test(String(title)))).toBe(true);
		expect(await titles({ titleContains: 'milk', sortBy: 'title' })).toEqual([
			'Buy milk',
			'buy MILK again',
		]);
		expect(await titles({ titleContains: 'bread' })).toEqual([]);
	});

	test('is created or updated by its title, and only open tasks are updated', async () => {
		const upsert = async (notes: string) =>
			singleItem(
				await run('task', 'upsert', { ...defaultList, title: 'Report', options: { notes } }),
			);
		const completed = add('Report', { status: 'completed' });
		const other = add('Report 2');
		const created = await upsert('first');
		expect(created).toMatchObject({ title: 'Report', notes: 'first', status: 'needsAction' });
		expect(created.id).not.toBe(completed.id);
		expect(await upsert('second')).toMatchObject({ id: created.id, notes: 'second' });
		expect(tasks.requests.list('PATCH /*')[0]?.body).toEqual({ notes: 'second' });
		expect(storedTask(completed.id).notes).toBeUndefined();
		expect(storedTask(other.id).notes).toBeUndefined();
	});

	test('loses its due date by an empty list, and its notes if the option is added and left empty', async () => {
		const task = add('Old', { notes: 'Cleared by the update', due: '2026-03-01T00:00:00.000Z' });
		const changed = singleItem(
			await run('task', 'update', {
				...defaultList,
				taskId: byId(task.id),
				options: { due: '={{ [] }}', notes: '' },
			}),
		);
		expect(tasks.requests.list('PATCH /*')[0]?.body).toEqual({ due: null, notes: '' });
		expect(changed).not.toHaveProperty('due');
	});
});

describe('Get Many', () => {
	test('are sorted before Limit applies', async () => {
		for (let count = 0; count < 120; count++)
			add(`Task ${count}`, {
				due: `2026-03-${String((count % 28) + 1).padStart(2, '0')}T00:00:00.000Z`,
			});
		add('No date');
		add('First', { due: '2026-01-31T00:00:00.000Z' });
		const sorted = await run('task', 'getAll', {
			...defaultList,
			limit: 2,
			options: { sortBy: 'due' },
		});
		expect(sorted.items.map(({ json }) => json.due)).toEqual(['2026-01-31', '2026-03-01']);
		const unsorted = await run('task', 'getAll', { ...defaultList, limit: 2 });
		expect(unsorted.items).toHaveLength(2);
		const tree = await run('task', 'getAll', {
			...defaultList,
			options: { sortBy: 'due', asTree: true },
		});
		expect(tree.error?.message).toBe('Sort By cannot be combined with As Tree');
	});
});
