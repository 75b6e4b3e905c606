// Repeated deliveries in queue mode. The worker executes one workflow at a time, because Remove
// Duplicates reads and writes its history without a lock.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { signatureOf } from '../../../nodes/FinanceData/signature';
import {
	describeQueue,
	fastCrashDetection,
	startTestQueue,
	type TestQueue,
} from '../kit/testQueue';
import { removeDuplicates } from '../kit/removeDuplicates';
import { credentialsOf, itemsOf } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import { waitForWebhook, webhookUrl } from '../../../tools/n8n/webhooks';

const financeCredential = {
	provider: 'other',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret: 'tenfold-client-secret',
	previousClientSecret: '',
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};
const orders = Array.from({ length: 12 }, (_, index) => `o-${index}`);

let queue: TestQueue;

describeQueue('deliveries in queue mode', () => {
	beforeAll(async () => {
		queue = await startTestQueue({
			workers: 1,
			webhooks: 2,
			concurrency: 1,
			env: fastCrashDetection,
		});
	});
	afterAll(async () => await queue?.close());

	test('a finance event delivered to both webhook processors, and again after a crash, passes Remove Duplicates once', async () => {
		const credential = await queue.createCredential('financeDataApi', financeCredential);
		const workflow = await queue.createWorkflow('events', [
			{
				name: 'Events',
				type: 'n8n-nodes-tenfold.financeDataTrigger',
				parameters: { events: ['updated'], filters: {}, options: {} },
				credentials: credentialsOf(credential),
			},
			removeDuplicates,
			{ name: 'Passed', type: 'n8n-nodes-base.noOp' },
		]);
		await queue.activateWebhook(workflow, 'events');
		const urls = queue.webhooks.map(({ url }) =>
			webhookUrl(url, workflow.id, workflow.nodes[0]!, { path: 'events' }),
		);
		const waitForWebhooks = async () =>
			await Promise.all(urls.map(async (url) => await waitForWebhook(url)));
		/** Sends every event to all processors at the same time. */
		const deliver = async () => {
			for (const order of orders) {
				const body = JSON.stringify({
					type: 'ORDER',
					code: 'ORDER_UPDATED',
					connection_id: 'c',
					order: { id: order, updated_at: '2026-01-31T08:00:00Z' },
				});
				const headers = {
					'content-type': 'application/json',
					'x-rutter-signature': signatureOf(Buffer.from(body), financeCredential.clientSecret),
				};
				const responses = await Promise.all(
					urls.map(
						async (url) =>
							await axios.post(url, body, {
								headers,
								proxy: false,
								transformRequest: (data: string) => data,
							}),
					),
				);
				expect(responses.map(({ status }) => status)).toEqual([200, 200]);
			}
		};
		/** Waits for `count` executions. Returns the IDs that passed Remove Duplicates. */
		const passed = async (count: number) => {
			const all = async () => await queue.rest.executions(workflow.id);
			await waitUntil(`${count} executions`, async () => {
				const executions = await all();
				return executions.length >= count && executions.every(({ status }) => status === 'success');
			});
			const finished = await Promise.all(
				(await all()).map(async ({ id: execution }) => await queue.rest.execution(execution)),
			);
			expect(finished.map(({ status }) => status)).toEqual(
				Array.from({ length: count }, () => 'success'),
			);
			return finished
				.flatMap((execution) =>
					itemsOf(execution, 'Passed').map(({ json }) => (json.data as IDataObject).id),
				)
				.sort();
		};
		await waitForWebhooks();
		await deliver();
		expect(await passed(orders.length * 2)).toEqual([...orders].sort());
		const processes = [...queue.webhooks, ...queue.workers];
		await Promise.all(processes.map(async (n8n) => await n8n.kill()));
		await Promise.all(processes.map(async (n8n) => await n8n.restart()));
		await waitForWebhooks();
		await deliver();
		expect(await passed(orders.length * 4)).toEqual([...orders].sort());
	});
});
