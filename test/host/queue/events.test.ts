// Events in queue mode: signed deliveries while processes are killed, and a polling trigger. See
// docs/queue-mode.md for the results.
import axios from 'axios';
import {
	LOCAL_TOKENS,
	startFinanceService,
	type FinanceService,
} from '../../services/financeData/service';
import type { Delivery } from '../../services/financeData/webhooks';
import { connectJobQueue, type JobQueue } from '../kit/jobQueue';
import { startRecorder, type Recorder } from '../kit/recorder';
import {
	describeQueue,
	fastCrashDetection,
	startTestQueue,
	type TestQueue,
} from '../kit/testQueue';
import type { NodeSpec } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import { isolatesOnDemand } from '../../../tools/n8n/environment';
import type { ExecutionSummary, StoredWorkflow } from '../../../tools/n8n/restTypes';

const events = process.env.TENFOLD_LONG ? 20_000 : 1000;
/** Timeout of each wait. Without failures, an event takes a seventh of a second. */
const timeoutMs = Math.max(300_000, events * 300);
const concurrency = 10;
const everyMinute = { pollTimes: { item: [{ mode: 'everyMinute' }] } };
/** Makes executions so long that a worker is running several of them when it is killed. */
const delay: NodeSpec = {
	name: 'Delay',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'timeInterval', amount: 0.5, unit: 'seconds' },
};

