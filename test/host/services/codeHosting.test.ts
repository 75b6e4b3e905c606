// Code hosting in a real n8n instance: credentials, lists, encrypted secrets, a large artifact, and
// the polling trigger.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { measureMemoryGrowth } from '../kit/largeFiles';
import { retryInterrupted } from '../kit/interrupted';
import {
	credentialsOf,
	itemsOf,
	nodesOf,
	resourceLocator,
	startTestN8n,
	type NodeSpec,
	type TestN8n,
} from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import type {
	StoredCredential,
	StoredWorkflow,
	WorkflowSource,
} from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let code: CodeService;
let token: StoredCredential;

beforeAll(async () => {
	code = await startCodeService({ settings: { latencyMs: 0, publicDelayMs: 0, pollIntervalS: 0 } });
	// If n8n is killed while it activates a workflow, it retries the activation after two minutes by
	// default. The last two settings shorten this time.
	n8n = await startTestN8n({
		N8N_LOG_LEVEL: 'debug',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	});
	token = await n8n.createCredential('codeHostingApi', code.credential.data);
});
afterAll(async () => {
	await n8n?.close();
	await code?.close();
});
afterEach(() => code.faults.clear());

const repositoryParameters = {
	owner: resourceLocator('octo-org'),
	repository: resourceLocator('hello-world'),
};
const repo = () => code.world.repositories[0]!;
const node = nodesOf('codeHosting', () => token, {
	authentication: 'token',
	...repositoryParameters,
});

test('credential tests accept valid credentials and reject invalid ones', async () => {
	const app = await n8n.createCredential('codeHostingAppApi', code.appCredential.data);
	expect(await n8n.rest.testCredential(token)).toMatchObject({ status: 'OK' });
	expect(
		await n8n.rest.testCredential(token, { ...code.credential.data, token: 'wrong' }),
	).toMatchObject({ status: 'Error' });
	expect(await n8n.rest.testCredential(app)).toMatchObject({ status: 'OK' });
	expect(
		await n8n.rest.testCredential(app, { ...code.appCredential.data, appId: '1' }),
	).toMatchObject({ status: 'Error' });
});

test.each([
	['owner', 'searchOwner', 'octo-org'],
	['repository', 'searchRepository', 'hello-world'],
	['organization', 'searchOrganization', 'octo-org'],
	['workflowId', 'searchWorkflow', 'release.yml'],
	['runId', 'searchRun', '#'],
	['artifactId', 'searchArtifact', 'build-1'],
	['runnerId', 'searchRunner', 'linux'],
])('the resource locator %s lists records by name', async (field, method, name) => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.codeHosting',
		credentials: credentialsOf(token),
		parameters: {
			authentication: 'token',
			resource: 'workflow',
			operation: 'get',
			...repositoryParameters,
		},
	};
	const { results } = await n8n.rest.resourceLocatorResults({
		...lookup,
		method,
		path: `parameters.${field}`,
	});
	expect(results.map((one) => one.name).join(' | ')).toContain(name);
});

describe('a secret', () => {
	// Computed by an expression, so that the workflow itself does not contain the value.
	const secretValue = "={{ 'secret-value-' + (4711 * 2) }}";
	const value = 'secret-value-9422';

	test('is encrypted in n8n, and its value does not appear in items, executions, logs or the database', async () => {
		const written = await n8n.run('sealed', [
			node('Write', 'repositorySecret', 'upsert', {
				newName: 'DEPLOY_KEY',
				secretValue,
			}),
		]);
		expect(itemsOf(written, 'Write').map(({ json }) => json)).toEqual([
			{ name: 'DEPLOY_KEY', created: true, owner: 'octo-org', repository: 'hello-world' },
		]);
		expect(repo().vault.secrets.get('DEPLOY_KEY')?.value).toBe(value);
		code.faults.add({ on: 'PUT *', status: 422 });
		const failed = await n8n.run('failed', [
			node('Write', 'repositorySecret', 'upsert', {
				newName: 'OTHER',
				secretValue,
			}),
		]);
		expect(failed.status).toBe('error');
		const continued = await n8n.run('continued', [
			node(
				'Write',
				'repositorySecret',
				'upsert',
				{ newName: 'OTHER', secretValue },
				{ onError: 'continueRegularOutput' },
			),
		]);
		expect(itemsOf(continued, 'Write')[0]?.json.error).toBeDefined();
		for (const execution of [written, failed, continued])
			expect(JSON.stringify(execution)).not.toContain(value);
		expect(n8n.process.logs.length).toBeGreaterThan(0);
		expect(n8n.process.logs.join('\n')).not.toContain(value);
		const folder = join(n8n.process.userFolder, '.n8n');
		const databases = readdirSync(folder).filter((name) => name.startsWith('database.sqlite'));
		// The name of the secret is in the database, which proves that the search works.
		expect(databases.some((name) => readFileSync(join(folder, name)).includes('DEPLOY_KEY'))).toBe(
			true,
		);
		for (const name of databases)
			expect(readFileSync(join(folder, name)).includes(value)).toBe(false);
	});
});

