import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { TaskListTrigger } from '../../nodes/TaskList/TaskListTrigger.node';
import { startTaskService, type TaskService } from '../services/taskList/service';
import { byId } from './kit/locator';
import { withLargerBytes } from './kit/largerBytes';
import { polling, type Polling } from './kit/polling';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';
import { isLong } from './kit/isLong';

const nodeType = new TaskListTrigger();

const startRawServer = rawServersPerTest();

let tasks: TaskService;
beforeEach(async () => {
	tasks = await startTaskService();
});
afterEach(async () => {
	jest.restoreAllMocks();
	await tasks.close();
});

const triggerParameters = {
	authentication: 'accessToken',
	taskListId: byId('@default'),
	events: ['new', 'completed', 'deleted', 'changed'],
	options: {},
};
const startTrigger = (parameters: INodeParameters = {}): Polling =>
	polling(
		{
			nodeType,
			credentials: {
				taskListApi: { type: new TaskListApi(), data: tasks.credentials.accessToken },
			},
		},
		{ ...triggerParameters, ...parameters },
	);
const add = (title: string, more: Record<string, unknown> = {}, position = {}): string =>
	tasks.records.addTask('@default', { title, ...more }, position).id;
const change = (id: string, fields: IDataObject) =>
	tasks.records.changeTask('@default', id, fields, false);
const eventsOf = (items?: INodeExecutionData[]): unknown[] =>
	(items ?? []).map(({ json }) => [json.event, json.title]);

test('existing tasks are not emitted on activation, and later changes are emitted', async () => {
	const old = add('Old');
	add('Unchanged');
	const trigger = startTrigger();
	expect(await trigger.poll()).toBeUndefined();
	expect(await trigger.poll()).toBeUndefined();
	const fresh = add('Fresh');
	change(old, { status: 'completed' });
	expect(eventsOf(await trigger.poll())).toEqual([
		['new', 'Fresh'],
		['completed', 'Old'],
	]);
	change(fresh, { title: 'Fresher' });
	tasks.records.removeTask('@default', old);
	expect(eventsOf(await trigger.poll())).toEqual([
		['changed', 'Fresher'],
		['deleted', 'Old'],
	]);
	expect(await trigger.poll()).toBeUndefined();
});

test('an item contains the task, its event and its event key', async () => {
	const trigger = startTrigger({ events: ['new'] });
	await trigger.poll();
	const id = add('Due', { due: '2026-03-01T00:00:00.000Z' });
	const [item] = (await trigger.poll())!;
	expect(item?.json).toMatchObject({ event: 'new', id, title: 'Due', due: '2026-03-01' });
	expect(item?.json.eventKey).toBe(`${id}:new:${String(item?.json.updated)}`);
	expect(item?.json).not.toHaveProperty('etag');
});

test('after the first poll, only updated tasks are read', async () => {
	for (let index = 0; index < 250; index++) add(`Task ${index}`);
	const trigger = startTrigger();
	await trigger.poll();
	expect(tasks.requests.total).toBe(3);
	tasks.requests.clear();
	await trigger.poll();
	expect(tasks.requests.list().map(({ query }) => Object.keys(query))).toContainEqual(
		expect.arrayContaining(['updatedMin', 'showDeleted', 'showHidden']),
	);
});

test('hidden tasks, which were cleared or completed in an app, are included', async () => {
	const done = add('Done');
	const trigger = startTrigger({ events: ['completed', 'changed'] });
	await trigger.poll();
	change(done, { status: 'completed' });
	tasks.records.clear('@default');
	expect(eventsOf(await trigger.poll())).toEqual([['completed', 'Done']]);
});

test('assigned tasks are included only with Include Assigned', async () => {
	const [without, including] = [startTrigger(), startTrigger({ options: { showAssigned: true } })];
	await without.poll();
	await including.poll();
	add('From a document', {}, { assigned: true });
	expect(await without.poll()).toBeUndefined();
	expect(eventsOf(await including.poll())).toEqual([['new', 'From a document']]);
});

test('a trigger for another list emits only the new tasks of that list', async () => {
	const other = tasks.records.addList({ title: 'Other' }).id;
	tasks.records.addTask(other, { title: 'Existing in the other list' });
	add('Existing in the default list');
	const trigger = startTrigger({ events: ['new'] });
	await trigger.poll();
	const otherTrigger = startTrigger({
		events: ['new'],
		taskListId: byId(other),
	});
	expect(await otherTrigger.poll()).toBeUndefined();
	tasks.records.addTask(other, { title: 'New in the other list' });
	expect(eventsOf(await otherTrigger.poll())).toEqual([['new', 'New in the other list']]);
});

