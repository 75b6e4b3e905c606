/**
 * Half an hour of mixed traffic in a real n8n: signed webhooks, polls, and actions on items; memory has to stay flat.
 * Runs in the long form alone. TENFOLD_SOAK_MINUTES sets another length.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { startFinanceService, type FinanceService } from '../../services/financeData/service';
import { startTaskService, type TaskService } from '../../services/taskList/service';
import { slopeOf } from './slope';
import { openStage, type NodeSpec, type Stage } from '../kit/testN8n';
import type { StoredCredential } from '../../../tools/n8n/restTypes';

const minutes = Number(process.env.TENFOLD_SOAK_MINUTES ?? 30);
const located = (value: string) => ({ __rl: true, mode: 'id', value });

const soak = (): void => {
	let stage: Stage;
	let finance: FinanceService;
	let tasks: TaskService;

	beforeAll(async () => {
		[finance, tasks] = await Promise.all([startFinanceService(), startTaskService()]);
		// What n8n keeps of executions is its own affair, so old ones are not kept. With little room, the garbage collector has to
		// show what is really held: left alone, it lets memory rise for as long as there is any.
		stage = await openStage({
			EXECUTIONS_DATA_SAVE_ON_SUCCESS: 'none',
			NODE_OPTIONS: '--max-old-space-size=400',
		});
	}, 600_000);
	afterAll(async () => {
		await stage?.close();
		await Promise.all([finance?.close(), tasks?.close()]);
	}, 60_000);

	const using = (
		node: Omit<NodeSpec, 'credentials'>,
		{ type, id, name }: StoredCredential,
	): NodeSpec => ({ ...node, credentials: { [type]: { id, name } } }) as NodeSpec;

	test(
		`n8n's memory stays flat over ${minutes} minutes of webhooks, polls and actions`,
		async () => {
			const money = await stage.credential(finance.credential.type, finance.credential.data);
			const list = await stage.credential('taskListApi', tasks.credentials.accessToken);
			const signed = await stage.workflow('webhooks and actions', [
				using(
					{
						name: 'Signed',
						type: 'n8n-nodes-tenfold.financeDataTrigger',
						parameters: { events: ['created'] },
					},
					money,
				),
				using(
					{
						name: 'Orders',
						type: 'n8n-nodes-tenfold.financeData',
						parameters: { resource: 'order', operation: 'getAll', returnAll: false, limit: 50 },
					},
					money,
				),
				using(
					{
						name: 'Missing',
						type: 'n8n-nodes-tenfold.taskList',
						parameters: {
							authentication: 'accessToken',
							resource: 'task',
							operation: 'get',
							taskListId: located('@default') as never,
							taskId: located('={{ $json.id }}') as never,
						},
						onError: 'continueRegularOutput',
					},
					list,
				),
			]);
			const polled = await stage.workflow('polls', [
				using(
					{
						name: 'Watch',
						type: 'n8n-nodes-tenfold.taskListTrigger',
						parameters: {
							authentication: 'accessToken',
							taskListId: located('@default') as never,
							events: ['new'],
							pollTimes: { item: [{ mode: 'everyMinute' }] },
						},
					},
					list,
				),
				{ name: 'After', type: 'n8n-nodes-base.noOp' },
			]);
			const url = await stage.listen(signed, 'events');
			await stage.rest.activate(polled.id);

			const samples: { minute: number; megabytes: number }[] = [];
			const began = Date.now();
			let delivered = 0;
			let polls = 0;
			let asked = 0;
			/** The services remember a bounded number of requests, so they are counted as they come. */
			const count = (): void => {
				polls += tasks.requests.count('GET /tasks/v1/lists/*/tasks');
				asked += finance.requests.total + tasks.requests.total;
				for (const { requests } of [finance, tasks]) requests.clear();
			};
			for (let next = 0; Date.now() - began < minutes * 60_000;) {
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
					transformRequest: (same: string) => same,
				});
				expect(status).toBe(200);
				delivered++;
				// One kept task a minute or so: the poll finds something, and has something to page through.
				if (delivered % 100 === 0)
					tasks.records.addTask('@default', { title: `Task ${delivered}` });
				if (Date.now() - began >= next) {
					samples.push({
						minute: (Date.now() - began) / 60_000,
						megabytes: stage.n8n.rss() / 1024 / 1024,
					});
					next += 5000;
					count();
				}
				await sleep(250);
			}
			const warm = samples.filter(({ minute }) => minute > minutes / 3);
			const slope = slopeOf(warm.map(({ minute, megabytes }) => [minute, megabytes]));
			const levels = warm.map(({ megabytes }) => megabytes);
			count();
			console.log(
				`soak of ${minutes} minutes: ${delivered} webhooks, ${asked} requests of nodes, ${polls} of them polls; memory ${samples[0]!.megabytes.toFixed(0)} MB at first, then ${Math.min(...levels).toFixed(0)} to ${Math.max(...levels).toFixed(0)} MB, slope ${slope.toFixed(2)} MB a minute`,
			);
			expect(polls).toBeGreaterThan(Math.floor(minutes) - 2);
			// A leak of one kilobyte an item shows as more than this; the garbage collector's own swing as less.
			expect(slope).toBeLessThan(4);
		},
		(minutes + 5) * 60_000,
	);
};

test('the measure tells a leak from the swing of the garbage collector', () => {
	const swing = [0, 40, -30, 25, 5, -20, 60, -45];
	const memory = (leak: number): [number, number][] =>
		Array.from({ length: 120 }, (_, at) => [at / 12, 500 + swing[at % 8]! + (leak * at) / 12]);
	expect(Math.abs(slopeOf(memory(0)))).toBeLessThan(1);
	expect(slopeOf(memory(6))).toBeGreaterThan(5);
});

if (process.env.TENFOLD_LONG) describe('in the long run', soak);