test('an artifact of 200 MB is streamed from another host without the credential, with less than 64 MB of memory growth', async () => {
	const size = 200 * 1024 * 1024;
	const artifact = repo().artifacts[0]!;
	const downloads = () => code.requests.list().filter(({ listener }) => listener === 'files');
	const large = node('Download', 'artifact', 'download', {
		artifactId: resourceLocator(artifact.id),
		archiveFormat: 'zip',
		downloadAs: 'file',
	});
	// The first download also loads code and grows V8's buffers. Measure the second download, so that
	// only the memory used for the file counts.
	artifact.size_in_bytes = size / 4;
	await n8n.run('smaller artifact', [large], { timeout: 120_000 });
	artifact.size_in_bytes = size;
	code.requests.clear();
	const { result: execution, grownMB } = await measureMemoryGrowth(
		'artifact of 200 MB',
		n8n.process,
		() => downloads().length > 0,
		async () => await n8n.run('large artifact', [large], { timeout: 120_000 }),
	);
	expect(execution.error).toBeUndefined();
	const [item] = itemsOf(execution, 'Download');
	expect(item?.json).toMatchObject({ size, mimeType: 'application/zip' });
	expect(item?.binary?.data?.id).toMatch(/^filesystem/);
	expect(downloads()).toHaveLength(1);
	expect(downloads()[0]!.headers).not.toHaveProperty('authorization');
	expect(code.requests.list(`GET *artifacts/${artifact.id}/zip`)[0]?.headers.authorization).toMatch(
		/^token /,
	);
	expect(grownMB).toBeLessThan(64);
});

test('the example for failed runs creates one message', async () => {
	const example = readFileSync(
		'examples/code-hosting-failed-runs-to-message.json',
		'utf8',
	).replaceAll(
		'"codeHostingApi": {\n          "id": ""',
		`"codeHostingApi": {\n          "id": "${token.id}"`,
	);
	const { id } = await n8n.rest.createWorkflow(JSON.parse(example) as WorkflowSource);
	const execution = await n8n.rest.waitForExecution(await n8n.rest.runManually(id));
	const [message, ...others] = itemsOf(execution, 'Message');
	expect(others).toEqual([]);
	expect(String(message?.json.text).split('\n')).toEqual([
		'4 failed jobs since yesterday:',
		expect.stringMatching(/^CI #6 on main: build failed \(https:.*\/runs\/6\)$/),
		...Array.from(
			{ length: 3 },
			() => expect.stringMatching(/^CI #\d on main: (build|test) failed/) as string,
		),
	]);
});

describe('the trigger', () => {
	let workflow: StoredWorkflow;
	beforeAll(async () => {
		const trigger: NodeSpec = {
			name: 'Watch',
			type: 'n8n-nodes-tenfold.codeHostingTrigger',
			parameters: {
				authentication: 'token',
				feed: 'repository',
				...repositoryParameters,
				begin: 'now',
				filters: {},
				options: {},
				pollTimes: { item: [{ mode: 'everyMinute' }] },
			} as never,
			credentials: credentialsOf(token),
		};
		workflow = await n8n.createWorkflow('trigger', [
			trigger,
			{
				name: 'After',
				type: 'n8n-nodes-base.wait',
				typeVersion: 1.1,
				parameters: { resume: 'timeInterval', amount: 2, unit: 'seconds' },
				webhookId: randomUUID(),
			},
		]);
	});

	const waitFor = async (description: string, condition: () => boolean | Promise<boolean>) =>
		await waitUntil(
			description,
			condition,
			300_000,
			() => `Last log lines:\n${n8n.process.logs.slice(-30).join('\n')}`,
		);
	const pollCount = () => code.requests.count('GET *events*');
	const createEvents = (count: number): string[] =>
		Array.from({ length: count }, () => code.happen().id);

	/** Items of all successful executions, oldest first. */
	async function emittedItems(): Promise<INodeExecutionData[]> {
		const all = (await n8n.rest.executions(workflow.id))
			.filter(({ status }) => status === 'success')
			.reverse();
		return (
			await Promise.all(all.map(async ({ id }) => itemsOf(await n8n.rest.execution(id), 'Watch')))
		).flat();
	}
	const hasEmitted = (ids: readonly string[]) => async (): Promise<boolean> => {
		const seen = new Set((await emittedItems()).map(({ json }) => json.id));
		return ids.every((id) => seen.has(id));
	};

	test('emits every event at least once when n8n is killed, and repeated events are identical', async () => {
		createEvents(3);
		code.requests.clear();
		await n8n.rest.activate(workflow.id);
		await waitFor('the first poll', () => pollCount() > 0);
		await sleep(1000);
		const created = createEvents(125);
		// Kill n8n during a poll. n8n polls once when it starts, so the test does not wait for the next
		// minute.
		code.faults.add({ on: 'GET *events*', latencyMs: 60_000 });
		await n8n.process.kill();
		code.requests.clear();
		await n8n.process.restart();
		await waitFor('a poll in progress', () => code.requests.inFlight > 0);
		await n8n.process.kill();
		code.faults.clear();
		// Kill n8n during an execution.
		await n8n.process.restart();
		await waitFor('an execution', async () => (await n8n.rest.executions(workflow.id)).length > 0);
		await n8n.process.kill();
		created.push(...createEvents(2));
		await n8n.process.restart();
		await waitFor('the latest events', hasEmitted(created.slice(-2)));
		const retried = await retryInterrupted(n8n.rest, workflow.id);
		await waitFor('all events', hasEmitted(created));
		const items = await emittedItems();
		const first = new Map<unknown, IDataObject>();
		for (const { json } of items) {
			expect(first.get(json.id) ?? json).toEqual(json);
			first.set(json.id, json);
		}
		expect(new Set(first.keys())).toEqual(new Set(created));
		console.log(
			`${created.length} events, 3 kills: ${items.length} items, ${retried} executions retried`,
		);
	});
});
