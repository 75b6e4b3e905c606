import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { TaskListServiceAccountApi } from '../../credentials/TaskListServiceAccountApi.credentials';
import { TaskList } from '../../nodes/TaskList/TaskList.node';
import type { Task } from '../services/taskList/store';
import { startTaskService, type TaskService } from '../services/taskList/service';
import { runNode, type RunOptions, type RunResult } from './kit/executor';
import { byId } from './kit/locator';

const nodeType = new TaskList();

let tasks: TaskService;
let account: IDataObject;
beforeEach(async () => {
	tasks = await startTaskService();
	account = {
		...tasks.credentials.serviceAccount,
		requestedScopes: 'https://www.googleapis.com/auth/tasks',
	};
});
afterEach(async () => await tasks.close());

const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType,
			credentials: {
				taskListApi: { type: new TaskListApi(), data: tasks.credentials.accessToken },
				taskListServiceAccountApi: { type: new TaskListServiceAccountApi(), data: account },
			},
		},
		{
			parameters: {
				resource,
				operation,
				authentication: 'accessToken',
				options: {},
				...parameters,
			},
			...more,
		},
	);
const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { index } }));
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

describe('task lists', () => {
	test('can be created, read, renamed, replaced and deleted', async () => {
		const created = singleItem(await run('taskList', 'create', { title: 'Groceries' }));
		const list = { taskListId: byId(String(created.id)) };
		expect(singleItem(await run('taskList', 'get', list))).toMatchObject({
			id: created.id,
			title: 'Groceries',
		});
		expect(singleItem(await run('taskList', 'update', { ...list, title: 'Food' })).title).toBe(
			'Food',
		);
		expect(singleItem(await run('taskList', 'replace', { ...list, title: 'Things' })).title).toBe(
			'Things',
		);
		expect(tasks.requests.list('PUT /*')[0]?.body).toEqual({ id: created.id, title: 'Things' });
		expect(
			(await run('taskList', 'getAll', { returnAll: true })).items.map(({ json }) => json.title),
		).toEqual(['My Tasks', 'Things']);
		expect(singleItem(await run('taskList', 'delete', list))).toEqual({ deleted: true });
		expect((await run('taskList', 'get', list)).error?.message).toBe(
			`Task List ${String(created.id)} not found`,
		);
	});

	test('a title that is too long is rejected before a request is sent', async () => {
		const { error } = await run('taskList', 'create', { title: 'x'.repeat(1025) });
		expect(error?.message).toBe('Title must be at most 1024 characters long, got 1025');
		expect(tasks.requests.total).toBe(0);
	});
});

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

	test('are rejected if the date does not exist', async () => {
		expect(
			(await run('task', 'create', { ...defaultList, title: 'x', options: { due: '2026-02-30' } }))
				.error?.message,
		).toContain('Due Date must be a date');
	});
});

