// Activity tracking and workspace token in a real n8n instance: credentials, lists, every
// operation, the examples, and the triggers of activity tracking.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import {
	disprovedEvents,
	foreignEvents,
	malformedEvents,
} from '../../services/activityTracking/forgedEvents';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import {
	BIKE,
	FIRST_ACTIVITY,
	FIRST_CLUB,
	FIRST_EFFORT,
	FIRST_SEGMENT,
	OWN_ATHLETE,
	ROUTE,
} from '../../services/activityTracking/seedData';
import {
	startWorkspaceService,
	type WorkspaceService,
} from '../../services/workspaceToken/service';
import { seededIntegers } from '../../services/kit/random';
import { importExamples } from '../../../tools/sandbox/importExamples';
import { runExample } from '../../../tools/sandbox/runExample';
import {
	itemsOf,
	resourceLocator,
	startTestN8n,
	type NodeSpec,
	type TestN8n,
} from '../kit/testN8n';
import { waitUntil } from '../kit/waitUntil';
import { waitForWebhook } from '../../../tools/n8n/webhooks';
import { inRoot } from '../../../tools/system/paths';
import type { StoredCredential, StoredWorkflow } from '../../../tools/n8n/restTypes';

let n8n: TestN8n;
let tracking: ActivityService;
let workspace: WorkspaceService;
let stored: {
	tracking: StoredCredential;
	current: StoredCredential;
	trackingOAuth2: StoredCredential;
	token: StoredCredential;
	oAuth2: StoredCredential;
};

beforeAll(async () => {
	tracking = await startActivityService();
	workspace = await startWorkspaceService();
	// If n8n is killed while it activates a workflow, it retries the activation after two minutes by
	// default. These settings shorten this time. n8n must have time to try an activation five times.
	n8n = await startTestN8n({
		N8N_WORKFLOW_PUBLICATION_OUTBOX_LEASE_SECONDS: '40',
		N8N_WORKFLOW_PUBLICATION_OUTBOX_POLL_INTERVAL_MS: '1000',
	});
	stored = {
		tracking: await n8n.createCredential('activityTrackingApi', tracking.credential.data),
		current: await n8n.createCredential('activityTrackingApi', {
			...tracking.credential.data,
			interface: 'current',
		}),
		trackingOAuth2: await n8n.createCredential(
			'activityTrackingOAuth2Api',
			tracking.oAuth2 as IDataObject,
		),
		token: await n8n.createCredential('workspaceTokenApi', workspace.credential.data),
		oAuth2: await n8n.createCredential('workspaceTokenOAuth2Api', workspace.oAuth2),
	};
});
afterAll(async () => {
	await n8n?.close();
	await Promise.all([tracking?.close(), workspace?.close()]);
});

const reference = ({ type, id, name }: StoredCredential) => ({ [type]: { id, name } });
const segmentId = resourceLocator(FIRST_SEGMENT);
const activity = (
	name: string,
	resource: string,
	operation: string,
	parameters: IDataObject = {},
	credential = stored.tracking,
): NodeSpec => ({
	name,
	type: 'n8n-nodes-tenfold.activityTracking',
	parameters: { resource, operation, ...parameters } as NodeSpec['parameters'],
	credentials: reference(credential),
});
const token = (
	name: string,
	operation: string,
	parameters: IDataObject = {},
	credential = stored.token,
): NodeSpec => ({
	name,
	type: 'n8n-nodes-tenfold.workspaceToken',
	parameters: { resource: 'token', operation, ...parameters } as NodeSpec['parameters'],
	credentials: reference(credential),
});

test('credential tests accept valid credentials and reject invalid ones', async () => {
	const { rest } = n8n;
	expect(await rest.testCredential(stored.tracking)).toMatchObject({ status: 'OK' });
	expect(
		await rest.testCredential(stored.tracking, {
			...tracking.credential.data,
			accessToken: 'wrong',
		}),
	).toMatchObject({ status: 'Error' });
	expect(await rest.testCredential(stored.token)).toMatchObject({ status: 'OK' });
	expect(
		await rest.testCredential(stored.token, { ...workspace.credential.data, token: 'wrong' }),
	).toMatchObject({ status: 'Error' });
});

