import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { TaskListTrigger } from '../../nodes/TaskList/TaskListTrigger.node';
import { startTaskService, type TaskService } from '../services/taskList/service';
import { polling, type Polling } from './kit/polling';

let tasks: TaskService;
beforeEach(async () => {
	tasks = await startTaskService();
});
afterEach(async () => await tasks.close());

const trigger = (parameters: INodeParameters = {}): Polling =>
	polling(
		{
			nodeType: new TaskListTrigger(),
			credentials: {
				taskListApi: { type: new TaskListApi(), data: tasks.credentials.accessToken },
			},
		},
		{
			authentication: 'accessToken',
			taskListId: { __rl: true, mode: 'id', value: '@default' } as never,
			events: ['new', 'completed', 'deleted', 'changed'],
			options: {},
			...parameters,
		},
	);
const add = (title: string, more: Record<string, unknown> = {}, place = {}): string =>
	tasks.records.addTask('@default', { title, ...more }, place).id;
const change = (id: string, given: IDataObject) =>
	tasks.records.changeTask('@default', id, given, false);
const told = (items?: INodeExecutionData[]): unknown[] =>
	(items ?? []).map(({ json }) => [json.event, json.title]);

test('what is there when the trigger is switched on starts nothing, what happens afterwards does', async () => {
	const old = add('Old');
	add('Left alone');
	const it = trigger();
	expect(await it.poll()).toBeUndefined();
	expect(await it.poll()).toBeUndefined();
	const fresh = add('Fresh');
	change(old, { status: 'completed' });
	expect(told(await it.poll())).toEqual([
		['new', 'Fresh'],
		['completed', 'Old'],
	]);
	change(fresh, { title: 'Fresher' });
	tasks.records.removeTask('@default', old);
	expect(told(await it.poll())).toEqual([
		['changed', 'Fresher'],
		['deleted', 'Old'],
	]);
	expect(await it.poll()).toBeUndefined();
});

test('an item is the task with its event and a key that is the same for the same event', async () => {
	const it = trigger({ events: ['new'] });
	await it.poll();
	const id = add('Due', { due: '2026-03-01T00:00:00.000Z' });
	const [item] = (await it.poll())!;
	expect(item?.json).toMatchObject({ event: 'new', id, title: 'Due', due: '2026-03-01' });
	expect(item?.json.eventKey).toBe(`${id}:new:${String(item?.json.updated)}`);
	expect(item?.json).not.toHaveProperty('etag');
});

test('only changes are read, a little more than needed', async () => {
	for (let index = 0; index < 250; index++) add(`Task ${index}`);
	const it = trigger();
	await it.poll();
	expect(tasks.requests.total).toBe(3);
	tasks.requests.clear();
	await it.poll();
	expect(tasks.requests.list().map(({ query }) => Object.keys(query))).toContainEqual(
		expect.arrayContaining(['updatedMin', 'showDeleted', 'showHidden']),
	);
});

test('a restart of n8n neither repeats nor loses anything', async () => {
	const it = trigger({ events: ['new', 'deleted'] });
	await it.poll();
	const first = add('First');
	expect(told(await it.poll())).toEqual([['new', 'First']]);
	change(first, { title: 'Changed' });
	expect(await it.poll()).toBeUndefined();
	it.restart();
	expect(await it.poll()).toBeUndefined();
	add('While away');
	it.restart();
	expect(told(await it.poll())).toEqual([['new', 'While away']]);
});

test('tasks that were cleared or completed in an app are watched too', async () => {
	const done = add('Done');
	const it = trigger({ events: ['completed', 'changed'] });
	await it.poll();
	change(done, { status: 'completed' });
	tasks.records.clear('@default');
	expect(told(await it.poll())).toEqual([['completed', 'Done']]);
});

test('assigned tasks start the workflow where that is wanted', async () => {
	const [without, including] = [trigger(), trigger({ options: { showAssigned: true } })];
	await without.poll();
	await including.poll();
	add('From a document', {}, { assigned: true });
	expect(await without.poll()).toBeUndefined();
	expect(told(await including.poll())).toEqual([['new', 'From a document']]);
});

test('another list is watched from its own beginning', async () => {
	const parameters: INodeParameters = { events: ['new'] };
	const other = tasks.records.addList({ title: 'Other' }).id;
	tasks.records.addTask(other, { title: 'There before' });
	add('Here before');
	const it = trigger(parameters);
	await it.poll();
	const moved = polling(
		{
			nodeType: new TaskListTrigger(),
			credentials: {
				taskListApi: { type: new TaskListApi(), data: tasks.credentials.accessToken },
			},
		},
		{
			authentication: 'accessToken',
			taskListId: { __rl: true, mode: 'id', value: other } as never,
			events: ['new'],
			options: {},
		},
	);
	expect(await moved.poll()).toBeUndefined();
	tasks.records.addTask(other, { title: 'New there' });
	expect(told(await moved.poll())).toEqual([['new', 'New there']]);
});

test('a look that takes longer than the interval is not begun a second time', async () => {
	const it = trigger();
	await it.poll();
	add('Once');
	tasks.faults.add({ on: 'GET /*', latencyMs: 200, count: 1 });
	const both = await Promise.all([it.poll(), it.poll()]);
	expect(both.map(told)).toEqual([[['new', 'Once']], []]);
});

test('a look that fails is an error that says what happened, and the next one makes up for it', async () => {
	const it = trigger();
	await it.poll();
	add('Not lost');
	tasks.faults.add({ on: 'GET /*', code: 'quotaExceeded', count: 1 });
	await expect(it.poll()).rejects.toThrow('The quota of the project is used up for today');
	expect(told(await it.poll())).toEqual([['new', 'Not lost']]);
});

test('trying the trigger shows the last changes and changes nothing', async () => {
	const it = trigger();
	expect(await it.poll('manual')).toBeUndefined();
	for (const title of ['A', 'B', 'C', 'D']) add(title);
	expect(told(await it.poll('manual'))).toEqual([
		['new', 'D'],
		['new', 'C'],
		['new', 'B'],
	]);
	expect(it.stored()).toEqual({});
	expect(told(await trigger({ events: ['deleted', 'changed'] }).poll('manual'))).toEqual([
		['changed', 'D'],
		['changed', 'C'],
		['changed', 'B'],
	]);
});
