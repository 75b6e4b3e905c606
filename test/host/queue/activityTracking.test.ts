// The triggers of Activity Tracking in queue mode: a webhook processor verifies the URL of the push
// subscription that main creates, and polling finds what a killed processor did not accept.
import type { IDataObject } from 'n8n-workflow';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';
import { activityKeys, addActivities, pushActivities } from '../kit/activities';
import { startRecorder, type Recorder } from '../kit/recorder';
import { describeQueue, startTestQueue, type TestQueue } from '../kit/testQueue';
import { waitUntil } from '../kit/waitUntil';

/** The trigger rejects more than 50 events at the same time. */
const events = 40;
const timeoutMs = 240_000;

describeQueue('the triggers of Activity Tracking in queue mode', () => {
	let queue: TestQueue;
	let tracking: ActivityService;
	let recorder: Recorder;

	beforeAll(async () => {
		recorder = await startRecorder();
		tracking = await startActivityService();
		queue = await startTestQueue({ workers: 1, webhooks: 1, concurrency: 5 });
	}, 600_000);
	afterAll(async () => {
		await queue?.close();
		await tracking?.close();
		recorder?.close();
	}, 60_000);

	/** A workflow that records the event keys. */
	const activate = async (
		trigger: string,
		{ type, id, name }: StoredCredential,
		parameters: IDataObject,
	): Promise<StoredWorkflow> => {
		const workflow = await queue.createWorkflow(trigger, [
			{
				name: 'Event',
				type: `n8n-nodes-tenfold.${trigger}`,
				parameters: { options: {}, ...parameters } as never,
				credentials: { [type]: { id, name } },
			},
			recorder.recordEach(trigger, '={{ $json.eventKey }}'),
		]);
		await queue.rest.activate(workflow.id);
		return workflow;
	};

	const add = (count = events): number[] => addActivities(tracking, count);
	const push = async (ids: readonly number[]): Promise<number[][]> =>
		await pushActivities(tracking, ids);
	const recorded = (trigger: string): Set<string> => new Set(recorder.recorded(trigger).keys());

	test(
		'every activity is executed, although a webhook processor is killed',
		async () => {
			const { oAuth2, credential } = tracking;
			await activate(
				'activityTrackingTrigger',
				await queue.createCredential('activityTrackingOAuth2Api', oAuth2 as IDataObject),
				{},
			);
			await activate(
				'activityTrackingUpdatesTrigger',
				await queue.createCredential(credential.type, credential.data),
				{ authentication: 'accessToken', pollTimes: { item: [{ mode: 'everyMinute' }] } },
			);
			const isActive = () =>
				tracking.subscriptions.current !== undefined &&
				tracking.requests.count('GET /api/v3/athlete/activities') > 0;
			await waitUntil('the subscription and the first poll', isActive, timeoutMs);

			const accepted = add();
			const statuses = await push(accepted);
			expect(statuses.map((attempts) => attempts.at(-1))).toEqual(accepted.map(() => 200));
			await recorder.waitFor('activityTrackingTrigger', events, timeoutMs);

			await queue.webhooks[0]!.kill();
			const missed = add();
			expect((await push(missed)).flat()).not.toContain(200);
			await queue.webhooks[0]!.restart();
			const last = add(1);
			await waitUntil(
				'the webhook processor',
				async () => (await push(last)).flat().includes(200),
				timeoutMs,
			);

			await recorder.waitFor('activityTrackingTrigger', events + 1, timeoutMs);
			expect(recorded('activityTrackingTrigger')).toEqual(
				new Set(activityKeys([...accepted, ...last])),
			);
			await recorder.waitFor('activityTrackingUpdatesTrigger', events * 2 + 1, timeoutMs);
			const all = [...accepted, ...missed, ...last];
			expect(recorded('activityTrackingUpdatesTrigger')).toEqual(new Set(activityKeys(all)));
		},
		timeoutMs * 2,
	);
});