test('resource locators list and search records across pages', async () => {
	const lookup = {
		nodeType: 'n8n-nodes-tenfold.activityTracking',
		credentials: reference(stored.tracking),
		method: 'searchSegment',
		path: 'parameters.segmentId',
		parameters: { authentication: 'accessToken' },
	};
	const first = await n8n.rest.resourceLocatorResults(lookup);
	expect(first.results).toHaveLength(200);
	const second = await n8n.rest.resourceLocatorResults(lookup, {
		paginationToken: first.paginationToken as string,
	});
	expect(second.results).toHaveLength(30);
	expect((await n8n.rest.resourceLocatorResults(lookup, { filter: 'hill 7 ' })).results).toEqual([
		{ name: 'Hill 7 · Takao · 1201 m', value: String(FIRST_SEGMENT + 7) },
	]);
	const tokens = await n8n.rest.resourceLocatorResults({
		nodeType: 'n8n-nodes-tenfold.workspaceToken',
		credentials: reference(stored.token),
		method: 'searchToken',
		path: 'parameters.tokenId',
		parameters: { authentication: 'token' },
	});
	expect(tokens.results.map(({ name }) => name)).toEqual([
		expect.stringMatching(/^n8n · created \d{4}-\d\d-\d\d$/),
	]);
});

test('every operation of activity tracking succeeds', async () => {
	const activityId = resourceLocator(FIRST_ACTIVITY);
	const clubId = resourceLocator(FIRST_CLUB);
	const effortId = resourceLocator(String(FIRST_EFFORT));
	const routeId = resourceLocator(ROUTE);
	const nodes: Array<[NodeSpec, number]> = [
		[activity('Activity', 'activity', 'get', { activityId }), 1],
		[
			activity('Activities', 'activity', 'getAll', {
				returnAll: true,
				filters: { after: '2026-01-01T00:00:00Z' },
			}),
			11,
		],
		[activity('Comments', 'activity', 'getAllComments', { activityId, returnAll: true }), 1],
		[activity('Kudos', 'activity', 'getAllKudos', { activityId, returnAll: true }), 1],
		[activity('Laps', 'activity', 'getAllLaps', { activityId }), 1],
		[activity('Zones', 'activity', 'getAllZones', { activityId }), 1],
		[
			activity('Create', 'activity', 'create', {
				name: 'Manual',
				startDate: '2025-01-01T08:00:00',
				elapsedTime: '3600',
			}),
			1,
		],
		[activity('Update', 'activity', 'update', { activityId, updateFields: { trainer: true } }), 1],
		[activity('Athlete', 'athlete', 'get'), 1],
		[activity('Stats', 'athlete', 'getStats'), 1],
		[activity('Athlete Zones', 'athlete', 'getZones'), 1],
		[activity('Weight', 'athlete', 'update', { weight: '70.5' }), 1],
		[activity('Club', 'club', 'get', { clubId }), 1],
		[activity('Clubs', 'club', 'getAll'), 1],
		[activity('Club Activities', 'club', 'getAllActivities', { clubId, limit: 5 }), 1],
		[activity('Club Administrators', 'club', 'getAllAdmins', { clubId }), 1],
		[activity('Club Members', 'club', 'getAllMembers', { clubId, returnAll: true }), 1],
		[activity('Gear', 'gear', 'get', { gearId: resourceLocator(BIKE) }), 1],
		[activity('Route', 'route', 'get', { routeId }), 1],
		[activity('Routes', 'route', 'getAll', { returnAll: true }), 1],
		[activity('GPX', 'route', 'exportGpx', { routeId }), 1],
		[activity('TCX', 'route', 'exportTcx', { routeId }), 1],
		[activity('Leaderboard', 'leaderboard', 'getAll', { segmentId, limit: 10 }), 15],
		[
			activity('Explore', 'segment', 'explore', {
				southWestLatitude: 30,
				southWestLongitude: 179.9,
				northEastLatitude: 40,
				northEastLongitude: -179.9,
			}),
			7,
		],
		[activity('Segment', 'segment', 'get', { segmentId, options: { decodePolylines: true } }), 1],
		[activity('Starred', 'segment', 'getAllStarred', { returnAll: true }), 230],
		[
			activity('Starred by', 'segment', 'getAllStarredByAthlete', {
				athleteId: resourceLocator(OWN_ATHLETE + 1),
			}),
			1,
		],
		[activity('Star', 'segment', 'star', { segmentId: resourceLocator(FIRST_SEGMENT + 250) }), 1],
		[activity('Effort', 'segmentEffort', 'get', { effortId }), 1],
		[activity('Efforts', 'segmentEffort', 'getAll', { segmentId, returnAll: true }), 430],
		[
			activity('Activity Streams', 'stream', 'getForActivity', {
				activityId,
				streamOutput: 'moments',
			}),
			2500,
		],
		[
			activity('Effort Streams', 'stream', 'getForSegmentEffort', {
				effortId,
				types: ['time', 'watts'],
			}),
			2,
		],
		[activity('Route Streams', 'stream', 'getForRoute', { routeId }), 1],
		[activity('Segment Streams', 'stream', 'getForSegment', { segmentId }), 3],
	];
	const execution = await n8n.run(
		'activity tracking',
		nodes.map(([node]) => node),
		{ fanOut: true },
	);
	expect(execution.error).toBeUndefined();
	expect(
		Object.fromEntries(nodes.map(([{ name }]) => [name, itemsOf(execution, name).length])),
	).toEqual(Object.fromEntries(nodes.map(([{ name }, count]) => [name, count])));
});