describeQueue('events in queue mode', () => {
	let queue: TestQueue;
	let jobs: JobQueue;
	let finance: FinanceService;
	let recorder: Recorder;

	beforeAll(async () => {
		recorder = await startRecorder();
		finance = await startFinanceService();
		queue = await startTestQueue({
			workers: 3,
			webhooks: 2,
			concurrency,
			env: { ...fastCrashDetection, ...isolatesOnDemand },
		});
		jobs = await connectJobQueue(queue);
	});
	afterAll(async () => {
		await jobs?.close();
		await queue?.close();
		await finance?.close();
		recorder?.close();
	});

	const node = async (
		name: string,
		type: string,
		{ credential }: FinanceService,
		parameters: NodeSpec['parameters'],
	): Promise<NodeSpec> => {
		const stored = await queue.createCredential(credential.type, credential.data);
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
	/**
	 * Waits until no execution is queued or running. Ignores executions with the status "new": a
	 * killed webhook processor stored them but did not add them to the queue.
	 */
	const waitForExecutions = async (workflow: StoredWorkflow): Promise<void> => {
		const running = async () => await executions(workflow, ['running']);
		const isDone = async () => (await jobs.count()) === 0 && (await running()).length === 0;
		await waitUntil(
			'all executions',
			isDone,
			timeoutMs,
			async () =>
				`Jobs in the queue: ${await jobs.count()}, running: ${JSON.stringify(await running())}`,
		);
	};

	describe(`${events} signed deliveries while a webhook processor and a worker are killed`, () => {
		let delivered: StoredWorkflow;
		let forged: number[];
		/** Number of deliveries that were not accepted yet when the webhook processor was killed. */
		let openAtKill: number;
		/**
		 * The executions that did not succeed. n8n lists those of the killed worker as "crashed" after
		 * the worker's restart, or else as "error". An execution whose start the worker did not report
		 * is "new" for half a minute, or for ever if the webhook processor was killed, too. All are
		 * read in one request, because their status changes in between.
		 */
		let interrupted: ExecutionSummary[];
		/** Event keys that the polling workflow recorded but the webhook workflow did not. */
		let missing: string[];

		beforeAll(async () => {
			const polled = await queue.createWorkflow('polled', [
				await node('Changes', 'financeDataUpdatesTrigger', finance, {
					lists: ['order'],
					options: {},
					...everyMinute,
				}),
				recorder.recordAll('polled', 'eventKey'),
			]);
			await queue.rest.activate(polled.id);
			delivered = await queue.createWorkflow('delivered', [
				await node('Event', 'financeDataTrigger', finance, {}),
				delay,
				recorder.recordEach('delivered', '={{ $json.eventKey }}'),
			]);
			const url = await queue.activateWebhook(delivered, 'events');
			finance.settings.webhooks = [url];
			for (let index = 0; index < events; index++)
				finance.change({
					token: LOCAL_TOKENS.north,
					path: 'orders',
					fields: { name: `Order ${index}`, line_items: [] },
				});
			forged = await Promise.all(
				Array.from({ length: 20 }, async (_, index) => (await forge(url, index)).status),
			);
			const withOutcome = (wanted: Delivery['outcome']) =>
				finance.webhooks.deliveries.filter(({ outcome }) => outcome === wanted);
			// Kill the processor while it receives deliveries. The workers execute them much later.
			await waitUntil(
				'the first deliveries',
				() => withOutcome('delivered').length >= events * 0.3,
				timeoutMs,
			);
			openAtKill = withOutcome('open').length;
			await queue.webhooks[0]!.kill();
			await Promise.all([
				queue.webhooks[0]!.restart(),
				recorder.waitFor('delivered', events * 0.6, timeoutMs),
			]);
			await queue.workers[0]!.kill();
			await queue.workers[0]!.restart();
			await waitUntil(
				'all deliveries',
				() => withOutcome('open').length === 0,
				timeoutMs,
				() => `Open deliveries: ${JSON.stringify(withOutcome('open'))}`,
			);
			await waitForExecutions(delivered);
			await recorder.waitFor('polled', events, timeoutMs);
			missing = [...recorder.recorded('polled').keys()].filter(
				(key) => !recorder.recorded('delivered').has(key),
			);
			interrupted = await executions(delivered, ['error', 'crashed', 'new']);
			const repeated = [...recorder.recorded('delivered').values()].reduce(
				(sum, times) => sum + times - 1,
				0,
			);
			console.log(
				`${events} events: ${missing.length} lost with the killed worker and found by the poll, ${repeated} executed twice`,
			);
		}, timeoutMs * 3);

		/** Sends a forged delivery: without a signature, or with a wrong one if the index is odd. */
		const forge = async (url: string, index: number) =>
			await axios.post(
				url,
				{ type: 'ORDER', code: 'ORDER_CREATED', order: { id: `forged-${index}` } },
				{
					headers: index % 2 === 0 ? {} : { 'x-rutter-signature': 'sha256=AAAA' },
					validateStatus: () => true,
					proxy: false,
				},
			);

		test('both processors reject forged deliveries', () => {
			expect(new Set(forged)).toEqual(new Set([401]));
			expect(
				[...recorder.recorded('delivered').keys()].filter((key) => key.includes('forged')),
			).toEqual([]);
		});

		test('every delivery is eventually accepted, because the sender retries', () => {
			const { deliveries } = finance.webhooks;
			expect(deliveries.filter(({ outcome }) => outcome !== 'delivered')).toEqual([]);
			expect(openAtKill).toBeGreaterThan(0);
			expect(deliveries.some(({ attempts }) => attempts.length > 1)).toBe(true);
		});

		test('only executions that the killed processes handled did not succeed, and n8n lists them', async () => {
			// The killed webhook processor stored an execution, but did not queue it, so the sender
			// repeated the delivery.
			const repeated = finance.webhooks.deliveries.filter(
				({ attempts }) => attempts.length > 1,
			).length;
			expect(interrupted.length).toBeLessThanOrEqual(repeated + concurrency);
			for (const { id } of interrupted.filter(({ status }) => status === 'error'))
				expect((await queue.rest.execution(id)).error?.message).toMatch(
					/failed to be processed too many times/,
				);
		});

		test('only events in these executions are lost', () => {
			expect(missing.length).toBeLessThanOrEqual(interrupted.length);
		});

		test('the updates trigger returns every event with the same event key as the delivery', () => {
			const polled = recorder.recorded('polled');
			expect(polled.size).toBe(events);
			expect([...recorder.recorded('delivered').keys()].filter((key) => !polled.has(key))).toEqual(
				[],
			);
		});

		test('an event is executed twice only if it was delivered twice', () => {
			const repeated = [...recorder.recorded('delivered').values()].reduce(
				(sum, times) => sum + times - 1,
				0,
			);
			const attempts = finance.webhooks.deliveries.reduce(
				(sum, delivery) => sum + delivery.attempts.length,
				0,
			);
			expect(repeated).toBeLessThanOrEqual(attempts - events);
		});
	});
});