test('a task whose update time is in the future does not hide later changes, even after a restart', async () => {
	const trigger = startTrigger({ events: ['new', 'changed'] });
	await trigger.poll();
	const task = tasks.records.addTask('@default', { title: 'Future' }, {});
	task.updated = '2099-01-01T00:00:00.000Z';
	expect(eventsOf(await trigger.poll())).toEqual([['new', 'Future']]);
	const later = add('Later');
	expect(eventsOf(await trigger.poll())).toEqual([['new', 'Later']]);
	trigger.restart();
	change(later, { title: 'Latest' });
	change(task.id, { title: 'Present' });
	expect(eventsOf(await trigger.poll())).toEqual([
		['changed', 'Latest'],
		['changed', 'Present'],
	]);
	expect(await trigger.poll()).toBeUndefined();
});

test('rows that are not objects are skipped, and objects with malformed fields are emitted', async () => {
	const server = await startRawServer();
	const task = { id: 'a', title: 'Valid', status: 'needsAction', updated: '2026-01-31T08:00:00Z' };
	const trigger = polling(
		{
			nodeType,
			credentials: {
				taskListApi: {
					type: new TaskListApi(),
					data: { ...tasks.credentials.accessToken, baseUrl: server.url },
				},
			},
		},
		triggerParameters,
	);
	server.respond = respondWithJson({ items: [] });
	await trigger.poll();
	const odd = { id: 'b', title: 'Odd', updated: { toString: 1 } };
	server.respond = respondWithJson({ items: [null, task, null, 5, odd, 'x', []] });
	expect(eventsOf(await trigger.poll())).toEqual([
		['new', 'Odd'],
		['new', 'Valid'],
	]);
	expect(eventsOf(await trigger.poll('manual'))).toEqual([
		['new', 'Valid'],
		['new', 'Odd'],
	]);
});

test('a failed poll throws an error, and the next poll emits the missed changes', async () => {
	const trigger = startTrigger();
	await trigger.poll();
	add('Not lost');
	tasks.faults.add({ on: 'GET /*', code: 'quotaExceeded', count: 1 });
	await expect(trigger.poll()).rejects.toThrow(
		'The daily request quota of the project was reached',
	);
	expect(eventsOf(await trigger.poll())).toEqual([['new', 'Not lost']]);
});

test('a manual test run returns the latest changes and stores nothing', async () => {
	const trigger = startTrigger();
	expect(await trigger.poll('manual')).toBeUndefined();
	for (const title of ['A', 'B', 'C', 'D']) add(title);
	expect(eventsOf(await trigger.poll('manual'))).toEqual([
		['new', 'D'],
		['new', 'C'],
		['new', 'B'],
	]);
	expect(trigger.stored()).toEqual({});
	expect(eventsOf(await startTrigger({ events: ['deleted', 'changed'] }).poll('manual'))).toEqual([
		['changed', 'D'],
		['changed', 'C'],
		['changed', 'B'],
	]);
});

test('simplified items contain the task list, so that the next node can be mapped', async () => {
	const itemsWith = async (simplify: boolean): Promise<IDataObject[]> => {
		const trigger = startTrigger({ events: ['new'], options: { simplify } });
		return (await trigger.poll('manual'))!.map(({ json }) => json);
	};
	add('Known');
	expect(await itemsWith(true)).toEqual([
		expect.objectContaining({ title: 'Known', taskListId: '@default' }),
	]);
	expect((await itemsWith(false))[0]).not.toHaveProperty('taskListId');
});

test('a poll fails if its pages are larger than 128 MB in total', async () => {
	const server = await startRawServer();
	const factor = isLong ? 1 : 128;
	const notes = 'x'.repeat((16 * 1024 * 1024) / factor);
	server.respond = (response) => {
		const page = server.received.length;
		response.end(`{"nextPageToken": "${page}", "items": [{"id": "${page}", "notes": "${notes}"}]}`);
	};
	const data = { baseUrl: server.url, accessToken: 'token' };
	const trigger = polling(
		{
			nodeType,
			credentials: { taskListApi: { type: new TaskListApi(), data } },
		},
		triggerParameters,
	);
	await expect(withLargerBytes(factor, async () => await trigger.poll())).rejects.toThrow(
		'The responses of this poll are larger than 128 MB',
	);
	expect(server.received).toHaveLength(8);
});

test.each([
	[{ events: ['bogus'] }, 'Events must be one of new, completed, deleted, changed, got "bogus"'],
	[{ options: { showAssigned: 'maybe' } }, 'Include Assigned must be true or false, got "maybe"'],
])('the parameters %j are rejected before a request', async (parameters, message) => {
	await expect(startTrigger(parameters as unknown as INodeParameters).poll()).rejects.toThrow(
		message,
	);
	expect(tasks.requests.total).toBe(0);
});

test('events that an expression returns as text are a list', async () => {
	const trigger = startTrigger({ events: 'new, completed' });
	await trigger.poll();
	add('Fresh');
	expect(eventsOf(await trigger.poll())).toEqual([['new', 'Fresh']]);
});
