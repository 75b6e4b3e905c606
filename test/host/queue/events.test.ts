/** Events in queue mode: signed deliveries under kill -9, and a trigger that polls. How it went, in figures: docs/queue-mode.md. */
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import {
	LOCAL_TOKENS,
	startFinanceService,
	type FinanceService,
} from '../../services/financeData/service';
import { jobsOf, type Jobs } from '../kit/jobQueue';
import { openLedger, type Ledger } from '../kit/recorder';
import { describeQueue, noticesSoon, openQueue, type QueueStage } from '../kit/testQueue';
import { itemsOf, type NodeSpec } from '../kit/testN8n';
import { until } from '../kit/waitUntil';
import type { ExecutionSummary, StoredWorkflow } from '../../../tools/n8n/restTypes';

const events = process.env.TENFOLD_LONG ? 20_000 : 1000;
/** For each wait below: the events take a seventh of a second each when nothing goes wrong. */
const patienceMs = Math.max(300_000, events * 300);
const concurrency = 10;
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
/** Long enough for a worker to have some executions in hand when it is killed. */
const work: NodeSpec = {
	name: 'Work',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: 0.5, unit: 'seconds' },
};
const named = (value: string) => ({ __rl: true, mode: 'id', value });

describeQueue('events in queue mode', () => {
	let queue: QueueStage;
	let jobs: Jobs;
	let finance: FinanceService;
	let code: CodeService;
	let ledger: Ledger;

	beforeAll(async () => {
		ledger = await openLedger();
		// The service delivers some events twice by itself.
		finance = await startFinanceService({ settings: { deliveriesAtOnce: 16, doubled: 0.02 } });
		code = await startCodeService({ settings: { latencyMs: 0, pollIntervalS: 20 } });
		queue = await openQueue({ workers: 3, webhooks: 2, concurrency, env: noticesSoon });
		jobs = await jobsOf(queue);
	}, 600_000);
	afterAll(async () => {
		await jobs?.close();
		await queue?.close();
		await Promise.all([finance?.close(), code?.close()]);
		ledger?.close();
	}, 60_000);

	const node = async (
		name: string,
		type: string,
		{ credential }: FinanceService | CodeService,
		parameters: NodeSpec['parameters'],
	): Promise<NodeSpec> => {
		const stored = await queue.credential(credential.type, credential.data);
		return {
			name,
			type: `n8n-nodes-tenfold.${type}`,
			parameters: parameters!,
			credentials: { [credential.type]: { id: stored.id, name: stored.name } },
		};
	};
	/** Executions of a workflow that have one of these statuses, at most 100. */
	const executions = async (
		{ id }: StoredWorkflow,
		status: string[],
	): Promise<ExecutionSummary[]> => {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status }));
		return (
			await queue.rest.request<{ results: ExecutionSummary[] }>(
				'GET',
				`/rest/executions?limit=100&filter=${filter}`,
			)
		).results;
	};
	/** An execution that a killed processor stored and did not queue stays *new*: nobody waits for that. */
	const settled = async (workflow: StoredWorkflow): Promise<void> => {
		const running = async () => await executions(workflow, ['running']);
		const isOver = async () => (await jobs.count()) === 0 && (await running()).length === 0;
		await until(
			'an end of all executions',
			isOver,
			patienceMs,
			async () => `${await jobs.count()} in the queue, running: ${JSON.stringify(await running())}`,
		);
	};

	describe(`of ${events} signed deliveries, with a webhook processor and a worker killed in the middle`, () => {
		let delivered: StoredWorkflow;
		let forged: number[];
		let failed: ExecutionSummary[];
		/** Keys that no execution of a delivery entered. */
		let missing: string[];

		beforeAll(async () => {
			const polled = await queue.workflow('polled', [
				await node('Changes', 'financeDataUpdatesTrigger', finance, {
					lists: ['order'],
					options: {},
					...everyMinute,
				}),
				ledger.entryOfAll('polled', 'eventKey'),
			]);
			await queue.rest.activate(polled.id);
			delivered = await queue.workflow('delivered', [
				await node('Event', 'financeDataTrigger', finance, {}),
				work,
				ledger.entry('delivered', '={{ $json.eventKey }}'),
			]);
			const address = await queue.listen(delivered, 'events');
			finance.settings.webhooks = [address];
			for (let index = 0; index < events; index++)
				finance.change({
					token: LOCAL_TOKENS.north,
					path: 'orders',
					fields: { name: `Order ${index}`, line_items: [] },
				});
			forged = await Promise.all(
				Array.from({ length: 20 }, async (_, index) => (await forge(address, index)).status),
			);
			await ledger.until('delivered', events * 0.3, patienceMs);
			await queue.webhooks[0]!.kill();
			await Promise.all([
				queue.webhooks[0]!.restart(),
				ledger.until('delivered', events * 0.6, patienceMs),
			]);
			await queue.workers[0]!.kill();
			await queue.workers[0]!.restart();
			const open = () => finance.webhooks.deliveries.filter(({ outcome }) => outcome === 'open');
			await until(
				'an end of all deliveries',
				() => open().length === 0,
				patienceMs,
				() => `Open: ${JSON.stringify(open())}`,
			);
			await settled(delivered);
			failed = await executions(delivered, ['error', 'crashed']);
			await ledger.until('polled', events, patienceMs);
			missing = [...ledger.page('polled').keys()].filter(
				(key) => !ledger.page('delivered').has(key),
			);
			const again = [...ledger.page('delivered').values()].reduce(
				(sum, times) => sum + times - 1,
				0,
			);
			console.log(
				`${events} events: ${missing.length} lost by n8n with the killed worker and brought by the poll, ${again} executed twice`,
			);
		}, patienceMs * 3);

		/** A delivery signed with another secret, or not at all. */
		const forge = async (address: string, index: number) =>
			await axios.post(
				address,
				{ type: 'ORDER', code: 'ORDER_CREATED', order: { id: `forged-${index}` } },
				{
					headers: index % 2 === 0 ? {} : { 'x-rutter-signature': 'sha256=AAAA' },
					validateStatus: () => true,
					proxy: false,
				},
			);

		test('what is forged is refused by both processors, and starts nothing', () => {
			expect(new Set(forged)).toEqual(new Set([401]));
			expect([...ledger.page('delivered').keys()].filter((key) => key.includes('forged'))).toEqual(
				[],
			);
		});

		test('every delivery is accepted in the end: the sender repeats what found no answer', () => {
			const { deliveries } = finance.webhooks;
			expect(deliveries.filter(({ outcome }) => outcome !== 'delivered')).toEqual([]);
			expect(deliveries.some(({ attempts }) => attempts.length > 1)).toBe(true);
		});

		test('an execution that the killed processor stored and did not queue is of a delivery without an answer', async () => {
			const unanswered = finance.webhooks.deliveries.filter(
				({ attempts }) => attempts.length > 1,
			).length;
			expect((await executions(delivered, ['new'])).length).toBeLessThanOrEqual(unanswered);
		});

		test('every accepted event is executed, but for those that the killed worker had in hand, which n8n ends with an error', async () => {
			expect(missing.length).toBeLessThanOrEqual(failed.length);
			expect(failed.length).toBeLessThanOrEqual(concurrency);
			for (const { id } of failed)
				expect((await queue.rest.execution(id)).error?.message).toMatch(
					/failed to be processed too many times/,
				);
		});

		test('the updates trigger brings every event, those included, under the key that the delivery had', () => {
			const brought = ledger.page('polled');
			expect(brought.size).toBe(events);
			expect([...ledger.page('delivered').keys()].filter((key) => !brought.has(key))).toEqual([]);
		});

		test('an event is executed twice only where it was delivered twice, and its key says so', () => {
			const again = [...ledger.page('delivered').values()].reduce(
				(sum, times) => sum + times - 1,
				0,
			);
			const attempts = finance.webhooks.deliveries.reduce(
				(sum, delivery) => sum + delivery.attempts.length,
				0,
			);
			expect(again).toBeLessThanOrEqual(attempts - events);
		});
	});

	test('the code hosting trigger asks from the main process alone, executes on workers, and each event once', async () => {
		for (let index = 0; index < 30; index++) code.happen({ agoMs: (index + 1) * 60_000 });
		const repository = code.world.repositories[0]!;
		const workflow = await queue.workflow('happened', [
			await node('Happened', 'codeHostingTrigger', code, {
				authentication: 'token',
				feed: 'repository',
				owner: named(repository.owner),
				repository: named(repository.name),
				begin: 'window',
				...everyMinute,
			}),
			ledger.entry('happened', '={{ $json.id }}'),
		]);
		await queue.rest.activate(workflow.id);
		await ledger.until('happened', 30);
		for (let index = 0; index < 10; index++) code.happen();
		await ledger.until('happened', 40);
		await settled(workflow);
		expect([...ledger.page('happened').values()]).toEqual(Array(40).fill(1));
		const ended = await executions(workflow, ['success']);
		const items = await Promise.all(
			ended.map(async ({ id }) => itemsOf(await queue.rest.execution(id), 'Enter').length),
		);
		expect(items.sort((one, other) => one - other)).toEqual([10, 30]);
		for (const { id } of ended)
			expect(
				queue.workers.some(({ logs }) =>
					logs.some((line) => line.includes(`Worker started execution ${id} `)),
				),
			).toBe(true);
		// Whoever else had polled would have asked again before the service wanted to be asked.
		expect(code.early).toEqual([]);
	}, 400_000);

	(process.env.TENFOLD_LONG ? test : test.skip)(
		'what dies together with the processor that queued it keeps its event, and can be retried',
		async () => {
			const slowly = { ...work, parameters: { ...work.parameters, amount: 20 } };
			const workflow = await queue.workflow('crashed', [
				await node('Event', 'financeDataTrigger', finance, {}),
				slowly,
				ledger.entry('crashed', '={{ $json.eventKey }}'),
			]);
			finance.settings.webhooks = [await queue.listen(workflow, 'events')];
			for (let index = 0; index < 6; index++)
				finance.change({
					token: LOCAL_TOKENS.north,
					path: 'orders',
					fields: { name: `Late order ${index}`, line_items: [] },
				});
			await until(
				'six executions at work',
				async () => (await executions(workflow, ['running'])).length === 6,
				60_000,
			);
			const dying = [...queue.workers, ...queue.webhooks];
			await Promise.all(dying.map(async (process) => await process.kill()));
			expect(ledger.page('crashed').size).toBe(0);
			await Promise.all(dying.map(async (process) => await process.restart()));
			// A lock runs out before the queue lets go of what nobody works on any more.
			await sleep(40_000);
			await queue.main.restart();
			await queue.rest.signIn();
			await until(
				'six crashed executions',
				async () => (await executions(workflow, ['crashed'])).length === 6,
				120_000,
			);
			await Promise.all(
				(await executions(workflow, ['crashed'])).map(
					async ({ id }) =>
						await queue.rest.request('POST', `/rest/executions/${id}/retry`, {
							loadWorkflow: false,
						}),
				),
			);
			await ledger.until('crashed', 6);
		},
		400_000,
	);
});
