/** Task lists in a real n8n: its credential store and OAuth2 consent, every operation, and the trigger on n8n's own clock. */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { itemsOf, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

const scopes = 'https://www.googleapis.com/auth/tasks';

let stage: Stage;
let tasks: TaskService;
let bearer: StoredCredential;
let robot: StoredCredential;
let consented: StoredCredential;

beforeAll(async () => {
	tasks = await startTaskService();
	stage = await openStage();
	bearer = await stage.credential('taskListApi', tasks.credentials.accessToken);
	robot = await stage.credential('taskListServiceAccountApi', {
		...tasks.credentials.serviceAccount,
		scopes,
	});
	consented = await stage.credential('taskListOAuth2Api', {
		...tasks.credentials.oAuth2,
		scope: scopes,
	});
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await tasks?.close();
}, 60_000);

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const home = { taskListId: located('@default') };
const ways = { accessToken: () => bearer, serviceAccount: () => robot, oAuth2: () => consented };
const node = (
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	way: keyof typeof ways = 'accessToken',
): NodeSpec => {
	const { id, name: called, type } = ways[way]();
	return {
		name,
		type: 'n8n-nodes-tenfold.taskList',
		parameters: {
			resource,
			operation,
			authentication: way,
			...parameters,
		} as NodeSpec['parameters'],
		credentials: { [type]: { id, name: called } },
	};
};
const add = (title: string): string => tasks.records.addTask('@default', { title }).id;

test("the credentials' tests tell right from wrong", async () => {
	expect(await stage.rest.testCredential(bearer)).toMatchObject({ status: 'OK' });
	expect(
		await stage.rest.testCredential(bearer, {
			...tasks.credentials.accessToken,
			accessToken: 'wrong',
		}),
	).toMatchObject({ status: 'Error' });
	expect(await stage.rest.testCredential(robot)).toMatchObject({ status: 'OK' });
	expect(
		await stage.rest.testCredential(robot, {
			...tasks.credentials.serviceAccount,
			scopes,
			clientEmail: 'nobody@tenfold.local',
		}),
	).toMatchObject({
		status: 'Error',
		message: expect.stringContaining('account not found') as string,
	});
});

test('every operation runs', async () => {
	const list = tasks.records.addList({ title: 'To be deleted' }).id;
	const [task, gone, moved] = [add('Changed'), add('Deleted'), add('Moved')];
	const it = { ...home, taskId: located(task) };
	const nodes = [
		node('List Create', 'taskList', 'create', { title: 'New list' }),
		node('List Get', 'taskList', 'get', home),
		node('List Many', 'taskList', 'getAll', { returnAll: true }),
		node('List Update', 'taskList', 'update', { ...home, title: 'Home' }),
		node('List Replace', 'taskList', 'replace', {
			taskListId: located(tasks.records.lists[0]!.list.id),
			title: 'Home',
		}),
		node('List Delete', 'taskList', 'delete', { taskListId: located(list) }),
		node('Create', 'task', 'create', {
			...home,
			title: 'Fresh',
			options: { due: '2026-03-01', notes: 'A note' },
		}),
		node('Get', 'task', 'get', it),
		node('Many', 'task', 'getAll', { ...home, returnAll: true, options: { asTree: true } }),
		node('Update', 'task', 'update', { ...it, options: { status: 'completed' } }),
		node('Replace', 'task', 'replace', {
			...home,
			taskId: located(add('Replaced')),
			title: 'Whole',
		}),
		node('Move', 'task', 'move', {
			...home,
			taskId: located(moved),
			target: 'same',
			parentTask: located(task),
		}),
		node('Delete', 'task', 'delete', { ...home, taskId: located(gone) }),
		node('Clear', 'task', 'clear', home),
	];
	const execution = await stage.run('every operation', nodes, { fanOut: true });
	expect(execution.error).toBeUndefined();
	const empty = nodes
		.map(({ name }) => name)
		.filter((name) => itemsOf(execution, name).length === 0);
	expect(empty).toEqual([]);
	expect(itemsOf(execution, 'Create')[0]?.json).toMatchObject({
		title: 'Fresh',
		due: '2026-03-01',
		notes: 'A note',
	});
}, 120_000);

test('lists and tasks are offered by name', async () => {
	const { id, name, type } = bearer;
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.taskList',
		credentials: { [type]: { id, name } },
		parameters: { authentication: 'accessToken', resource: 'task', operation: 'get', ...home },
	};
	add('Find me');
	const lists = await stage.rest.resourceLocatorResults({
		...lookup,
		method: 'searchTaskList',
		path: 'parameters.taskListId',
	});
	expect(lists.results.length).toBeGreaterThan(0);
	const found = await stage.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchTask', path: 'parameters.taskId' },
		{ filter: 'find' },
	);
	expect(found.results.map((one) => one.name)).toEqual(['Find me']);
});

