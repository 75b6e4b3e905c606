// The triggers of activity tracking in a real n8n instance.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import { FIRST_ACTIVITY, OWN_ATHLETE } from '../../services/activityTracking/seedData';
import { itemsOf, startTestN8n, type NodeSpec, type TestN8n } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import { waitForWebhook } from '../../../tools/n8n/webhooks';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let tracking: ActivityService;
let stored: StoredCredential;

beforeAll(async () => {
	tracking = await startActivityService();
	// If n8n is killed while it activates a workflow, it retries the activation after two minutes by
	// default. These settings shorten this time. n8n must have time to try an activation five times.
	n8n = await startTestN8n({
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '40',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	});
	stored = await n8n.createCredential('activityTrackingOAuth2Api', tracking.oAuth2 as IDataObject);
});
afterAll(async () => {
	await n8n?.close();
	await tracking?.close();
});

describe('the triggers of activity tracking', () => {
	const timeoutMs = 300_000;
	let pushed: StoredWorkflow;

	const createTriggerWorkflow = async (
		name: string,
		type: 'activityTrackingTrigger' | 'activityTrackingUpdatesTrigger',
		parameters: IDataObject,
	): Promise<StoredWorkflow> =>
		await n8n.createWorkflow(name, [
			{
				name: 'Event',
				type: `n8n-nodes-tenfold.${type}`,
				parameters: parameters as NodeSpec['parameters'],
				credentials: { [stored.type]: { id: stored.id, name: stored.name } },
			},
			{ name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
		]);
	const events = ['activityCreated', 'activityUpdated', 'activityDeleted', 'accessRevoked'];
	beforeAll(async () => {
		pushed = await createTriggerWorkflow('push', 'activityTrackingTrigger', { events });
	});

	const callbackUrl = () => tracking.subscriptions.current?.callbackUrl;
	const waitForCallback = async (expected: string | undefined): Promise<void> =>
		await waitUntil(
			expected ? `a subscription for ${expected}` : 'the removal of the subscription',
			() => (expected ? callbackUrl()?.includes(expected) === true : callbackUrl() === undefined),
			timeoutMs,
			() => n8n.process.logs.slice(-10).join('\n'),
		);
	/** The part of a trigger's production URL that differs between workflows. */
	const productionPath = ({ nodes }: StoredWorkflow) => `/webhook/${nodes[0]!.webhookId}/`;

	/** Whether n8n has stored a text with the workflow. */
	const isStored = async ({ id }: StoredWorkflow, text: string): Promise<boolean> => {
		const { staticData } = await n8n.rest.workflow(id);
		return JSON.stringify(staticData ?? {}).includes(text);
	};

	/** The event keys that the executions of a workflow received. */
	const received = async ({ id }: StoredWorkflow): Promise<unknown[]> => {
		const executions = await n8n.rest.executions(id);
		const runs = await Promise.all(executions.map(async (one) => await n8n.rest.execution(one.id)));
		return runs.flatMap((run) => itemsOf(run, 'Event').map(({ json }) => json.eventKey));
	};
	const waitForKeys = async (workflow: StoredWorkflow, keys: readonly string[]): Promise<void> =>
		await waitUntil(
			`${keys.length} events`,
			async () => {
				const all = await received(workflow);
				return keys.every((key) => all.includes(key));
			},
			timeoutMs,
			async () => `Received: ${String(await received(workflow))}`,
		);
	/** Records activities, and pushes their creation. Returns their event keys. */
	const recordAndPush = async (count: number, status: number): Promise<string[]> => {
		const ids = Array.from({ length: count }, () => tracking.record().id);
		for (const id of ids) expect((await tracking.push({ object_id: id })).at(-1)).toBe(status);
		return ids.map((id) => `${OWN_ATHLETE}:${id}:activityCreated`);
	};

	const listenForTestEvent = async (): Promise<unknown> =>
		await n8n.rest.request('POST', `/rest/workflows/${pushed.id}/run`, {
			workflowData: pushed,
			triggerToStartFrom: { name: 'Event' },
		});

	test('a test event reaches the editor through a subscription for the test URL', async () => {
		expect(await listenForTestEvent()).toEqual({ waitingForWebhook: true });
		await waitForCallback('/webhook-test/');
		const keys = await recordAndPush(1, 200);
		await waitForKeys(pushed, keys);
		await waitForCallback(undefined);
		const [execution] = await n8n.rest.executions(pushed.id);
		expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	});

	test('events that the service confirms start an execution each, and a forged event starts none', async () => {
		await n8n.rest.activate(pushed.id);
		await waitForCallback(productionPath(pushed));
		const keys = await recordAndPush(3, 200);
		await waitForKeys(pushed, keys);
		const before = await n8n.rest.executions(pushed.id);
		const { status } = await axios.post(
			callbackUrl()!,
			{ object_type: 'activity', object_id: FIRST_ACTIVITY, aspect_type: 'create' },
			{ validateStatus: () => true, proxy: false },
		);
		expect(status).toBeGreaterThanOrEqual(400);
		expect(await n8n.rest.executions(pushed.id)).toEqual(before);
		await n8n.rest.deactivate(pushed.id);
		await waitForCallback(undefined);
	});

	test('a subscription that no longer exists is created again while n8n runs and when it starts', async () => {
		const checked = await createTriggerWorkflow('checked', 'activityTrackingTrigger', {
			events,
			// The default is every 15 minutes.
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		});
		await n8n.rest.activate(checked.id);
		await waitForCallback(productionPath(checked));
		await waitUntil('the state', async () => await isStored(checked, 'subscriptionId'), timeoutMs);
		// With durable poll cursors, a check must have found the subscription, and stored its URL.
		const checks = (): number => tracking.requests.count('GET */push_subscriptions');
		const before = checks();
		if (process.env.TENFOLD_DURABLE)
			await waitUntil('two checks', () => checks() >= before + 2, timeoutMs);
		tracking.subscriptions.current = undefined;
		await waitForCallback(productionPath(checked));
		await waitForKeys(checked, await recordAndPush(1, 200));
		await n8n.process.kill();
		tracking.subscriptions.current = undefined;
		await n8n.process.restart();
		await waitForCallback(productionPath(checked));
		await waitForWebhook(callbackUrl()!);
		await waitForKeys(checked, await recordAndPush(1, 200));
		await n8n.rest.deactivate(checked.id);
		await waitForCallback(undefined);
	});
});
