import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { TaskListTrigger } from '../../nodes/TaskList/TaskListTrigger.node';
import { startTaskService, type TaskService } from '../services/taskList/service';
import { byId } from './kit/locator';
import { withLargerBytes } from './kit/largerBytes';
import { polling, type Polling } from './kit/polling';
import { rawServersPerTest } from './kit/rawServer';
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