describe('a task', () => {
	test('is created at the selected position', async () => {
		const parent = add('Parent');
		const first = add('First', {}, { parent: parent.id });
		const created = singleItem(
			await run('task', 'create', {
				...defaultList,
				title: 'Second',
				simplify: true,
				options: { parent: byId(parent.id), previous: byId(first.id) },
			}),
		);
		expect(created).toMatchObject({ parent: parent.id, position: '00000000000000000001' });
		expect(tasks.requests.list('POST /*')[0]).toMatchObject({
			query: { parent: parent.id, previous: first.id },
			body: { title: 'Second' },
		});
	});

	test('is updated with only the fields that are set', async () => {
		const task = add('Old', { notes: 'Keep me', due: '2026-03-01T00:00:00.000Z' });
		const changed = singleItem(
			await run('task', 'update', {
				...defaultList,
				taskId: byId(task.id),
				options: { title: 'New' },
			}),
		);
		expect(tasks.requests.list('PATCH /*')[0]?.body).toEqual({ title: 'New' });
		expect(changed).toMatchObject({ title: 'New', notes: 'Keep me', due: '2026-03-01' });
	});

	test('loses its due date and notes if the options are added and left empty', async () => {
		const task = add('Old', { notes: 'Cleared by the update', due: '2026-03-01T00:00:00.000Z' });
		const changed = singleItem(
			await run('task', 'update', {
				...defaultList,
				taskId: byId(task.id),
				options: { due: '', notes: '' },
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

	test('can be completed and reopened with operations of their own', async () => {
		const task = { ...defaultList, taskId: byId(add('Do it', { notes: 'Kept' }).id) };
		const completed = singleItem(await run('task', 'complete', task));
		expect(completed).toMatchObject({
			status: 'completed',
			completed: expect.any(String) as string,
			notes: 'Kept',
		});
		const reopened = singleItem(await run('task', 'reopen', task));
		expect(reopened).toMatchObject({ status: 'needsAction', notes: 'Kept' });
		expect(reopened).not.toHaveProperty('completed');
		expect(tasks.requests.list('PATCH /*').map(({ body }) => body)).toEqual([
			{ status: 'completed' },
			{ status: 'needsAction', completed: null },
		]);
	});

	test('keeps only the fields that the replacement contains', async () => {
		const task = add('Old', {
			notes: 'Cleared by the replacement',
			due: '2026-03-01T00:00:00.000Z',
		});
		const replaced = singleItem(
			await run('task', 'replace', { ...defaultList, taskId: byId(task.id), title: 'New' }),
		);
		expect(tasks.requests.list('PUT /*')[0]?.body).toEqual({ id: task.id, title: 'New' });
		expect(replaced).not.toHaveProperty('notes');
		expect(replaced).not.toHaveProperty('due');
	});

	test('can be selected by its selfLink', async () => {
		const task = add('Linked');
		const {
			items: [found],
			error,
		} = await run('task', 'get', {
			taskListId: {
				__rl: true,
				mode: 'url',
				value: tasks.records.lists[0]!.list.selfLink,
				__regex: 'https?:\\/\\/.+\\/lists\\/([^\\/?#]+)',
			},
			taskId: {
				__rl: true,
				mode: 'url',
				value: task.selfLink,
				__regex: 'https?:\\/\\/.+\\/tasks\\/([^\\/?#]+)$',
			},
		});
		expect(error).toBeUndefined();
		expect(found?.json.title).toBe('Linked');
	});

	test('can be moved within its list', async () => {
		const [a, b] = [add('A'), add('B')];
		singleItem(
			await run('task', 'move', {
				...defaultList,
				taskId: byId(b.id),
				target: 'same',
				previousTask: byId(a.id),
			}),
		);
		singleItem(
			await run('task', 'move', {
				...defaultList,
				taskId: byId(b.id),
				target: 'same',
				parentTask: byId(a.id),
			}),
		);
		expect(storedTask(b.id).parent).toBe(a.id);
		expect(tasks.requests.list('POST /*').map(({ query }) => query)).toEqual([
			{ previous: a.id },
			{ parent: a.id },
		]);
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

	test('is not moved to another list without a destination', async () => {
		const { error } = await run('task', 'move', {
			...defaultList,
			taskId: byId(add('Stay').id),
			target: 'other',
			destinationTaskListId: byId('={{ $json.missing }}'),
		});
		expect(error?.message).toBe('Destination Task List is required');
		expect(tasks.requests.total).toBe(0);
	});
});

describe('Get Many and Clear', () => {
	test('Clear hides completed tasks, and Show Hidden returns them', async () => {
		add('Open');
		add('Done', { status: 'completed' });
		expect(singleItem(await run('task', 'clear', defaultList))).toEqual({
			success: true,
			taskListId: '@default',
		});
		const titles = async (options: IDataObject) =>
			(await run('task', 'getAll', { ...defaultList, returnAll: true, options })).items.map(
				({ json }) => json.title,
			);
		expect(await titles({})).toEqual(['Open']);
		expect((await titles({ showHidden: true })).sort()).toEqual(['Done', 'Open']);
	});

	test('only the selected filters are sent', async () => {
		await run('task', 'getAll', {
			...defaultList,
			options: {
				showAssigned: true,
				showCompleted: false,
				showDeleted: true,
				showHidden: true,
				updatedMin: '2026-01-01T00:00:00Z',
				completedMin: '2026-01-02T00:00:00Z',
				completedMax: '2026-01-03T00:00:00Z',
			},
		});
		await run('task', 'getAll', defaultList);
		const [filtered, unfiltered] = tasks.requests.list('GET /*').map(({ query }) => query);
		expect(filtered).toEqual({
			maxResults: '50',
			showAssigned: 'true',
			showCompleted: 'false',
			showDeleted: 'true',
			showHidden: 'true',
			updatedMin: '2026-01-01T00:00:00Z',
			completedMin: '2026-01-02T00:00:00Z',
			completedMax: '2026-01-03T00:00:00Z',
		});
		expect(unfiltered).toEqual({ maxResults: '50' });
	});

	test('Return All reads every page and returns each task once', async () => {
		for (let index = 0; index < 230; index++) add(`Task ${index}`);
		const { items: all } = await run('task', 'getAll', { ...defaultList, returnAll: true });
		expect(new Set(all.map(({ json }) => json.title)).size).toBe(230);
		expect(tasks.requests.count('GET /*')).toBe(3);
	});

	test('pagination stops if the service repeats a page', async () => {
		for (let index = 0; index < 230; index++) add(`Task ${index}`);
		tasks.settings.repeatPages = true;
		const { error } = await run('task', 'getAll', { ...defaultList, returnAll: true });
		expect(error?.message).toBe('Pagination is stuck: the service returned the same page twice');
	});

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

	test('the error for a missing permission names the scope', async () => {
		tasks.faults.add({ on: 'POST /*', code: 'insufficientPermissions' });
		const { error } = await run('task', 'create', { ...defaultList, title: 'x' });
		expect(error?.message).toBe(
			'Task List requires the scope https://www.googleapis.com/auth/tasks, which the access token does not have',
		);
	});

	test('a create request is not retried if its response is lost', async () => {
		tasks.faults.add({ on: 'POST /tasks/*', drop: 'after', count: 1 });
		const { error } = await run('task', 'create', { ...defaultList, title: 'Once' });
		expect(error?.description).toContain('Check in the service before you run the node again');
		expect(tasks.records.lists[0]!.tasks).toHaveLength(1);
	});

	test('an invalid private key is reported', async () => {
		account.privateKey = 'none';
		const { error } = await run('taskList', 'getAll', { authentication: 'serviceAccount' });
		expect(error?.message).toContain(
			'Private Key in the credential is invalid: it does not start with -----BEGIN',
		);
	});
});

test('tokens that expire during a run are renewed without an error', async () => {
	tasks.tokens.lifetime = 3600;
	const { addTask } = tasks.records;
	let added = 0;
	tasks.records.addTask = (...args) => {
		if (++added % 7 === 0) tasks.tokens.endAll();
		return addTask.apply(tasks.records, args);
	};
	const { items: out, error } = await run(
		'task',
		'create',
		{ ...defaultList, authentication: 'serviceAccount', title: '=Task {{ $json.index }}' },
		{ items: items(40) },
	);
	expect(error).toBeUndefined();
	expect(out).toHaveLength(40);
	expect(tasks.records.lists[0]!.tasks).toHaveLength(40);
	expect(tasks.tokens.issued.length).toBeGreaterThan(3);
});
