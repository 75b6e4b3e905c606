/** Media generation in a real n8n: the packed tarball, n8n's own credential store, executions that sleep, and its webhooks. */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import { grownDuring, largeFile } from '../kit/largeFiles';
import { itemsOf, manyItems, manual, openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let stage: Stage;
let media: MediaService;
let credential: StoredCredential;
/** An execution that waits by callback for a job that never ends; n8n looks for such ones once a minute. */
let sleeper: string;

beforeAll(async () => {
	media = await startMediaService({ settings: { imageMs: 200, videoMs: 200, attachMs: 100 } });
	stage = await openStage();
	credential = await stage.credential('mediaGenerationApi', media.credential.data);
	const { id } = await stage.workflow('sleeper', [
		manual,
		...manyItems(1),
		node('Create', 'generation', 'create', {
			...image,
			prompt: 'this stalls',
			wait: 'callback',
			options: { maximumWait: 0.1 },
		}),
	]);
	sleeper = await stage.rest.runManually(id);
}, 600_000);
afterAll(async () => {
	await stage?.close();
	await media?.close();
}, 60_000);
afterEach(() => {
	media.faults.clear();
	Object.assign(media.settings, { imageMs: 200, videoMs: 200, attachMs: 100, submitMs: 0 });
});

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const node = (
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	more: Partial<NodeSpec> = {},
): NodeSpec => ({
	name,
	type: 'n8n-nodes-tenfold.mediaGeneration',
	parameters: { resource, operation, ...parameters } as NodeSpec['parameters'],
	credentials: { mediaGenerationApi: { id: credential.id, name: credential.name } },
	...more,
});
const image = { modelId: located('flux-dev'), prompt: '=a lighthouse {{ $json.index }}' };
const creates = () => media.state.jobs.length;

test("the credential's test tells a right key from a wrong one", async () => {
	expect(await stage.rest.testCredential(credential)).toMatchObject({ status: 'OK' });
	expect(
		await stage.rest.testCredential(credential, { ...media.credential.data, apiKey: 'wrong' }),
	).toMatchObject({ status: 'Error' });
});

test('the model locator lists the live catalogue, and the mapper shows the fields of the chosen model', async () => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.mediaGeneration',
		credentials: { mediaGenerationApi: { id: credential.id, name: credential.name } },
	};
	const { results } = await stage.rest.resourceLocatorResults(
		{ ...lookup, method: 'searchModel', path: 'parameters.modelId' },
		{ filter: 'layered' },
	);
	expect(results.map(({ value }) => value)).toEqual(['qwen-image-layered']);
	expect(results[0]?.name).toMatch(/credits per|credits/);
	const { fields } = await stage.rest.resourceMapperFields({
		...lookup,
		method: 'columnsModel',
		path: 'parameters.modelFields',
		parameters: {
			modelId: located('qwen-image-layered'),
			resource: 'generation',
			operation: 'create',
		},
	});
	expect(fields.find(({ id }) => id === 'num_layers')).toMatchObject({
		displayName: 'Num Layers (from 2 to 8)',
		type: 'number',
	});
	expect(fields.map(({ id }) => id)).not.toContain('callback_url');
});

