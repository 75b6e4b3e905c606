import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { TaskListServiceAccountApi } from '../../credentials/TaskListServiceAccountApi.credentials';
import { TaskList } from '../../nodes/TaskList/TaskList.node';
import type { Task } from '../services/taskList/store';
import { startTaskService, type TaskService } from '../services/taskList/service';
import { runNode, type RunOptions, type RunResult } from './kit/executor';

let tasks: TaskService;
let account: IDataObject;
beforeEach(async () => {
	tasks = await startTaskService();
	account = {
		...tasks.credentials.serviceAccount,
		scopes: 'https://www.googleapis.com/auth/tasks',
	};
});
afterEach(async () => await tasks.close());

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const run = async (
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<RunOptions> = {},
): Promise<RunResult> =>
	await runNode(
		{
			nodeType: new TaskList(),
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
const home = { taskListId: located('@default') };
const only = ({ items: [item], error }: RunResult): IDataObject => {
	expect(error).toBeUndefined();
	return item!.json;
};
const add = (
	title: string,
	more: Record<string, unknown> = {},
	place: { parent?: string; previous?: string; assigned?: boolean } = {},
): Task => tasks.records.addTask('@default', { title, ...more }, place);
const kept = (id: string): Task => tasks.records.task('@default', id);

describe('task lists', () => {
	test('are made, read, renamed, replaced and deleted', async () => {
		const made = only(await run('taskList', 'create', { title: 'Groceries' }));
		const it = { taskListId: located(String(made.id)) };
		expect(only(await run('taskList', 'get', it))).toMatchObject({
			id: made.id,
			title: 'Groceries',
		});
		expect(only(await run('taskList', 'update', { ...it, title: 'Food' })).title).toBe('Food');
		expect(only(await run('taskList', 'replace', { ...it, title: 'Things' })).title).toBe('Things');
		expect(tasks.requests.list('PUT /*')[0]?.body).toEqual({ id: made.id, title: 'Things' });
		expect(
			(await run('taskList', 'getAll', { returnAll: true })).items.map(({ json }) => json.title),
		).toEqual(['My Tasks', 'Things']);
		expect(only(await run('taskList', 'delete', it))).toEqual({ deleted: true });
		expect((await run('taskList', 'get', it)).error?.message).toBe('Task List has no such record');
	});

	test('a title that is too long is refused before anything is sent', async () => {
		const { error } = await run('taskList', 'create', { title: 'x'.repeat(1025) });
		expect(error?.message).toBe('Title must be at most 1024 characters long, but has 1025');
		expect(tasks.requests.total).toBe(0);
	});
});

describe('dates', () => {
	test('go out as midnight in UTC of the day that was written, and come back as that day', async () => {
		for (const due of [
			'2026-03-01',
			'2026-03-01T23:30:00+02:00',
			'={{ DateTime.fromISO("2026-03-01T22:00:00", { zone: "America/Los_Angeles" }) }}',
		]) {
			const made = only(await run('task', 'create', { ...home, title: 'Due', options: { due } }));
			expect(made.due).toBe('2026-03-01');
			expect(kept(String(made.id)).due).toBe('2026-03-01T00:00:00.000Z');
		}
	});

	test('bound the list by day, the last one included', async () => {
		for (const day of ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'])
			add(day, { due: `${day}T00:00:00.000Z` });
		const { items: found } = await run('task', 'getAll', {
			...home,
			returnAll: true,
			options: { dueMin: '2026-02-28', dueMax: '2026-03-01' },
		});
		expect(found.map(({ json }) => json.due).sort()).toEqual(['2026-02-28', '2026-03-01']);
	});

	test('are refused where the calendar has none', async () => {
		expect(
			(await run('task', 'create', { ...home, title: 'x', options: { due: '2026-02-30' } })).error
				?.message,
		).toContain('Due Date must be a date');
	});
});

describe('one task', () => {
	test('stands where it is put', async () => {
		const parent = add('Parent');
		const first = add('First', {}, { parent: parent.id });
		const made = only(
			await run('task', 'create', {
				...home,
				title: 'Second',
				simplify: true,
				options: { parent: located(parent.id), previous: located(first.id) },
			}),
		);
		expect(made).toMatchObject({ parent: parent.id, position: '00000000000000000001' });
		expect(tasks.requests.list('POST /*')[0]).toMatchObject({
			query: { parent: parent.id, previous: first.id },
			body: { title: 'Second' },
		});
	});

	test('an update sends what was set and nothing else', async () => {
		const task = add('Old', { notes: 'Keep me', due: '2026-03-01T00:00:00.000Z' });
		const changed = only(
			await run('task', 'update', { ...home, taskId: located(task.id), options: { title: 'New' } }),
		);
		expect(tasks.requests.list('PATCH /*')[0]?.body).toEqual({ title: 'New' });
		expect(changed).toMatchObject({ title: 'New', notes: 'Keep me', due: '2026-03-01' });
	});

	test('an update takes date and notes away where they were emptied on purpose', async () => {
		const task = add('Old', { notes: 'Away', due: '2026-03-01T00:00:00.000Z' });
		const changed = only(
			await run('task', 'update', {
				...home,
				taskId: located(task.id),
				options: { due: '', notes: '' },
			}),
		);
		expect(tasks.requests.list('PATCH /*')[0]?.body).toEqual({ due: null, notes: '' });
		expect(changed).not.toHaveProperty('due');
	});

	test('is completed by its status, and open again without a moment of completion', async () => {
		const task = { ...home, taskId: located(add('Do it').id) };
		expect(
			only(await run('task', 'update', { ...task, options: { status: 'completed' } })),
		).toMatchObject({ status: 'completed', completed: expect.any(String) as string });
		expect(
			only(await run('task', 'update', { ...task, options: { status: 'needsAction' } })),
		).not.toHaveProperty('completed');
		expect(tasks.requests.list('PATCH /*')[1]?.body).toEqual({
			status: 'needsAction',
			completed: null,
		});
	});

	test('a replacement empties what is not set', async () => {
		const task = add('Old', { notes: 'Gone afterwards', due: '2026-03-01T00:00:00.000Z' });
		const replaced = only(
			await run('task', 'replace', { ...home, taskId: located(task.id), title: 'New' }),
		);
		expect(tasks.requests.list('PUT /*')[0]?.body).toEqual({ id: task.id, title: 'New' });
		expect(replaced).not.toHaveProperty('notes');
		expect(replaced).not.toHaveProperty('due');
	});

	test('is found by the address that the service gives it', async () => {
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

	test('moves within its list', async () => {
		const [a, b] = [add('A'), add('B')];
		only(
			await run('task', 'move', {
				...home,
				taskId: located(b.id),
				target: 'same',
				previousTask: located(a.id),
			}),
		);
		only(
			await run('task', 'move', {
				...home,
				taskId: located(b.id),
				target: 'same',
				parentTask: located(a.id),
			}),
		);
		expect(kept(b.id).parent).toBe(a.id);
		expect(tasks.requests.list('POST /*').map(({ query }) => query)).toEqual([
			{ previous: a.id },
			{ parent: a.id },
		]);
	});

	test('moves to another list, under a task there', async () => {
		const there = tasks.records.addList({ title: 'Elsewhere' });
		const parent = tasks.records.addTask(there.id, { title: 'Parent' });
		const task = add('Traveller');
		only(
			await run('task', 'move', {
				...home,
				taskId: located(task.id),
				target: 'other',
				destinationTaskListId: located(there.id),
				parentThere: located(parent.id),
				parentTask: located('left over'),
			}),
		);
		expect(tasks.records.task(there.id, task.id).parent).toBe(parent.id);
	});

	test('where the destination is missing, nothing moves', async () => {
		const { error } = await run('task', 'move', {
			...home,
			taskId: located(add('Stay').id),
			target: 'other',
			destinationTaskListId: located('={{ $json.missing }}'),
		});
		expect(error?.message).toBe('Destination Task List is missing');
		expect(tasks.requests.total).toBe(0);
	});
});

describe('many tasks', () => {
	test('Clear hides what is completed; Show Hidden gives it again', async () => {
		add('Open');
		add('Done', { status: 'completed' });
		expect(only(await run('task', 'clear', home))).toEqual({ success: true });
		const titles = async (options: IDataObject) =>
			(await run('task', 'getAll', { ...home, returnAll: true, options })).items.map(
				({ json }) => json.title,
			);
		expect(await titles({})).toEqual(['Open']);
		expect((await titles({ showHidden: true })).sort()).toEqual(['Done', 'Open']);
	});

	test('every filter goes out, and what is left alone does not', async () => {
		await run('task', 'getAll', {
			...home,
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
		await run('task', 'getAll', home);
		const [given, plain] = tasks.requests.list('GET /*').map(({ query }) => query);
		expect(given).toEqual({
			maxResults: '50',
			showAssigned: 'true',
			showCompleted: 'false',
			showDeleted: 'true',
			showHidden: 'true',
			updatedMin: '2026-01-01T00:00:00Z',
			completedMin: '2026-01-02T00:00:00Z',
			completedMax: '2026-01-03T00:00:00Z',
		});
		expect(plain).toEqual({ maxResults: '50' });
	});

	test('come page by page, all of them and each once', async () => {
		for (let index = 0; index < 230; index++) add(`Task ${index}`);
		const { items: all } = await run('task', 'getAll', { ...home, returnAll: true });
		expect(new Set(all.map(({ json }) => json.title)).size).toBe(230);
		expect(tasks.requests.count('GET /*')).toBe(3);
	});

	test('a list that repeats its pages for ever is stopped', async () => {
		for (let index = 0; index < 230; index++) add(`Task ${index}`);
		tasks.settings.repeatPages = true;
		const { error } = await run('task', 'getAll', { ...home, returnAll: true });
		expect(error?.message).toBe('The service hands out the same page again and again');
	});

	test('as a tree: parents in order with their children in order, in brief or whole', async () => {
		const second = add('Second');
		const first = add('First');
		const late = add('Late', {}, { parent: first.id });
		add('Early', {}, { parent: first.id });
		add('Alone', {}, { parent: second.id });
		const tree = await run('task', 'getAll', {
			...home,
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
		const [brief] = tree.items.map(({ json }) => (json.children as IDataObject[])[1]!);
		expect(brief).toMatchObject({ id: late.id });
		expect(brief).not.toHaveProperty('etag');
		const whole = await run('task', 'getAll', {
			...home,
			returnAll: true,
			simplify: false,
			options: { asTree: true },
		});
		expect((whole.items[0]!.json.children as IDataObject[])[0]).toHaveProperty('etag');
	});
});

describe('refusals', () => {
	test('a rate limit is told with status 403 by its reason, and waited for', async () => {
		tasks.faults.add({ on: 'GET /*', code: 'userRateLimitExceeded', count: 2 });
		only(await run('taskList', 'getAll', {}));
		expect(tasks.requests.count('GET /*')).toBe(3);
	});

	test('a quota that is used up is not asked again', async () => {
		tasks.faults.add({ on: 'GET /*', code: 'quotaExceeded' });
		const { error } = await run('taskList', 'getAll', {});
		expect(error?.message).toBe('The quota of the project is used up for today');
		expect(tasks.requests.total).toBe(1);
	});

	test('a missing scope is named', async () => {
		tasks.faults.add({ on: 'POST /*', code: 'insufficientPermissions' });
		const { error } = await run('task', 'create', { ...home, title: 'x' });
		expect(error?.description).toContain(
			'It needs the permission https://www.googleapis.com/auth/tasks',
		);
	});

	test('a create whose answer is lost is not sent again', async () => {
		tasks.faults.add({ on: 'POST /tasks/*', drop: 'after', count: 1 });
		const { error } = await run('task', 'create', { ...home, title: 'Once' });
		expect(error?.description).toContain('look at the service before you repeat it');
		expect(tasks.records.lists[0]!.tasks).toHaveLength(1);
	});

	test('no secret of the service account is in an error', async () => {
		account.privateKey = 'none';
		const { error } = await run('taskList', 'getAll', { authentication: 'serviceAccount' });
		expect(error?.message).toContain('The private key of the service account cannot be read');
	});
});

test('tokens that end in the middle of a run cost nothing and nobody notices', async () => {
	tasks.tokens.lifetime = 3600;
	let made = 0;
	const { items: out, error } = await runNodeEnding(() => ++made % 7 === 0);
	expect(error).toBeUndefined();
	expect(out).toHaveLength(40);
	expect(tasks.records.lists[0]!.tasks).toHaveLength(40);
	expect(tasks.tokens.issued.length).toBeGreaterThan(3);

	async function runNodeEnding(ends: () => boolean): Promise<RunResult> {
		const { addTask } = tasks.records;
		tasks.records.addTask = (...given) => {
			if (ends()) tasks.tokens.endAll();
			return addTask.apply(tasks.records, given);
		};
		return await run(
			'task',
			'create',
			{ ...home, authentication: 'serviceAccount', title: '=Task {{ $json.index }}' },
			{ items: items(40) },
		);
	}
});