test('64-bit effort IDs keep all digits and dates keep their local time', async () => {
	const execution = await n8n.run('efforts', [
		activity('Efforts', 'segmentEffort', 'getAll', {
			segmentId,
			returnAll: true,
			filters: {
				from: '={{ DateTime.fromISO("2026-02-01T00:00:00", { zone: "America/New_York" }) }}',
				to: '2026-02-06',
				ofAthlete: String(OWN_ATHLETE),
			},
		}),
		activity('Each', 'segmentEffort', 'get', { effortId: resourceLocator('={{ $json.id }}') }),
	]);
	expect(execution.error).toBeUndefined();
	const ids = [33n, 36n].map((day) => String(FIRST_EFFORT + day));
	expect(itemsOf(execution, 'Each').map(({ json }) => json.id)).toEqual(ids);
	expect(
		tracking.requests
			.list('GET /api/v3/segment_efforts/*')
			.slice(-2)
			.map(({ path }) => path.split('/').at(-1))
			.sort(),
	).toEqual(ids);
	expect(tracking.requests.list('GET *all_efforts').at(-1)?.query).toMatchObject({
		start_date_local: expect.stringMatching(/^2026-02-01T00:00:00(\.000)?Z$/),
		end_date_local: '2026-02-06T23:59:59Z',
	});
});

test('operations succeed with a credential for the current public interface', async () => {
	tracking.settings.current = true;
	const { run } = n8n;
	const execution = await run('current', [
		activity(
			'Streams',
			'stream',
			'getForSegment',
			{ segmentId, streamOutput: 'moments' },
			stored.current,
		),
		activity('Star', 'segment', 'star', { segmentId, starred: false }, stored.current),
	]).finally(() => {
		tracking.settings.current = false;
	});
	expect(execution.error).toBeUndefined();
	expect(itemsOf(execution, 'Streams')).toHaveLength(20);
	expect(itemsOf(execution, 'Star')[0]?.json.starred).toBe(false);
});

test('a token is created, its comment is cleared, its scopes are changed, and it is listed with OAuth2 and revoked', async () => {
	const tokenId = resourceLocator("={{ $('Create').first().json.token_info.token_id }}");
	const execution = await n8n.run('token', [
		token('Create', 'create', {
			additionalFields: { comment: 'from n8n', scopes: 'sql, authentication' },
		}),
		token('Clear', 'update', { tokenId, updateFields: { comment: '' } }),
		token('Narrow', 'update', { tokenId, updateFields: { scopes: 'sql' } }),
		token('List', 'getAll', { authentication: 'oAuth2', returnAll: true }, stored.oAuth2),
		{ ...token('Revoke', 'revoke', { tokenId }), executeOnce: true },
	]);
	expect(execution.error).toBeUndefined();
	const id = (itemsOf(execution, 'Create')[0]?.json.token_info as IDataObject).token_id;
	expect(itemsOf(execution, 'Clear')[0]?.json).toMatchObject({
		update_mask: 'comment',
		comment: '',
	});
	expect(itemsOf(execution, 'List').map(({ json }) => json)).toContainEqual(
		expect.objectContaining({ token_id: id, comment: '', scopes: ['sql'] }),
	);
	expect(itemsOf(execution, 'Revoke')[0]?.json).toEqual({ revoked: true, token_id: id });
	expect(workspace.tokens.find(String(id))).toBeUndefined();
});

