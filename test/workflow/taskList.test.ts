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

	test('can filter tasks, with both bounds included', async () => {
		for (const day of ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
			add(day, { due: `${day}T00:00:00.000Z` });
		const { items: found } = await run('task', 'getAll', {
			...defaultList,
			returnAll: true,
			options: { dueMin: '2026-02-28', dueMax: '2026-03-01' },
		});
		expect(found.map(({ json }) => json.due).sort()).toEqual(['2026-02-28', '2026-03-01']);
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

	test('is completed and reopened by its status, and has no completion time after it is reopened', async () => {
		const task = { ...defaultList, taskId: byId(add('Do it').id) };
		expect(
			singleItem(await run('task', 'update', { ...task, options: { status: 'completed' } })),
		).toMatchObject({ status: 'completed', completed: expect.any(String) as string });
		expect(
			singleItem(await run('task', 'update', { ...task, options: { status: 'needsAction' } })),
		).not.toHaveProperty('completed');
		expect(tasks.requests.list('PATCH /*')[1]?.body).toEqual({
			status: 'needsAction',
			completed: null,
		});
	});

	test('can be moved to another list, under a task in that list', async () => {
		const destination = tasks.records.addList({ title: 'Destination' });
		const parent = tasks.records.addTask(destination.id, { title: 'Parent' });
		const task = add('Moved');
		singleItem(
			await run('task', 'move', {
				...defaultList,
				taskId: byId(task.id),
				target: 'other',
				destinationTaskListId: byId(destination.id),
				parentThere: byId(parent.id),
				parentTask: byId('unused value of a hidden field'),
			}),
		);
		expect(tasks.records.task(destination.id, task.id).parent).toBe(parent.id);
	});
});

describe('Get Many', () => {
	test('As Tree returns parents and children in list order, with and without Simplify', async () => {
		const second = add('Second');
		const first = add('First');
		const late = add('Late', {}, { parent: first.id });
		add('Early', {}, { parent: first.id });
		add('Alone', {}, { parent: second.id });
		const tree = await run('task', 'getAll', {
			...defaultList,
			returnAll: true,
			simplify: true,
			options: { asTree: true },
		});
		const titles = (tasks: IDataObject[]): unknown[] =>
			tasks.map(({ title, children }) => [
				title,
				...(children ? [titles(children as IDataObject[])] : []),
			]);
		expect(titles(tree.items.map(({ json }) => json))).toEqual([
			['First', [['Early'], ['Late']]],
			['Second', [['Alone']]],
		]);
		const [simplified] = tree.items.map(({ json }) => (json.children as IDataObject[])[1]!);
		expect(simplified).toMatchObject({ id: late.id });
		expect(simplified).not.toHaveProperty('etag');
		const full = await run('task', 'getAll', {
			...defaultList,
			returnAll: true,
			simplify: false,
			options: { asTree: true },
		});
		expect((full.items[0]!.json.children as IDataObject[])[0]).toHaveProperty('etag');
	});

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

describe('errors', () => {
	test('a 403 with a rate limit reason is retried', async () => {
		tasks.faults.add({ on: 'GET /*', code: 'userRateLimitExceeded', count: 2 });
		singleItem(await run('taskList', 'getAll', {}));
		expect(tasks.requests.count('GET /*')).toBe(3);
	});

	test('a request over the daily quota is not retried', async () => {
		tasks.faults.add({ on: 'GET /*', code: 'quotaExceeded' });
		const { error } = await run('taskList', 'getAll', {});
		expect(error?.message).toBe('The daily request quota of the project was reached');
		expect(tasks.requests.total).toBe(1);
	});
});
