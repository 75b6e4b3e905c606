/** Finance events in queue mode: what comes to two webhook processors, and again after a kill -9, goes on once behind Remove Duplicates. */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { signatureOf } from '../../../nodes/FinanceData/signature';
import { describeQueue, openQueue } from '../kit/testQueue';
import { itemsOf } from '../kit/testN8n';
import { webhookReady, webhookUrl } from '../../../tools/n8n/webhooks';

const secret = 'tenfold-client-secret';
const credential = {
	environment: 'custom',
	baseUrl: 'http://127.0.0.1:1/versioned',
	clientId: 'i',
	clientSecret: secret,
	previousClientSecret: '',
	accessToken: 't',
	version: '2024-08-31',
	vendor: 'Rutter',
};
const ids = Array.from({ length: 12 }, (_, index) => `o-${index}`);

describeQueue('in queue mode', () => {
	let queue: Awaited<ReturnType<typeof openQueue>>;

	beforeAll(async () => {
		// One execution at a time: n8n's memory of duplicates is read and written without a lock.
		queue = await openQueue({ workers: 1, webhooks: 2, concurrency: 1 });
	}, 600_000);
	afterAll(async () => await queue?.close(), 60_000);

	test('an event that reaches both webhook processors at once, and again after all were killed, goes on once', async () => {
		const { id, name } = await queue.credential('financeDataApi', credential);
		const workflow = await queue.workflow('events', [
			{
				name: 'Events',
				type: 'n8n-nodes-tenfold.financeDataTrigger',
				parameters: { events: ['updated'], filters: {}, options: {} },
				credentials: { financeDataApi: { id, name } },
			},
			{
				name: 'Once',
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
		await queue.listen(workflow, 'events');
		const addresses = queue.webhooks.map(({ url }) =>
			webhookUrl(url, workflow.id, workflow.nodes[0]!, { path: 'events' }),
		);
		const ready = async () =>
			await Promise.all(addresses.map(async (address) => await webhookReady(address)));
		/** Every event to every processor at the same moment. */
		const deliver = async () => {
			for (const order of ids) {
				const body = JSON.stringify({
					type: 'ORDER',
					code: 'ORDER_UPDATED',
					connection_id: 'c',
					order: { id: order, updated_at: '2026-01-31T08:00:00Z' },
				});
				const headers = {
					'content-type': 'application/json',
					'x-rutter-signature': signatureOf(Buffer.from(body), secret),
				};
				const answers = await Promise.all(
					addresses.map(
						async (address) =>
							await axios.post(address, body, {
								headers,
								proxy: false,
								transformRequest: (same: string) => same,
							}),
					),
				);
				expect(answers.map(({ status }) => status)).toEqual([200, 200]);
			}
		};
		/** What went on, when so many executions have ended. */
		const passed = async (count: number) => {
			const all = async () => await queue.rest.executions(workflow.id);
			for (let waited = 0; waited < 300; waited++) {
				const executions = await all();
				if (executions.length >= count && executions.every(({ status }) => status === 'success'))
					break;
				await sleep(200);
			}
			const ended = await Promise.all(
				(await all()).map(async ({ id: execution }) => await queue.rest.execution(execution)),
			);
			expect(ended.map(({ status }) => status)).toEqual(
				Array.from({ length: count }, () => 'success'),
			);
			return ended
				.flatMap((execution) =>
					itemsOf(execution, 'Passed').map(({ json }) => (json.data as IDataObject).id),
				)
				.sort();
		};
		await ready();
		await deliver();
		expect(await passed(ids.length * 2)).toEqual([...ids].sort());
		const processes = [...queue.webhooks, ...queue.workers];
		await Promise.all(processes.map(async (n8n) => await n8n.kill()));
		await Promise.all(processes.map(async (n8n) => await n8n.restart()));
		await ready();
		await deliver();
		expect(await passed(ids.length * 4)).toEqual([...ids].sort());
	}, 240_000);
});
