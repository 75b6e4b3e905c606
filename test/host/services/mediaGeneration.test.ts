// Media generation in a real n8n instance: paid jobs with injected faults, a wait by callback, the
// trigger, a large file.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import { measureMemoryGrowth, createLargeFile } from '../kit/largeFiles';
import {
	itemsOf,
	generateItems,
	nodesOf,
	resourceLocator,
	manualTrigger,
	startTestN8n,
	type NodeSpec,
	type TestN8n,
} from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let media: MediaService;
let credential: StoredCredential;

beforeAll(async () => {
	media = await startMediaService({ settings: { imageMs: 200, videoMs: 200, attachMs: 100 } });
	n8n = await startTestN8n();
	credential = await n8n.createCredential('mediaGenerationApi', media.credential.data);
});
afterAll(async () => {
	await n8n?.close();
	await media?.close();
});
afterEach(() => {
	media.faults.clear();
	Object.assign(media.settings, { imageMs: 200, videoMs: 200, attachMs: 100 });
});

const node = nodesOf('mediaGeneration', () => credential);
const image = { modelId: resourceLocator('flux-dev'), prompt: '=a lighthouse {{ $json.index }}' };
const jobCount = () => media.state.jobs.length;

test('200 items create 200 jobs, each charged exactly once, with a fault rate of 20 % and Retry On Fail', async () => {
	media.requests.clear();
	const before = { charges: media.state.accounts[0]!.charges.length, jobs: jobCount() };
	media.faults.add({ on: 'POST /api/v2/generations', share: 0.1, drop: 'after' });
	media.faults.add({ on: 'POST /api/v2/generations', share: 0.05, drop: 'before' });
	media.faults.add({ on: 'POST /api/v2/generations', share: 0.05, status: 500 });
	// One error that the node does not retry, so that n8n runs the whole node again.
	media.faults.add({ on: 'POST /api/v2/generations', skip: 120, count: 1, status: 418 });
	const retrying = { retryOnFail: true, maxTries: 5, waitBetweenTries: 0 };
	const execution = await n8n.run(
		'creates',
		[
			...generateItems(200),
			node(
				'Create',
				'generation',
				'create',
				{ ...image, options: { requestOptions: { attempts: 6, itemsAtOnce: 8 } } },
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
	expect(jobCount() - before.jobs).toBe(200);
	expect(media.requests.count('POST /api/v2/generations')).toBeGreaterThan(320);
});

test('a wait by callback survives a restart of n8n, and only the completed job ends the wait', async () => {
	media.settings.imageMs = 600_000;
	const { id } = await n8n.createWorkflow('callback', [
		manualTrigger,
		...generateItems(1),
		node('Create', 'generation', 'create', {
			...image,
			wait: 'callback',
		}),
	]);
	const executionId = await n8n.rest.runManually(id);
	const waiting = await n8n.rest.waitForExecution(executionId, { until: ['waiting'] });
	expect(waiting.status).toBe('waiting');
	const job = media.state.jobs.at(-1)!;
	const callbackUrl = String((job.input as IDataObject).callback_url);
	await n8n.process.restart();
	// The first callback is for a different job. The second arrives before the job has completed.
	expect(
		(await axios.post(callbackUrl, { id: 'another' }, { validateStatus: () => true })).status,
	).toBe(404);
	expect(
		(
			await axios.post(
				callbackUrl,
				{ id: job.id, status: 'completed', outputs: [{}] },
				{ validateStatus: () => true },
			)
		).status,
	).toBe(503);
	expect((await n8n.rest.execution(executionId)).status).toBe('waiting');
	await media.settle(job.id, 'completed');
	const finished = await n8n.rest.waitForExecution(executionId, { timeout: 60_000 });
	expect(finished.status).toBe('success');
	const [item] = itemsOf(finished, 'Create');
	expect(item?.json).toMatchObject({ id: job.id, status: 'completed' });
	expect(item?.json).not.toHaveProperty('timedOut');
	expect(item?.binary?.data).toBeDefined();
});

test('the trigger starts one execution per finished job, and none for forged, unknown, early or repeated callbacks', async () => {
	const trigger: NodeSpec = {
		...node('Finished', '', ''),
		type: 'n8n-nodes-tenfold.mediaGenerationTrigger',
		parameters: { filters: {}, options: { downloadOutputs: true } },
	};
	const workflow = await n8n.createWorkflow('trigger', [
		trigger,
		{ name: 'After', type: 'n8n-nodes-base.noOp' },
	]);
	const url = await n8n.activateWebhook(workflow, 'finished');
	const post = async (body: unknown) =>
		(await axios.post(url, body, { validateStatus: () => true })).status;
	media.settings.imageMs = 600_000;
	const submitted = await axios.post<IDataObject>(
		`${media.url}/api/v2/generations`,
		{ model: 'flux-dev', prompt: 'x' },
		{ headers: { authorization: `Bearer ${String(media.credential.data.apiKey)}` } },
	);
	const id = String(submitted.data.id);
	expect(await post({ id: 'unknown', status: 'completed' })).toBe(404);
	expect(await post({ id: '../account', status: 'completed' })).toBe(400);
	expect(await post({ id, status: 'completed', outputs: [{ url: 'http://elsewhere.test' }] })).toBe(
		503,
	);
	expect(await post({})).toBe(400);
	expect(await post({ id: { $ne: '' } })).toBe(400);
	await media.settle(id, 'completed');
	await sleep(media.settings.attachMs + 100);
	expect(await post({ id, status: 'failed', error: 'forged' })).toBe(200);
	expect(await post({ id })).toBe(200);
	const executions = async () => await n8n.rest.executions(workflow.id);
	await waitUntil('an execution', async () => (await executions()).length > 0);
	await sleep(500);
	const all = await executions();
	expect(all).toHaveLength(1);
	const [item] = itemsOf(await n8n.rest.waitForExecution(all[0]!.id), 'Finished');
	expect(item?.json).toMatchObject({ id, status: 'completed', eventKey: `${id}:completed` });
	expect(item?.binary?.data).toBeDefined();
});

test('a file of 95 MB is uploaded with less than 64 MB of memory growth', async () => {
	const size = 95 * 1024 * 1024;
	const read = await createLargeFile(n8n, 'large.mp4', size);
	media.requests.clear();
	const isUploading = () =>
		media.requests.list('POST /api/v2/uploads').some(({ status }) => status === undefined);
	const { result, grownMB } = await measureMemoryGrowth(
		'upload of 95 MB',
		n8n.process,
		isUploading,
		async () =>
			await n8n.run('large upload', [
				read,
				node('Upload', 'file', 'upload', { binaryPropertyName: 'data' }),
			]),
	);
	expect(result.error).toBeUndefined();
	expect(media.state.uploads.at(-1)).toMatchObject({ size });
	expect(grownMB).toBeLessThan(64);
});

test('stopping an execution ends its polling', async () => {
	media.settings.imageMs = 600_000;
	const { id } = await n8n.createWorkflow('stopped', [
		manualTrigger,
		...generateItems(1),
		node('Create', 'generation', 'create', { ...image, wait: 'polling' }),
	]);
	const executionId = await n8n.rest.runManually(id);
	const before = jobCount();
	await waitUntil('the job', () => jobCount() > before);
	await n8n.rest.stopExecution(executionId);
	expect((await n8n.rest.waitForExecution(executionId)).status).toBe('canceled');
	await sleep(800);
	media.requests.clear();
	await sleep(2500);
	expect(media.requests.total).toBe(0);
});
