// Webhook triggers accept only genuine deliveries while other connections send malformed requests.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startFinanceService, type FinanceService } from '../../services/financeData/service';
import { startMediaService, type MediaService } from '../../services/mediaGeneration/service';
import { sendMalformedRequests } from './malformedRequests';
import { itemsOf, startTestN8n, type NodeSpec, type TestN8n } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import type { StoredWorkflow } from '../../../tools/n8n/restTypes';

const connections = process.env.TENFOLD_LONG ? 64 : 24;
const genuine = 8;

let n8n: TestN8n;
let media: MediaService;
let finance: FinanceService;

beforeAll(async () => {
	[media, finance] = await Promise.all([
		startMediaService({ settings: { imageMs: 0, attachMs: 0 } }),
		startFinanceService(),
	]);
	n8n = await startTestN8n();
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all([media?.close(), finance?.close()]);
});

async function activateTrigger(
	name: string,
	type: string,
	path: string,
	credential: { type: string; data: Record<string, string> },
	parameters: IDataObject,
): Promise<{ workflow: StoredWorkflow; url: string }> {
	const { id, name: credentialName } = await n8n.createCredential(credential.type, credential.data);
	const trigger: NodeSpec = {
		name,
		type: `n8n-nodes-tenfold.${type}`,
		parameters: parameters as NodeSpec['parameters'],
		credentials: { [credential.type]: { id, name: credentialName } },
	};
	const workflow = await n8n.createWorkflow(name, [
		trigger,
		{ name: 'After', type: 'n8n-nodes-base.noOp' },
	]);
	return { workflow, url: await n8n.activateWebhook(workflow, path) };
}

/**
 * Creates and completes jobs, and returns their IDs. The trigger reads each job from the service
 * and accepts a callback only if the job has finished.
 */
async function finishedJobs(): Promise<string[]> {
	const headers = { authorization: `Bearer ${String(media.credential.data.apiKey)}` };
	const created = Array.from(
		{ length: genuine },
		async () =>
			(
				await axios.post<IDataObject>(
					`${media.url}/api/v2/generations`,
					{ model: 'flux-dev', prompt: 'x' },
					{ headers, proxy: false },
				)
			).data.id,
	);
	const ids = (await Promise.all(created)).map(String);
	for (const id of ids) await media.settle(id, 'completed').catch(() => undefined);
	return ids;
}

test('genuine deliveries start one execution each, and malformed requests start none', async () => {
	const signed = await activateTrigger(
		'Signed',
		'financeDataTrigger',
		'events',
		finance.credential,
		{
			events: ['created'],
		},
	);
	const finished = await activateTrigger(
		'Finished',
		'mediaGenerationTrigger',
		'finished',
		media.credential,
		{ filters: {}, options: {} },
	);
	const jobs = await finishedJobs();
	const before = n8n.process.rss();
	let max = before;
	const timer = setInterval(() => {
		if (n8n.process.pid !== undefined) max = Math.max(max, n8n.process.rss());
	}, 50);
	let isDone = false;
	const malformed = sendMalformedRequests([signed.url, finished.url], connections, () => isDone);

	/**
	 * Sends a delivery and retries it after status 503, like the services do. n8n returns 503 while
	 * its database is overloaded.
	 */
	const post = async (
		url: string,
		body: string,
		headers: Record<string, string>,
		attempts = 20,
	): Promise<number> => {
		const { status } = await axios.post(url, body, {
			headers,
			proxy: false,
			timeout: 120_000,
			validateStatus: () => true,
			transformRequest: (data: string) => data,
		});
		if (status !== 503 || attempts === 1) return status;
		await sleep(1000);
		return await post(url, body, headers, attempts - 1);
	};
	const statuses: number[] = [];
	const deliver = async (index: number): Promise<void> => {
		const event = JSON.stringify({
			type: 'ORDER',
			code: 'ORDER_CREATED',
			access_token: 'token',
			connection_id: 'connection',
			order: { id: `order-${index}`, updated_at: '2026-01-31T00:00:00Z' },
		});
		statuses.push(
			...(await Promise.all([
				post(signed.url, event, finance.webhooks.headers(event)),
				post(finished.url, JSON.stringify({ id: jobs[index] }), {
					'content-type': 'application/json',
				}),
			])),
		);
	};
	// Deliver in batches, so that malformed requests arrive before, between and after the batches.
	for (let index = 0; index < genuine; index += 4)
		await Promise.all([0, 1, 2, 3].map(async (offset) => await deliver(index + offset)));
	isDone = true;
	const responses = await malformed;
	clearInterval(timer);
	expect(statuses).toEqual(statuses.map(() => 200));
	expect([...responses.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(genuine);
	expect(responses.has(200)).toBe(false);

	const executionsOf = async ({ workflow }: { workflow: StoredWorkflow }) =>
		await n8n.rest.executions(workflow.id);
	for (const trigger of [signed, finished])
		await waitUntil('all executions', async () => (await executionsOf(trigger)).length >= genuine);
	await sleep(1000);
	const [orders, files] = [await executionsOf(signed), await executionsOf(finished)];
	const emitted = async (all: typeof orders, node: string): Promise<IDataObject[]> =>
		await Promise.all(
			all.map(async ({ id }) => itemsOf(await n8n.rest.waitForExecution(id), node)[0]!.json),
		);
	expect(
		(await emitted(orders, 'Signed')).map(({ data }) => String((data as IDataObject).id)).sort(),
	).toEqual(jobs.map((_, index) => `order-${index}`).sort());
	expect((await emitted(files, 'Finished')).map(({ id }) => String(id)).sort()).toEqual(
		[...jobs].sort(),
	);

	expect(n8n.process.pid).toBeDefined();
	const grownMB = (max - before) / 1024 / 1024;
	console.log(
		`malformed requests: ${[...responses].map(([status, count]) => `${count} × ${status || 'connection broken'}`).join(', ')}; n8n's memory grew by at most ${grownMB.toFixed(0)} MB`,
	);
	// n8n keeps bodies up to its size limit in memory before it calls the trigger.
	expect(grownMB).toBeLessThan(768);
});
