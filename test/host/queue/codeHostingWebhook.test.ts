// The Code Hosting Webhook Trigger in queue mode: main creates the webhook, webhook processors verify
// deliveries with the stored secret, and main requests what a killed processor did not accept.
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import type { StoredWorkflow } from '../../../tools/n8n/restTypes';
import { startRecorder, type Recorder } from '../kit/recorder';
import { resourceLocator } from '../kit/testN8n';
import { describeQueue, startTestQueue, type TestQueue } from '../kit/testQueue';
import { waitUntil } from '../kit/waitUntil';

const events = process.env.TENFOLD_LONG ? 1000 : 60;
const timeoutMs = 240_000;

describeQueue('the webhook trigger in queue mode', () => {
	let queue: TestQueue;
	let code: CodeService;
	let recorder: Recorder;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		recorder = await startRecorder();
		code = await startCodeService();
		queue = await startTestQueue({ workers: 1, webhooks: 1, concurrency: 5 });
		const { type, data } = code.credential;
		const { id, name } = await queue.createCredential(type, data);
		workflow = await queue.createWorkflow('webhook', [
			{
				name: 'Event',
				type: 'n8n-nodes-tenfold.codeHostingWebhookTrigger',
				parameters: {
					webhook: 'create',
					authentication: 'token',
					source: 'organization',
					organization: resourceLocator('octo-org'),
					events: ['push'],
					pollTimes: { item: [{ mode: 'everyMinute' }] },
				},
				credentials: { [type]: { id, name } },
			},
			recorder.recordEach('delivered', '={{ $json.eventKey }}'),
		]);
	}, 600_000);
	afterAll(async () => {
		await queue?.close();
		await code?.close();
		recorder?.close();
	}, 60_000);

	test(
		'every event is executed, although a webhook processor is killed',
		async () => {
			const url = await queue.activateWebhook(workflow, 'webhook');
			await waitUntil('the webhook', () => code.webhooks.all.length === 1, timeoutMs);
			expect(code.webhooks.all[0]!.config.url).toBe(url);
			await code.webhooks.settled();
			const emit = (count: number): string[] =>
				Array.from({ length: count }, () => `github.com:${code.emit({ event: 'push' })}`);
			const keys = emit(events / 2);
			await recorder.waitFor('delivered', events / 4, timeoutMs);
			await queue.webhooks[0]!.kill();
			keys.push(...emit(events / 2));
			await code.webhooks.settled();
			await queue.webhooks[0]!.restart();
			await waitUntil(
				'all events',
				() => keys.every((key) => recorder.recorded('delivered').has(key)),
				timeoutMs,
				() => JSON.stringify(code.webhooks.log.map(({ statusCode }) => statusCode)),
			);
			expect(new Set(recorder.recorded('delivered').keys())).toEqual(new Set(keys));
			const failed = code.webhooks.log.filter(
				({ event, statusCode }) => event === 'push' && statusCode !== 200,
			);
			const repeated = [...recorder.recorded('delivered').values()].reduce(
				(sum, times) => sum + times - 1,
				0,
			);
			expect(failed.length).toBeGreaterThanOrEqual(events / 2);
			console.log(`${events} events: ${failed.length} attempts failed, ${repeated} executed twice`);
		},
		timeoutMs * 2,
	);
});
