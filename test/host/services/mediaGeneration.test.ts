// Media generation in a real n8n instance: a wait by callback, and the trigger.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
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
