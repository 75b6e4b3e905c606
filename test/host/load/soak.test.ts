// Half an hour of mixed traffic: signed webhooks, polls and actions. n8n's memory must not grow.
// Runs only with npm run test:all. TENFOLD_SOAK_MINUTES changes the duration.
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startFinanceService, type FinanceService } from '../../services/financeData/service';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { credentialsOf, resourceLocator, startTestN8n, type TestN8n } from '../kit/testN8n';

const minutes = Number(process.env.TENFOLD_SOAK_MINUTES ?? 30);

const soak = (): void => {
	let n8n: TestN8n;
	let finance: FinanceService;
	let tasks: TaskService;

	beforeAll(async () => {
		[finance, tasks] = await Promise.all([startFinanceService(), startTaskService()]);
		// Saved executions would increase n8n's memory, so successful executions are not saved. With
		// a small heap, V8 collects garbage early. With a large heap, memory would grow until the
		// heap is nearly full.
		n8n = await startTestN8n({
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
			NODE_OPTIONS: '--max-old-space-size=400',
		});
	});
	afterAll(async () => {
		await n8n?.close();
		await Promise.all([finance?.close(), tasks?.close()]);
	});

	test(
		`n8n's memory does not grow over ${minutes} minutes of webhooks, polls and actions`,
		async () => {
			const financeCredential = await n8n.createCredential(
				finance.credential.type,
				finance.credential.data,
			);
			const taskCredential = await n8n.createCredential(
				'taskListApi',
				tasks.credentials.accessToken,
			);
			const signed = await n8n.createWorkflow('webhooks and actions', [
				{
					name: 'Signed',
					type: 'n8n-nodes-tenfold.financeDataTrigger',
					parameters: { events: ['created'] },
					credentials: credentialsOf(financeCredential),
				},
				{
					name: 'Orders',
					type: 'n8n-nodes-tenfold.financeData',
					parameters: { resource: 'order', operation: 'getAll', returnAll: false, limit: 50 },
					credentials: credentialsOf(financeCredential),
				},
				{
					name: 'Missing',
					type: 'n8n-nodes-tenfold.taskList',
					parameters: {
						authentication: 'accessToken',
						resource: 'task',
						operation: 'get',
						taskListId: resourceLocator('@default') as never,
						taskId: resourceLocator('={{ $json.id }}') as never,
					},
					onError: 'continueRegularOutput',
					credentials: credentialsOf(taskCredential),
				},
			]);
			const polled = await n8n.createWorkflow('polls', [
				{
					name: 'Watch',
					type: 'n8n-nodes-tenfold.taskListTrigger',
					parameters: {
						authentication: 'accessToken',
						taskListId: resourceLocator('@default') as never,
						events: ['new'],
						pollTimes: { item: [{ mode: 'everyMinute' }] },
					},
					credentials: credentialsOf(taskCredential),
				},
				{ name: 'After', type: 'n8n-nodes-base.noOp' },
			]);
			const url = await n8n.activateWebhook(signed, 'events');
			await n8n.rest.activate(polled.id);

			const samples: { minute: number; megabytes: number }[] = [];
			const start = Date.now();
			let delivered = 0;
			let polls = 0;
			let requests = 0;
			/**
			 * Adds the logged requests to the totals and clears the logs. Called regularly, because
			 * each service logs only its latest requests.
			 */
			const countRequests = (): void => {
				polls += tasks.requests.count('GET /tasks/v1/lists/*/tasks');
				requests += finance.requests.total + tasks.requests.total;
				for (const service of [finance, tasks]) service.requests.clear();
			};
			for (let next = 0; Date.now() - start < minutes * 60_000;) {
				const event = JSON.stringify({
					type: 'ORDER',
					code: 'ORDER_CREATED',
					access_token: finance.credential.data.accessToken,
					connection_id: 'connection',
					order: { id: `order-${delivered}`, note: 'x'.repeat(2000) },
				});
				const { status } = await axios.post<IDataObject>(url, event, {
					headers: finance.webhooks.headers(event),
					proxy: false,
					timeout: 60_000,
					validateStatus: () => true,
					transformRequest: (data: string) => data,
				});
				expect(status).toBe(200);
				delivered++;
				// About two tasks per minute, so that polls find new tasks and several pages.
				if (delivered % 100 === 0)
					tasks.records.addTask('@default', { title: `Task ${delivered}` });
				if (Date.now() - start >= next) {
					samples.push({
						minute: (Date.now() - start) / 60_000,
						megabytes: n8n.process.rss() / 1024 / 1024,
					});
					next += 5000;
					countRequests();
				}
				await sleep(250);
			}
			const afterWarmUp = samples.filter(({ minute }) => minute > minutes / 3);
			const slope = medianSlope(afterWarmUp.map(({ minute, megabytes }) => [minute, megabytes]));
			const levels = afterWarmUp.map(({ megabytes }) => megabytes);
			countRequests();
			console.log(
				`soak of ${minutes} minutes: ${delivered} webhooks, ${requests} requests from nodes including ${polls} polls; memory ${samples[0]!.megabytes.toFixed(0)} MB at start, then ${Math.min(...levels).toFixed(0)} to ${Math.max(...levels).toFixed(0)} MB, slope ${slope.toFixed(2)} MB per minute`,
			);
			expect(polls).toBeGreaterThan(Math.floor(minutes) - 2);
			// A leak of one kilobyte per item exceeds this limit. Fluctuation from garbage collection
			// does not.
			expect(slope).toBeLessThan(4);
		},
		(minutes + 5) * 60_000,
	);
};

(process.env.TENFOLD_LONG ? describe : describe.skip)('soak test', soak);

/**
 * The slope of a line through points by the Theil-Sen estimator, which is robust against outliers.
 */
function medianSlope(points: readonly (readonly [number, number])[]): number {
	const slopes = points
		.flatMap(([x1, y1], index) =>
			points
				.slice(index + 1)
				.filter(([x2]) => x2 !== x1)
				.map(([x2, y2]) => (y2 - y1) / (x2 - x1)),
		)
		.sort((a, b) => a - b);
	return slopes[Math.floor(slopes.length / 2)] ?? 0;
}
