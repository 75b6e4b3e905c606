// Task list in a real n8n instance: credentials and OAuth2 consent, every operation, and the
// polling trigger.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import {
	credentialsOf,
	generateItems,
	itemsOf,
	nodesOf,
	resourceLocator,
	startTestN8n,
	type NodeSpec,
	type TestN8n,
} from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

const scopes = 'https://www.googleapis.com/auth/tasks';
/**
 * Not the default, which n8n 1.x would use instead if the credential had a field `scope` of its
 * own.
 */
const oAuth2Scopes = 'https://www.googleapis.com/auth/tasks.readonly';

let n8n: TestN8n;
let tasks: TaskService;
let accessToken: StoredCredential;
let serviceAccount: StoredCredential;
let oAuth2: StoredCredential;

beforeAll(async () => {
	tasks = await startTaskService();
	n8n = await startTestN8n();
	accessToken = await n8n.createCredential('taskListApi', tasks.credentials.accessToken);
	serviceAccount = await n8n.createCredential('taskListServiceAccountApi', {
		...tasks.credentials.serviceAccount,
		requestedScopes: scopes,
	});
	oAuth2 = await n8n.createCredential('taskListOAuth2Api', {
		...tasks.credentials.oAuth2,
		requestedScopes: oAuth2Scopes,
	});
});
afterAll(async () => {
	await n8n?.close();
	await tasks?.close();
});

const defaultList = { taskListId: resourceLocator('@default') };
const node = nodesOf('taskList', () => accessToken, { authentication: 'accessToken' });
const readLists = (authentication: string, credential: StoredCredential): NodeSpec =>
	node(
		'Many',
		'taskList',
		'getAll',
		{ returnAll: true, authentication },
		{ credentials: credentialsOf(credential) },
	);
const addTask = (title: string): string => tasks.records.addTask('@default', { title }).id;

test('later nodes can change the item of an error', async () => {
	const code = (name: string, jsCode: string): NodeSpec => ({
		name,
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode },
	});
	const execution = await n8n.run('later data', [
		...generateItems(2),
		node(
			'Get',
			'task',
			'get',
			{
				...defaultList,
				taskId: resourceLocator(`={{ $json.index ? '${addTask('Found')}' : 'unknown' }}`),
			},
			{ onError: 'continueRegularOutput' },
		),
		code('Change', 'const items = $input.all(); items[0].json.a = 1; return items;'),
		code('Change Again', 'const items = $input.all(); items[0].json.b = 2; return items;'),
	]);
	expect(execution.status).toBe('success');
	expect(itemsOf(execution, 'Get')[0]).toMatchObject({ pairedItem: { item: 0 } });
	expect(itemsOf(execution, 'Change Again').map(({ json }) => json)).toEqual([
		{ error: expect.stringContaining('not found') as string, a: 1, b: 2 },
		expect.objectContaining({ title: 'Found' }),
	]);
});

test('a service account token is requested once, reused across executions, and renewed when it expires', async () => {
	const read = async () =>
		await n8n.run('service account', [readLists('serviceAccount', serviceAccount)]);
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
});

test('n8n renews OAuth2 tokens after the user has given consent', async () => {
	const authorizationUrl = await n8n.rest.request<string>(
		'GET',
		`/rest/oauth2-credential/auth?id=${oAuth2.id}`,
	);
	expect(new URL(authorizationUrl).searchParams.get('access_type')).toBe('offline');
	expect(new URL(authorizationUrl).searchParams.get('scope')).toBe(oAuth2Scopes);
	const consent = await axios.get(authorizationUrl, {
		maxRedirects: 0,
		validateStatus: () => true,
	});
	const redirect = new URL(String(consent.headers.location));
	await n8n.rest.request('GET', `${redirect.pathname}${redirect.search}`);
	const read = async () => await n8n.run('OAuth2', [readLists('oAuth2', oAuth2)]);
	expect((await read()).error).toBeUndefined();
	tasks.tokens.endAll();
	const execution = await read();
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Many').length).toBeGreaterThan(0);
});

test('the trigger emits changes since its activation, including those before a restart of n8n', async () => {
	const trigger: NodeSpec = {
		name: 'Watch',
		type: 'n8n-nodes-tenfold.taskListTrigger',
		parameters: {
			authentication: 'accessToken',
			taskListId: resourceLocator('@default') as never,
			events: ['new'],
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		},
		credentials: credentialsOf(accessToken),
	};
	const workflow = await n8n.createWorkflow('trigger', [
		trigger,
		{ name: 'After', type: 'n8n-nodes-base.noOp' },
	]);
	tasks.requests.clear();
	await n8n.rest.activate(workflow.id);
	await waitUntil('the first poll', () => tasks.requests.count('GET /tasks/*') > 0);
	await sleep(500);
	addTask('New task');
	// n8n polls once when it starts, so the test does not wait for the next minute.
	await n8n.process.restart();
	const executions = async () => await n8n.rest.executions(workflow.id);
	await waitUntil('an execution', async () => (await executions()).length > 0);
	const [first, ...others] = await executions();
	expect(others).toEqual([]);
	const items = itemsOf(await n8n.rest.waitForExecution(first!.id), 'Watch');
	expect(items.map(({ json }) => [json.event, json.title])).toEqual([['new', 'New task']]);
});
