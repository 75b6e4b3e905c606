// Queue mode in the tests of every change: executions that wait for a callback, and a worker that
// crashes. The worker executes one workflow at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import {
	describeQueue,
	fastCrashDetection,
	startTestQueue,
	type TestQueue,
} from '../kit/testQueue';
import { itemsOf, nodesOf, manualTrigger, generateItems, resourceLocator } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

let queue: TestQueue;
let media: MediaService;
let credential: StoredCredential;

describeQueue('queue mode', () => {
	beforeAll(async () => {
		queue = await startTestQueue({
			workers: 1,
			webhooks: 1,
			concurrency: 1,
			env: fastCrashDetection,
		});
		media = await startMediaService({ settings: { imageMs: 200, videoMs: 200, attachMs: 100 } });
		credential = await queue.createCredential('mediaGenerationApi', media.credential.data);
	});
	afterAll(async () => {
		await queue?.close();
		await media?.close();
	});

	const node = nodesOf('mediaGeneration', () => credential, {
		modelId: resourceLocator('flux-dev'),
		prompt: '=a lighthouse {{ $json.index }}',
	});
	const create = (wait: string) => node('Create', 'generation', 'create', { wait });

	test('an execution that waits for a callback does not occupy a worker, and resumes through a webhook processor', async () => {
		media.settings.imageMs = 600_000;
		const { id } = await queue.createWorkflow('waits', [
			manualTrigger,
			...generateItems(1),
			create('callback'),
		]);
		const executions = await Promise.all(
			Array.from({ length: 4 }, async () => await queue.rest.runManually(id)),
		);
		for (const execution of executions)
			expect((await queue.rest.waitForExecution(execution, { until: ['waiting'] })).status).toBe(
				'waiting',
			);
		const jobs = media.state.jobs.slice(-4);
		for (const { input } of jobs)
			expect(String((input as IDataObject).callback_url)).toMatch(queue.url);
		await Promise.all(
			jobs.map(async ({ id: waiting }) => await media.settle(String(waiting), 'completed')),
		);
		for (const execution of executions) {
			const done = await queue.rest.waitForExecution(execution);
			expect(done.status).toBe('success');
			expect(itemsOf(done, 'Create')[0]?.json).toMatchObject({ status: 'completed' });
		}
		media.settings.imageMs = 200;
	});

	test('a worker that crashes during a run does not cause duplicate charges', async () => {
		media.faults.add({ on: 'POST /api/v2/generations', latencyMs: 150 });
		const before = media.state.accounts[0]!.charges.length;
		const { id } = await queue.createWorkflow('killed', [
			manualTrigger,
			...generateItems(20),
			create('no'),
		]);
		const execution = await queue.rest.runManually(id);
		for (
			let waited = 0;
			waited < 10_000 && media.state.accounts[0]!.charges.length < before + 5;
			waited++
		)
			await sleep(25);
		await Promise.all(queue.workers.map(async (worker) => await worker.kill()));
		const paid = media.state.accounts[0]!.charges.length - before;
		expect(paid).toBeGreaterThanOrEqual(5);
		expect(paid).toBeLessThan(20);
		await Promise.all(queue.workers.map(async (worker) => await worker.restart()));
		// n8n marks the execution of a crashed worker as crashed or failed and does not restart it.
		// Only a request that was in flight may still be charged.
		const done = await queue.rest.waitForExecution(execution, { timeout: 200_000 });
		expect(['crashed', 'error']).toContain(done.status);
		expect(media.state.accounts[0]!.charges.length - before - paid).toBeLessThanOrEqual(1);
		media.faults.clear();
	});
});
