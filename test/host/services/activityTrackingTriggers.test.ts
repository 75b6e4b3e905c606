// The triggers of Activity Tracking in a real n8n instance: the push subscription, and polling.
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { OWN_ATHLETE } from '../../services/activityTracking/seedData';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';
import { activityKeys, addActivities, pushActivities } from '../kit/activities';
import { itemsOf, startTestN8n, type TestN8n } from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';

let n8n: TestN8n;
let tracking: ActivityService;
let pushed: StoredWorkflow;
let polled: StoredWorkflow;
const timeoutMs = 120_000;

beforeAll(async () => {
	tracking = await startActivityService();
	// If n8n is killed while it activates a workflow, it retries the activation after two minutes by
	// default. These settings shorten this time.
	n8n = await startTestN8n({
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '20',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	});
	const oAuth2 = await n8n.createCredential(
		'activityTrackingOAuth2Api',
		tracking.oAuth2 as IDataObject,
	);
	const token = await n8n.createCredential('activityTrackingApi', tracking.credential.data);
	pushed = await createWorkflow('activityTrackingTrigger', oAuth2, {});
	polled = await createWorkflow('activityTrackingUpdatesTrigger', token, {
		authentication: 'accessToken',
		pollTimes: { item: [{ mode: 'everyMinute' }] },
	});
}, 600_000);
afterAll(async () => {
	await n8n?.close();
	await tracking?.close();
}, 60_000);

const createWorkflow = async (
	trigger: string,
	{ type, id, name }: StoredCredential,
	parameters: IDataObject,
): Promise<StoredWorkflow> =>
	await n8n.createWorkflow(trigger, [
		{
			name: 'Event',
			type: `n8n-nodes-tenfold.${trigger}`,
			parameters: { options: {}, ...parameters } as never,
			credentials: { [type]: { id, name } },
		},
		{ name: 'Next', type: 'n8n-nodes-base.noOp', typeVersion: 1 },
	]);

const add = (count: number): number[] => addActivities(tracking, count);
const push = async (ids: readonly number[]): Promise<number[]> =>
	(await pushActivities(tracking, ids)).flat();

/** The event keys that the executions of a workflow received. */
async function received({ id }: StoredWorkflow): Promise<string[]> {
	const executions = await n8n.rest.executions(id);
	const runs = await Promise.all(executions.map(async (run) => await n8n.rest.execution(run.id)));
	return runs.flatMap((run) => itemsOf(run, 'Next').map(({ json }) => String(json.eventKey)));
}
const waitForKeys = async (workflow: StoredWorkflow, ids: readonly number[]): Promise<void> =>
	await waitUntil(
		`${ids.length} events`,
		async () => {
			const keys = new Set(await received(workflow));
			return activityKeys(ids).every((key) => keys.has(key));
		},
		timeoutMs,
		async () => JSON.stringify(await received(workflow)),
	);

test('the trigger creates its push subscription, whose URL n8n verifies', async () => {
	await n8n.rest.activate(pushed.id);
	await waitUntil(
		'the subscription',
		() => tracking.subscriptions.current !== undefined,
		timeoutMs,
	);
	expect(tracking.subscriptions.current!.callbackUrl).toContain('/webhook/');
	await n8n.rest.activate(polled.id);
	const hasPolled = () => tracking.requests.count('GET /api/v3/athlete/activities') > 0;
	await waitUntil('the first poll', hasPolled, timeoutMs);
}, 180_000);

test('both triggers emit a new activity, with the same event key', async () => {
	const ids = add(5);
	expect(await push(ids)).toEqual(ids.map(() => 200));
	await waitForKeys(pushed, ids);
	await waitForKeys(polled, ids);
	for (const workflow of [pushed, polled])
		expect((await received(workflow)).sort()).toEqual(activityKeys(ids).sort());
}, 240_000);

test('forged events start no execution', async () => {
	const { callbackUrl, id } = tracking.subscriptions.current!;
	const count = (await received(pushed)).length;
	const [existing] = add(1);
	const event = {
		object_type: 'activity',
		object_id: 9_999_999_999,
		aspect_type: 'create',
		owner_id: OWN_ATHLETE,
		subscription_id: id,
		updates: {},
		event_time: 1_769_846_400,
	};
	const statusOf = async (body: unknown): Promise<number> =>
		(
			await axios.post(callbackUrl, body, {
				headers: { 'content-type': 'application/json' },
				validateStatus: () => true,
				proxy: false,
			})
		).status;
	expect(await statusOf(event)).toBe(404);
	expect(await statusOf({ ...event, object_id: existing, subscription_id: id + 1 })).toBe(403);
	expect(await statusOf({ ...event, object_id: existing, aspect_type: 'delete' })).toBe(200);
	expect(await statusOf('[]')).toBe(400);
	const { status } = await axios.get(callbackUrl, {
		params: { 'hub.challenge': 'x', 'hub.verify_token': 'guessed' },
		validateStatus: () => true,
		proxy: false,
	});
	expect(status).toBe(403);
	expect(await received(pushed)).toHaveLength(count);
}, 180_000);

test('no activity is lost when n8n is killed', async () => {
	const { current } = tracking.subscriptions;
	const before = add(3);
	expect(await push(before)).toEqual(before.map(() => 200));
	await n8n.process.kill();
	// The service gives up after three attempts, so only the polling trigger finds these activities.
	const during = add(3);
	await expect(push(during)).rejects.toThrow(/ECONNREFUSED/);
	await n8n.process.restart();
	const after = add(2);
	await waitUntil(
		'the webhook',
		async () => (await push(after)).every((status) => status === 200),
		timeoutMs,
	);
	// The subscription survives a restart.
	expect(tracking.subscriptions.current).toEqual(current);
	await waitForKeys(pushed, after);
	await waitForKeys(polled, [...before, ...during, ...after]);
}, 360_000);

test('the subscription is deleted when the workflow is deactivated', async () => {
	await n8n.rest.deactivate(pushed.id);
	await waitUntil('the removal', () => tracking.subscriptions.current === undefined, timeoutMs);
}, 180_000);
