// Triggers that manage their webhook, in queue mode: main creates the webhook, and webhook processors
// verify deliveries with what main has stored.
import type { IDataObject } from 'n8n-workflow';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import { OWN_ATHLETE } from '../../services/activityTracking/seedData';
import { startCodeService, type CodeService } from '../../services/codeHosting/service';
import type { StoredCredential } from '../../../tools/n8n/restTypes';
import { startRecorder, type Recorder } from '../kit/recorder';
import { resourceLocator, type NodeSpec } from '../kit/testN8n';
import { describeQueue, startTestQueue, type TestQueue } from '../kit/testQueue';
import { waitUntil } from '../kit/waitUntil';

const events = process.env.TENFOLD_LONG ? 1000 : 60;
const timeoutMs = 900_000;

describeQueue('triggers that manage their webhook in queue mode', () => {
	let queue: TestQueue;
	let code: CodeService;
	let tracking: ActivityService;
	let recorder: Recorder;

	beforeAll(async () => {
		recorder = await startRecorder();
		code = await startCodeService();
		tracking = await startActivityService();
		queue = await startTestQueue({ workers: 1, webhooks: 1, concurrency: 5 });
	});
	afterAll(async () => {
		await queue?.close();
		await Promise.all([code?.close(), tracking?.close()]);
		recorder?.close();
	});

	/** Activates a workflow that records the event keys. Returns the URL of its webhook. */
	const activate = async (
		name: string,
		path: string,
		parameters: NodeSpec['parameters'],
		{ type, id, name: credentialName }: StoredCredential,
	): Promise<string> =>
		await queue.activateWebhook(
			await queue.createWorkflow(name, [
				{
					name: 'Event',
					type: `n8n-nodes-tenfold.${name}`,
					parameters: parameters!,
					credentials: { [type]: { id, name: credentialName } },
				},
				recorder.recordEach(name, '={{ $json.eventKey }}'),
			]),
			path,
		);
	/** How many executions repeated an event. */
	const repeated = (list: string): number =>
		[...recorder.recorded(list).values()].reduce((sum, times) => sum + times - 1, 0);

	test(
		'main requests what a killed webhook processor did not accept (code hosting)',
		async () => {
			const list = 'codeHostingWebhookTrigger';
			const { type, data } = code.credential;
			const url = await activate(
				list,
				'webhook',
				{
					webhook: 'create',
					authentication: 'token',
					source: 'organization',
					organization: resourceLocator('octo-org'),
					events: ['push'],
					pollTimes: { item: [{ mode: 'everyMinute' }] },
				},
				await queue.createCredential(type, data),
			);
			await waitUntil('the webhook', () => code.webhooks.all.length === 1, timeoutMs);
			expect(code.webhooks.all[0]!.config.url).toBe(url);
			await code.webhooks.settled();
			const emit = (count: number): string[] =>
				Array.from({ length: count }, () => `github.com:${code.emit({ event: 'push' })}`);
			const keys = emit(events / 2);
			await recorder.waitFor(list, events / 4, timeoutMs);
			await queue.webhooks[0]!.kill();
			keys.push(...emit(events / 2));
			await code.webhooks.settled();
			await queue.webhooks[0]!.restart();
			await waitUntil(
				'all events',
				() => keys.every((key) => recorder.recorded(list).has(key)),
				timeoutMs,
				() => JSON.stringify(code.webhooks.log.map(({ statusCode }) => statusCode)),
			);
			expect(new Set(recorder.recorded(list).keys())).toEqual(new Set(keys));
			const failed = code.webhooks.log.filter(
				({ event, statusCode }) => event === 'push' && statusCode !== 200,
			);
			expect(failed.length).toBeGreaterThanOrEqual(events / 2);
			console.log(
				`${events} events: ${failed.length} attempts failed, ${repeated(list)} executed twice`,
			);
		},
		timeoutMs * 2,
	);

	test(
		'the service repeats what a killed webhook processor did not accept (activity tracking)',
		async () => {
			const list = 'activityTrackingTrigger';
			const url = await activate(
				list,
				'events',
				{ events: ['activityCreated'] },
				await queue.createCredential('activityTrackingOAuth2Api', tracking.oAuth2 as IDataObject),
			);
			await waitUntil('the subscription', () => !!tracking.subscriptions.current, timeoutMs);
			expect(tracking.subscriptions.current!.callbackUrl).toBe(url);
			// A webhook processor confirms at most 50 events per quarter of an hour.
			const activities = Array.from({ length: 40 }, () => tracking.record().id);
			const push = (ids: readonly number[]) =>
				ids.map(async (id) => await tracking.push({ object_id: id }));
			let isRestarted = (): void => undefined;
			const restarted = new Promise<void>((resolve) => (isRestarted = resolve));
			tracking.subscriptions.beforeRetry = async () => await restarted;
			const attempts = push(activities.slice(0, 20));
			await recorder.waitFor(list, 5, timeoutMs);
			await queue.webhooks[0]!.kill();
			attempts.push(...push(activities.slice(20)));
			await queue.webhooks[0]!.restart();
			isRestarted();
			const statuses = await Promise.all(attempts);
			expect(statuses.map((one) => one.at(-1))).toEqual(activities.map(() => 200));
			expect(statuses.slice(20).every((one) => one.length > 1)).toBe(true);
			await recorder.waitFor(list, activities.length, timeoutMs);
			expect(new Set(recorder.recorded(list).keys())).toEqual(
				new Set(activities.map((id) => `${OWN_ATHLETE}:${id}:activityCreated`)),
			);
			expect(repeated(list)).toBeLessThanOrEqual(statuses.flat().length - activities.length);
		},
		timeoutMs * 2,
	);
});
