// Tests for queue mode: waiting by callback, and paid jobs on workers that crash.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import {
	describeQueue,
	fastCrashDetection,
	startTestQueue,
	type TestQueue,
} from '../kit/testQueue';
import { connectDatabase, type Database } from '../kit/database';
import {
	itemsOf,
	manualTrigger,
	generateItems,
	resourceLocator,
	type NodeSpec,
} from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import { waitForWebhook } from '../../../tools/n8n/webhooks';

describeQueue('media generation in queue mode', () => {
	let queue: TestQueue;
	let media: MediaService;
	let credential: StoredCredential;
	let database: Database;

	beforeAll(async () => {
		media = await startMediaService({ settings: { imageMs: 200, videoMs: 200, attachMs: 100 } });
		queue = await startTestQueue({ workers: 2, webhooks: 2, env: fastCrashDetection });
		credential = await queue.createCredential('mediaGenerationApi', media.credential.data);
		database = await connectDatabase(queue);
	});
	afterAll(async () => {
		await database?.close();
		await queue?.close();
		await media?.close();
	});

	const create = (parameters: IDataObject): NodeSpec => ({
		name: 'Create',
		type: 'n8n-nodes-tenfold.mediaGeneration',
		parameters: {
			resource: 'generation',
			operation: 'create',
			modelId: resourceLocator('flux-dev'),
			prompt: '=a lighthouse {{ $json.index }}',
			...parameters,
		} as NodeSpec['parameters'],
		credentials: { mediaGenerationApi: { id: credential.id, name: credential.name } },
	});
	const createJob = async (): Promise<string> => {
		const { data } = await axios.post<IDataObject>(
			`${media.url}/api/v2/generations`,
			{ model: 'flux-dev', prompt: 'x' },
			{ headers: { authorization: `Bearer ${String(media.credential.data.apiKey)}` } },
		);
		return String(data.id);
	};

	test('an execution that waits for a callback does not occupy a worker, and resumes through a webhook processor', async () => {
		media.settings.imageMs = 600_000;
		const { id } = await queue.createWorkflow('waits', [
			manualTrigger,
			...generateItems(1),
			create({ wait: 'callback' }),
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
			expect(String((input as IDataObject).callback_url)).toMatch(queue.proxy.url);
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

	test('a callback delivered to both webhook processors, one after the other, passes Remove Duplicates once', async () => {
		const workflow = await queue.createWorkflow('trigger', [
			{
				name: 'Finished',
				type: 'n8n-nodes-tenfold.mediaGenerationTrigger',
				credentials: { mediaGenerationApi: { id: credential.id, name: credential.name } },
			},
			{
				name: 'Deduplicate',
				type: 'n8n-nodes-base.removeDuplicates',
				typeVersion: 2,
				parameters: {
					operation: 'removeItemsSeenInPreviousExecutions',
					dedupeValue: '={{ $json.eventKey }}',
					options: {},
				},
			},
			{ name: 'Passed', type: 'n8n-nodes-base.noOp' },
		]);
		const webhook = await queue.activateWebhook(workflow, 'finished');
		const [first, second] = queue.webhooks.map(({ url }) =>
			webhook.replace(queue.proxy.url, url),
		) as [string, string];
		for (const processor of [first, second]) await waitForWebhook(processor);
		const ids = await Promise.all(Array.from({ length: 10 }, createJob));
		await waitUntil(
			'the outputs of the jobs',
			() =>
				media.state.jobs.filter(
					({ id, outputs }) =>
						ids.includes(String(id)) && (outputs as unknown[] | undefined)?.length,
				).length === 10,
		);
		const executions = async () => await queue.rest.executions(workflow.id);
		let delivered = 0;
		// Remove Duplicates reads and writes its history without a lock, so overlapping executions
		// could both pass. Therefore the callbacks are sent one after another.
		for (const id of ids)
			for (const url of [first, second]) {
				expect((await axios.post(url, { id })).status).toBe(200);
				delivered++;
				await waitUntil(
					`${delivered} executions`,
					async () =>
						(await executions()).filter(({ status }) => status === 'success').length === delivered,
					300_000,
					async () => JSON.stringify(await executions()),
				);
			}
		const finished = await Promise.all(
			(await executions()).map(async ({ id }) => await queue.rest.execution(id)),
		);
		expect(finished).toHaveLength(20);
		const passed = finished.flatMap((execution) =>
			itemsOf(execution, 'Passed').map(({ json }) => String(json.id)),
		);
		expect(passed.sort()).toEqual([...ids].sort());
	});

	test('an execution reads the table of credentials equally often for any number of items', async () => {
		const job = await createJob();
		const readsOf = async (items: number): Promise<number> => {
			const workflow = await queue.createWorkflow(`reads ${items}`, [
				{
					name: 'Webhook',
					type: 'n8n-nodes-base.webhook',
					typeVersion: 2,
					webhookId: `reads-${items}`,
					parameters: { httpMethod: 'POST', path: `reads-${items}`, options: {} },
				},
				...generateItems(items),
				{
					...create({}),
					name: 'Get',
					parameters: {
						resource: 'generation',
						operation: 'get',
						generationId: resourceLocator(job),
					},
				},
			]);
			await queue.rest.activate(workflow.id);
			const url = `${queue.proxy.url}/webhook/reads-${items}`;
			await waitForWebhook(url);
			const before = await database.reads('credentials_entity');
			await axios.post(url);
			await waitUntil(
				'the execution',
				async () =>
					(await queue.rest.executions(workflow.id)).some(({ status }) => status === 'success'),
				300_000,
			);
			const after = await database.reads('credentials_entity');
			await queue.rest.deactivate(workflow.id);
			return after - before;
		};
		const [one, hundred] = [await readsOf(1), await readsOf(100)];
		console.log(`reads of the credentials table: ${one} with 1 item, ${hundred} with 100 items`);
		expect(hundred).toBe(one);
		// The node reads it once. n8n itself reads it twice: it checks whether the workflow may use the
		// credential, and whether the credential depends on the user.
		expect(hundred).toBeLessThanOrEqual(3);
	});

	test('a worker that crashes during a run does not cause duplicate charges', async () => {
		media.settings.submitMs = 150;
		const before = media.state.accounts[0]!.charges.length;
		const { id } = await queue.createWorkflow('killed', [
			manualTrigger,
			...generateItems(20),
			create({ wait: 'no' }),
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
		media.settings.submitMs = 0;
	});
});