test('every operation runs', async () => {
	const account = media.addAccount({ apiKey: 'to-be-revoked' });
	expect(account).toBeDefined();
	const revoked = await stage.credential('mediaGenerationApi', {
		...media.credential.data,
		apiKey: 'to-be-revoked',
	});
	const job = await stage.run('make', [
		...manyItems(1),
		node('Create', 'generation', 'create', {
			...image,
			wait: 'polling',
			options: { downloadOutputs: true },
		}),
		node('Upload', 'file', 'upload', { binaryPropertyName: 'data' }),
	]);
	expect(job.error).toBeUndefined();
	expect(itemsOf(job, 'Upload')[0]?.json).toMatchObject({
		content_type: expect.stringMatching(/^image/),
		url: expect.stringContaining('http'),
	});
	const [made] = itemsOf(job, 'Create');
	expect(made?.json.status).toBe('completed');
	expect(made?.binary?.data).toBeDefined();
	const execution = await stage.run(
		'every operation',
		[
			node('Account', 'account', 'get'),
			node('Checkout', 'checkout', 'create', { pack: '1000', options: { country: 'DE' } }),
			node('Estimate', 'generation', 'estimate', image),
			node('Get', 'generation', 'get', { generationId: located(String(made?.json.id)) }),
			node('List', 'generation', 'getAll', { limit: 3 }),
			node('Model', 'model', 'get', { modelId: located('veo3') }),
			node('Models', 'model', 'getAll', { returnAll: true }),
			node('Enhance', 'prompt', 'enhance', { prompt: 'a cat' }),
			node('Moderate', 'prompt', 'moderate', { prompt: 'a cat' }),
			node(
				'Revoke',
				'apiKey',
				'revoke',
				{},
				{ credentials: { mediaGenerationApi: { id: revoked.id, name: revoked.name } } },
			),
		],
		{ fanOut: true },
	);
	expect(execution.error).toBeUndefined();
	const counts = Object.fromEntries(
		[
			'Account',
			'Checkout',
			'Estimate',
			'Get',
			'List',
			'Model',
			'Models',
			'Enhance',
			'Moderate',
			'Revoke',
		].map((name) => [name, itemsOf(execution, name).length]),
	);
	expect(counts).toEqual({
		Account: 1,
		Checkout: 1,
		Estimate: 1,
		Get: 1,
		List: Math.min(3, creates()),
		Model: 1,
		Models: 45,
		Enhance: 1,
		Moderate: 1,
		Revoke: 1,
	});
});

test('200 creates through a fault rate of 20 % and Retry On Fail: credits charged equal distinct jobs', async () => {
	media.requests.clear();
	const before = { charges: media.state.accounts[0]!.charges.length, jobs: creates() };
	media.faults.add({ on: 'POST /api/v2/generations', share: 0.1, drop: 'after' });
	media.faults.add({ on: 'POST /api/v2/generations', share: 0.05, drop: 'before' });
	media.faults.add({ on: 'POST /api/v2/generations', share: 0.05, status: 500 });
	// One refusal that the node cannot mend by itself, so that n8n runs the whole node again.
	media.faults.add({ on: 'POST /api/v2/generations', skip: 120, count: 1, status: 418 });
	const retrying = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };
	const execution = await stage.run(
		'creates',
		[
			...manyItems(200),
			node(
				'Create',
				'generation',
				'create',
				{ ...image, options: { attempts: 6, itemsAtOnce: 8 } },
				retrying,
			),
		],
		{ timeout: 300_000 },
	);
	expect(execution.error).toBeUndefined();
	const ids = itemsOf(execution, 'Create').map(({ json }) => json.id);
	expect(ids).toHaveLength(200);
	expect(new Set(ids).size).toBe(200);
	expect(media.state.accounts[0]!.charges.length - before.charges).toBe(200);
	expect(creates() - before.jobs).toBe(200);
	expect(media.requests.count('POST /api/v2/generations')).toBeGreaterThan(320);
}, 320_000);

test('an execution that waits by callback survives a restart of n8n, and only its own job wakes it', async () => {
	media.settings.imageMs = 600_000;
	const { id } = await stage.workflow('callback', [
		manual,
		...manyItems(1),
		node('Create', 'generation', 'create', {
			...image,
			wait: 'callback',
			options: { downloadOutputs: true },
		}),
	]);
	const executionId = await stage.rest.runManually(id);
	const waiting = await stage.rest.waitForExecution(executionId, { until: ['waiting'] });
	expect(waiting.status).toBe('waiting');
	const job = media.state.jobs.at(-1)!;
	const address = String((job.input as IDataObject).callback_url);
	await stage.n8n.restart();
	// Somebody else's claim, a job that is another one, and the right one too early.
	expect(
		(await axios.post(address, { id: 'another' }, { validateStatus: () => true })).status,
	).toBe(404);
	expect(
		(
			await axios.post(
				address,
				{ id: job.id, status: 'completed', outputs: [{}] },
				{ validateStatus: () => true },
			)
		).status,
	).toBe(503);
	expect((await stage.rest.execution(executionId)).status).toBe('waiting');
	await media.settle(job.id, 'completed');
	const done = await stage.rest.waitForExecution(executionId, { timeout: 60_000 });
	expect(done.status).toBe('success');
	const [item] = itemsOf(done, 'Create');
	expect(item?.json).toMatchObject({ id: job.id, status: 'completed' });
	expect(item?.json).not.toHaveProperty('timedOut');
	expect(item?.binary?.data).toBeDefined();
}, 180_000);

