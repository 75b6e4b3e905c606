/** Code hosting in a real n8n: its credential store and lists, secrets that stay secret, a large artifact, and the trigger on n8n's own clock. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import { grownDuring } from '../kit/largeFiles';
import { itemsOf, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import { until as waitUntil } from '../kit/waitUntil';
import type { StoredCredential, StoredWorkflow, WorkflowSource } from '../../../tools/n8n/restTypes';

let stage: Stage;
let code: CodeService;
let token: StoredCredential;

beforeAll(async () => {
	code = await startCodeService({ settings: { latencyMs: 0, publicDelayMs: 0, pollIntervalS: 0 } });
	// An n8n that was killed while it activated a workflow waits for two minutes, unless told otherwise, before it tries again.
	stage = await openStage({
		N8N_LOG_LEVEL: 'debug',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	});
	token = await stage.credential('codeHostingApi', code.credential.data);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await code?.close();
}, 60_000);
afterEach(() => code.faults.clear());

const located = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });
const here = { owner: located('octo-org'), repository: located('hello-world') };
const repo = () => code.world.repositories[0]!;
const ways = () => ({ [token.type]: { id: token.id, name: token.name } });
const node = (
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<NodeSpec> = {},
): NodeSpec => ({
	name,
	type: 'n8n-nodes-tenfold.codeHosting',
	parameters: {
		authentication: 'token',
		resource,
		operation,
		...here,
		...parameters,
	} as NodeSpec['parameters'],
	credentials: ways(),
	...more,
});

test("the credentials' tests tell right from wrong", async () => {
	const app = await stage.credential('codeHostingAppApi', code.appCredential.data);
	expect(await stage.rest.testCredential(token)).toMatchObject({ status: 'OK' });
	expect(
		await stage.rest.testCredential(token, { ...code.credential.data, token: 'wrong' }),
	).toMatchObject({ status: 'Error' });
	expect(await stage.rest.testCredential(app)).toMatchObject({ status: 'OK' });
	expect(
		await stage.rest.testCredential(app, { ...code.appCredential.data, appId: '1' }),
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
])('%s is offered by name', async (field, method, name) => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.codeHosting',
		credentials: ways(),
		parameters: { authentication: 'token', resource: 'workflow', operation: 'get', ...here },
	};
	const { results } = await stage.rest.resourceLocatorResults({
		...lookup,
		method,
		path: `parameters.${field}`,
	});
	expect(results.map((one) => one.name).join(' | ')).toContain(name);
});

describe('a secret', () => {
	// Put together when it runs, so that it stands nowhere but where somebody put it.
	const secretValue = "={{ 'tell-nobody-' + (4711 * 2) }}";
	const value = 'tell-nobody-9422';

	test('is sealed in n8n, opened by the service alone, and its value is in no item, execution, log or file of n8n', async () => {
		const written = await stage.run('sealed', [
			node('Write', 'repositorySecret', 'upsert', {
				secretName: located('DEPLOY_KEY'),
				secretValue,
			}),
		]);
		expect(itemsOf(written, 'Write').map(({ json }) => json)).toEqual([
			{ name: 'DEPLOY_KEY', created: true },
		]);
		expect(repo().vault.secrets.get('DEPLOY_KEY')?.value).toBe(value);
		code.faults.add({ on: 'PUT *', status: 422 });
		const refused = await stage.run('refused', [
			node('Write', 'repositorySecret', 'upsert', { secretName: located('OTHER'), secretValue }),
		]);
		expect(refused.status).toBe('error');
		const passed = await stage.run('passed on', [
			node(
				'Write',
				'repositorySecret',
				'upsert',
				{ secretName: located('OTHER'), secretValue },
				{ onError: 'continueRegularOutput' },
			),
		]);
		expect(itemsOf(passed, 'Write')[0]?.json.error).toBeDefined();
		for (const execution of [written, refused, passed])
			expect(JSON.stringify(execution)).not.toContain(value);
		expect(stage.n8n.logs.length).toBeGreaterThan(0);
		expect(stage.n8n.logs.join('\n')).not.toContain(value);
		const folder = join(stage.n8n.userFolder, '.n8n');
		const databases = readdirSync(folder).filter((name) => name.startsWith('database.sqlite'));
		// What is looked for can be found there: the name of the secret is.
		expect(databases.some((name) => readFileSync(join(folder, name)).includes('DEPLOY_KEY'))).toBe(
			true,
		);
		for (const name of databases)
			expect(readFileSync(join(folder, name)).includes(value)).toBe(false);
	}, 90_000);
});

test('an artifact of 200 MB is streamed from the other host, with n8n growing by less than 64 MB, and without the credential', async () => {
	const size = 200 * 1024 * 1024;
	const artifact = repo().artifacts[0]!;
	const elsewhere = () => code.requests.list().filter(({ listener }) => listener === 'files');
	const large = node('Download', 'artifact', 'download', {
		artifactId: located(artifact.id),
		archiveFormat: 'zip',
		downloadAs: 'file',
	});
	// What the first download of all loads, and the room that V8 gives to short-lived buffers, is there; what is left would be the file.
	artifact.size_in_bytes = size / 4;
	await stage.run('smaller artifact', [large], { timeout: 120_000 });
	artifact.size_in_bytes = size;
	code.requests.clear();
	const { result: execution, grownMB } = await grownDuring(
		'artifact of 200 MB',
		stage.n8n,
		() => elsewhere().length > 0,
		async () => await stage.run('large artifact', [large], { timeout: 120_000 }),
	);
	expect(execution.error).toBeUndefined();
	const [item] = itemsOf(execution, 'Download');
	expect(item?.json).toMatchObject({ size, mimeType: 'application/zip' });
	expect(item?.binary?.data?.id).toMatch(/^filesystem/);
	expect(elsewhere()).toHaveLength(1);
	expect(elsewhere()[0]!.headers).not.toHaveProperty('authorization');
	expect(code.requests.list(`GET *artifacts/${artifact.id}/zip`)[0]?.headers.authorization).toMatch(
		/^token /,
	);
	expect(grownMB).toBeLessThan(64);
}, 150_000);

test('the example of the failed runs makes one message', async () => {
	const example = readFileSync(
		'examples/code-hosting-failed-runs-to-message.json',
		'utf8',
	).replaceAll(
		'"codeHostingApi": {\n          "id": ""',
		`"codeHostingApi": {\n          "id": "${token.id}"`,
	);
	const { id } = await stage.rest.createWorkflow(JSON.parse(example) as WorkflowSource);
	const execution = await stage.rest.waitForExecution(await stage.rest.runManually(id));
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
				...here,
				begin: 'now',
				filters: {},
				options: {},
				pollTimes: { item: [{ mode: 'everyMinute' }] },
			} as never,
			credentials: ways(),
		};
		workflow = await stage.workflow('trigger', [
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

	const until = async (what: string, isSo: () => boolean | Promise<boolean>) =>
		await waitUntil(
			what,
			isSo,
			80_000,
			() => `n8n said at last:\n${stage.n8n.logs.slice(-30).join('\n')}`,
		);
	const polls = () => code.requests.count('GET *events*');
	const happen = (count: number): string[] => Array.from({ length: count }, () => code.happen().id);

	/** What the executions that came to an end have told so far, oldest execution first. */
	async function told(): Promise<INodeExecutionData[]> {
		const all = (await stage.rest.executions(workflow.id))
			.filter(({ status }) => status === 'success')
			.reverse();
		return (
			await Promise.all(all.map(async ({ id }) => itemsOf(await stage.rest.execution(id), 'Watch')))
		).flat();
	}
	const hasTold = (ids: readonly string[]) => async (): Promise<boolean> => {
		const seen = new Set((await told()).map(({ json }) => json.id));
		return ids.every((id) => seen.has(id));
	};

	test('tells every event at least once, whenever n8n is killed, and what it repeats is the same', async () => {
		happen(3);
		code.requests.clear();
		await stage.rest.activate(workflow.id);
		await until('the first poll', () => polls() > 0);
		await sleep(1000);
		const made = happen(125);
		// In the midst of a poll. n8n polls once when it starts, so nobody has to wait for the next minute.
		code.faults.add({ on: 'GET *events*', latencyMs: 60_000 });
		await stage.n8n.kill();
		code.requests.clear();
		await stage.n8n.restart();
		await until('a poll that is at work', () => code.requests.inFlight > 0);
		await stage.n8n.kill();
		code.faults.clear();
		// In the midst of an execution.
		await stage.n8n.restart();
		await until('an execution', async () => (await stage.rest.executions(workflow.id)).length > 0);
		await stage.n8n.kill();
		made.push(...happen(2));
		await stage.n8n.restart();
		// What the crash cut off in the midst is in the list as crashed, with its events; a person retries it there.
		await until('what happened meanwhile', hasTold(made.slice(-2)));
		const cutOff = (await stage.rest.executions(workflow.id)).filter(
			({ status }) => status !== 'success',
		);
		expect(cutOff.filter(({ status }) => status !== 'crashed')).toEqual([]);
		for (const { id } of cutOff)
			await stage.rest.request('POST', `/rest/executions/${id}/retry`, { loadWorkflow: false });
		await until('everything', hasTold(made));
		const items = await told();
		const first = new Map<unknown, IDataObject>();
		for (const { json } of items) {
			expect(first.get(json.id) ?? json).toEqual(json);
			first.set(json.id, json);
		}
		expect(new Set(first.keys())).toEqual(new Set(made));
		console.log(
			`${made.length} events over 3 kills: ${items.length} items, ${cutOff.length} executions retried`,
		);
	}, 300_000);
});