test('a service account fetches a token once, keeps it over executions, and renews it when it has ended', async () => {
	const read = async () =>
		await stage.run('robot', [
			node('Many', 'taskList', 'getAll', { returnAll: true }, 'serviceAccount'),
		]);
	await read();
	const before = tasks.tokens.issued.length;
	expect((await read()).error).toBeUndefined();
	expect(tasks.tokens.issued.length).toBe(before);
	tasks.tokens.endAll();
	const after = await read();
	expect(after.error).toBeUndefined();
	expect(itemsOf(after, 'Many').length).toBeGreaterThan(0);
	expect(tasks.tokens.issued.length).toBe(before + 1);
	expect(tasks.tokens.issued.at(-1)?.claims).toMatchObject({
		iss: 'robot@tenfold.local',
		scope: scopes,
	});
}, 120_000);

test('OAuth2: after the consent tokens are renewed by n8n', async () => {
	const address = await stage.rest.request<string>(
		'GET',
		`/rest/oauth2-credential/auth?id=${consented.id}`,
	);
	expect(new URL(address).searchParams.get('access_type')).toBe('offline');
	expect(new URL(address).searchParams.get('scope')).toBe(scopes);
	const consent = await axios.get(address, { maxRedirects: 0, validateStatus: () => true });
	const back = new URL(String(consent.headers.location));
	await stage.rest.request('GET', `${back.pathname}${back.search}`);
	const read = async () =>
		await stage.run('consented', [
			node('Many', 'taskList', 'getAll', { returnAll: true }, 'oAuth2'),
		]);
	expect((await read()).error).toBeUndefined();
	tasks.tokens.endAll();
	const execution = await read();
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Many').length).toBeGreaterThan(0);
}, 120_000);

test('the trigger starts an execution for what happened since it was switched on, over a restart of n8n', async () => {
	const { id, name, type } = bearer;
	const trigger: NodeSpec = {
		name: 'Watch',
		type: 'n8n-nodes-tenfold.taskListTrigger',
		parameters: {
			authentication: 'accessToken',
			taskListId: located('@default') as never,
			events: ['new'],
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		},
		credentials: { [type]: { id, name } },
	};
	const workflow = await stage.workflow('trigger', [
		trigger,
		{ name: 'After', type: 'n8n-nodes-base.noOp' },
	]);
	tasks.requests.clear();
	await stage.rest.activate(workflow.id);
	for (let waited = 0; tasks.requests.count('GET /tasks/*') === 0 && waited < 100; waited++)
		await sleep(100);
	await sleep(500);
	add('While n8n watches');
	// n8n looks once when it starts, so nobody has to wait for the next minute.
	await stage.n8n.restart();
	const executions = async () => await stage.rest.executions(workflow.id);
	for (let waited = 0; (await executions()).length === 0 && waited < 700; waited++)
		await sleep(100);
	const [first, ...others] = await executions();
	expect(others).toEqual([]);
	const items = itemsOf(await stage.rest.waitForExecution(first!.id), 'Watch');
	expect(items.map(({ json }) => [json.event, json.title])).toEqual([['new', 'While n8n watches']]);
}, 180_000);