test('the examples succeed', async () => {
	workspace.tokens.issue({ scopes: ['sql'] });
	const folder = mkdtempSync(join(tmpdir(), 'tenfold-examples-'));
	for (const file of readdirSync(inRoot('examples')).filter((name) =>
		/^(activity-(area|streams)|workspace-token-comments)/.test(name),
	))
		cpSync(inRoot('examples', file), join(folder, file));
	const imported = await importExamples(n8n.rest, [stored.tracking, stored.token], folder);
	const services = { activityTracking: tracking, workspaceToken: workspace };
	const results = [];
	for (const example of imported)
		results.push(await runExample(example, { rest: n8n.rest, services }));
	rmSync(folder, { recursive: true });
	expect(
		results.map(({ workflow, message, itemsOut }) => [workflow, message, itemsOut > 0]),
	).toEqual(imported.map(({ workflow: { name } }) => [name, 'ok', true]));
	expect(results).toHaveLength(3);
	expect(workspace.tokens.list().every(({ comment }) => comment !== undefined)).toBe(true);
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
				credentials: reference(stored.trackingOAuth2),
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

	/**
	 * Activates a workflow whose trigger does not start, and returns the error. n8n 2 tries it several
	 * times in the background. n8n 1 returns the error in the response.
	 */
	async function activationError({ id }: StoredWorkflow): Promise<string | undefined> {
		try {
			await n8n.rest.activate(id);
		} catch (rejection) {
			return (rejection as Error).message;
		}
		let error: string | null | undefined;
		const readError = async (): Promise<boolean> => {
			const { triggers } = await n8n.rest.request<{
				triggers: Array<{ errorMessage: string | null }>;
			}>('GET', `/rest/workflows/${id}/publication-status`);
			error = triggers[0]?.errorMessage;
			return !!error;
		};
		await waitUntil('the error of the activation', readError, timeoutMs);
		return error ?? undefined;
	}

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

	test('events that the service confirms start an execution each, and forged events start none', async () => {
		await n8n.rest.activate(pushed.id);
		await waitForCallback(productionPath(pushed));
		const keys = await recordAndPush(3, 200);
		await waitForKeys(pushed, keys);
		const before = await n8n.rest.executions(pushed.id);
		const random = seededIntegers(7);
		for (const [method, forge] of Object.entries({
			...malformedEvents,
			...foreignEvents,
			...disprovedEvents,
		})) {
			const genuine = {
				object_type: 'activity',
				object_id: FIRST_ACTIVITY,
				aspect_type: 'create',
				owner_id: OWN_ATHLETE,
				updates: { title: 'Morning Ride 0' },
				event_time: 1_769_846_400,
				subscription_id: tracking.subscriptions.current!.id,
			};
			const { status } = await axios.post(callbackUrl()!, forge(genuine, random), {
				headers: { 'content-type': 'application/json' },
				validateStatus: () => true,
				proxy: false,
			});
			// The trigger responds with 200 to events that the service must not repeat.
			const isSilent = method === 'another athlete' || method.startsWith('an update with');
			expect([method, status < 400]).toEqual([method, isSilent]);
		}
		expect(await n8n.rest.executions(pushed.id)).toEqual(before);
	});

	test('the active workflow keeps its subscription when the editor listens for a test event', async () => {
		const { current } = tracking.subscriptions;
		await expect(listenForTestEvent()).rejects.toThrow('already has a push subscription');
		expect(tracking.subscriptions.current).toBe(current);
	});

	test('a second workflow does not start, and the error contains the URL of the subscription', async () => {
		const second = await createTriggerWorkflow('second', 'activityTrackingTrigger', { events });
		const { current } = tracking.subscriptions;
		expect(await activationError(second)).toContain(
			`The Activity Tracking application already has a push subscription, for ${current!.callbackUrl}`,
		);
		expect(tracking.subscriptions.current).toBe(current);
		await n8n.rest.deactivate(second.id);
		await waitForKeys(pushed, await recordAndPush(1, 200));
	});

	test('a workflow replaces the subscription if this is allowed', async () => {
		const replacing = await createTriggerWorkflow('replacing', 'activityTrackingTrigger', {
			events,
			options: { replaceExisting: true },
		});
		await n8n.rest.activate(replacing.id);
		await waitForCallback(productionPath(replacing));
		const { id } = tracking.subscriptions.current!;
		// This workflow has lost its subscription, and must not delete that of the other workflow.
		tracking.requests.clear();
		await n8n.rest.deactivate(pushed.id);
		const lookups = () => tracking.requests.count('GET /api/v3/push_subscriptions');
		await waitUntil('the deactivation', () => lookups() > 0, timeoutMs);
		expect(tracking.subscriptions.current?.id).toBe(id);
		await waitForKeys(replacing, await recordAndPush(1, 200));
		await n8n.rest.deactivate(replacing.id);
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

	test('the subscription survives when n8n is killed, and polls find the activities of that time', async () => {
		const polled = await createTriggerWorkflow('poll', 'activityTrackingUpdatesTrigger', {
			authentication: 'oAuth2',
			pollTimes: { item: [{ mode: 'everyMinute' }] },
		});
		await n8n.rest.activate(polled.id);
		await waitUntil('the first poll', async () => await isStored(polled, 'knownIds'), timeoutMs);
		await n8n.rest.activate(pushed.id);
		await waitForCallback(productionPath(pushed));
		const { current } = tracking.subscriptions;
		const before = await recordAndPush(2, 200);
		await waitForKeys(pushed, before);
		await n8n.process.kill();
		const lost = await recordAndPush(2, 0);
		await n8n.process.restart();
		await waitForWebhook(callbackUrl()!);
		const after = await recordAndPush(2, 200);
		await waitForKeys(pushed, after);
		expect(tracking.subscriptions.current).toBe(current);
		await waitForKeys(polled, [...before, ...lost, ...after]);
		expect((await received(pushed)).filter((key) => lost.includes(String(key)))).toEqual([]);
		await n8n.rest.deactivate(pushed.id);
		await waitForCallback(undefined);
	});
});