test('the trigger starts one execution a finished job: forged, unknown, early and repeated callbacks start none', async () => {
	const trigger: NodeSpec = {
		...node('Finished', '', ''),
		type: 'n8n-nodes-tenfold.mediaGenerationTrigger',
		parameters: { filters: {}, options: { downloadOutputs: true } },
	};
	const workflow = await stage.workflow('trigger', [
		trigger,
		{ name: 'After', type: 'n8n-nodes-base.noOp' },
	]);
	const address = await stage.listen(workflow, 'finished');
	const post = async (body: unknown) =>
		(await axios.post(address, body, { validateStatus: () => true })).status;
	media.settings.imageMs = 600_000;
	const created = await axios.post<IDataObject>(
		`${media.url}/api/v2/generations`,
		{ model: 'flux-dev', prompt: 'x' },
		{ headers: { authorization: `Bearer ${String(media.credential.data.apiKey)}` } },
	);
	const id = String(created.data.id);
	expect(await post({ id: 'nobody-knows-it', status: 'completed' })).toBe(404);
	expect(await post({ id: '../account', status: 'completed' })).toBe(404);
	expect(await post({ id, status: 'completed', outputs: [{ url: 'http://elsewhere.test' }] })).toBe(
		503,
	);
	expect(await post({})).toBe(400);
	expect(await post({ id: { $ne: '' } })).toBe(400);
	await media.settle(id, 'completed');
	await sleep(media.settings.attachMs + 100);
	expect(await post({ id, status: 'failed', error: 'forged' })).toBe(200);
	expect(await post({ id })).toBe(200);
	const executions = async () => await stage.rest.executions(workflow.id);
	for (let waited = 0; (await executions()).length === 0 && waited < 50; waited++) await sleep(100);
	await sleep(500);
	const all = await executions();
	expect(all).toHaveLength(1);
	const [item] = itemsOf(await stage.rest.waitForExecution(all[0]!.id), 'Finished');
	expect(item?.json).toMatchObject({ id, status: 'completed', eventKey: `${id}:completed` });
	expect(item?.binary?.data).toBeDefined();
}, 90_000);

test('a file of 95 MB goes up with n8n growing by less than 64 MB', async () => {
	const size = 95 * 1024 * 1024;
	const read = await largeFile(stage, 'large.mp4', size);
	media.requests.clear();
	const underWay = () =>
		media.requests.list('POST /api/v2/uploads').some(({ status }) => status === undefined);
	const { result, grownMB } = await grownDuring(
		'upload of 95 MB',
		stage.n8n,
		underWay,
		async () =>
			await stage.run('large upload', [
				read,
				node('Upload', 'file', 'upload', { binaryPropertyName: 'data' }),
			]),
	);
	expect(result.error).toBeUndefined();
	expect(media.state.uploads.at(-1)).toMatchObject({ size });
	expect(grownMB).toBeLessThan(64);
}, 120_000);

test('stopping an execution in the editor ends the wait for its job', async () => {
	media.settings.imageMs = 600_000;
	const { id } = await stage.workflow('stopped', [
		manual,
		...manyItems(1),
		node('Create', 'generation', 'create', { ...image, wait: 'polling' }),
	]);
	const executionId = await stage.rest.runManually(id);
	const jobs = creates();
	for (let waited = 0; creates() === jobs && waited < 100; waited++) await sleep(50);
	await stage.rest.stopExecution(executionId);
	expect((await stage.rest.waitForExecution(executionId)).status).toBe('canceled');
	await sleep(800);
	media.requests.clear();
	await sleep(2500);
	expect(media.requests.total).toBe(0);
}, 60_000);

test('after the maximum wait by callback the item carries the job, marked as timed out', async () => {
	const done = await stage.rest.waitForExecution(sleeper, { timeout: 150_000 });
	expect(done.status).toBe('success');
	expect(itemsOf(done, 'Create')[0]?.json).toMatchObject({
		model: 'flux-dev',
		status: expect.stringMatching(/pending|stalled/),
		timedOut: true,
	});
}, 160_000);
