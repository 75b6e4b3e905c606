import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { frozenClock, type Clock } from '../services/kit/clock';
import { runNode } from './kit/executor';
import { byId } from './kit/locator';
import { polling, type Polling } from './kit/polling';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

const nodeType = new CodeHostingTrigger();

const startRawServer = rawServersPerTest();

let clock: Clock;
let code: CodeService;
let clockShiftMs = 0;
const realNow = Date.now;

beforeEach(async () => {
	clockShiftMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + clockShiftMs);
	clock = frozenClock(realNow());
	code = await startCodeService({
		clock,
		settings: { latencyMs: 0, publicDelayMs: 0, pollIntervalS: 0 },
	});
});
afterEach(async () => {
	jest.restoreAllMocks();
	await code.close();
});

/** Advances the time of n8n and the service. */
async function advance(seconds: number): Promise<void> {
	clockShiftMs += seconds * 1000;
	await clock.advance(seconds * 1000);
}

const defaultParameters = {
	authentication: 'token',
	feed: 'repository',
	owner: byId('octo-org'),
	repository: byId('hello-world'),
	begin: 'now',
	filters: {},
	options: {},
};
const credentials = (data: IDataObject = {}) => ({
	codeHostingApi: { type: new CodeHostingApi(), data: { ...code.credential.data, ...data } },
});
const trigger = (
	parameters: IDataObject = {},
	credentialData: IDataObject = {},
	nodeType = new CodeHostingTrigger(),
	storedState?: IDataObject,
): Polling =>
	polling(
		{ nodeType, credentials: credentials(credentialData) },
		{ ...defaultParameters, ...parameters } as INodeParameters,
		storedState,
	);
const organization = { feed: 'organization', organization: byId('octo-org') };
const ids = (items?: INodeExecutionData[]) => (items ?? []).map(({ json }) => json.id);
const feedRequests = () => code.requests.list('GET *events*');

/** Adds events, one second apart. Returns their IDs. */
async function addEvents(
	count: number,
	event: Parameters<CodeService['happen']>[0] = {},
	repositoryName?: string,
): Promise<string[]> {
	const eventIds: string[] = [];
	for (let index = 0; index < count; index++) {
		await advance(1);
		eventIds.push(code.happen(event, repositoryName).id);
	}
	return eventIds;
}

describe('events', () => {
	test('new events are emitted once, oldest first', async () => {
		await addEvents(3);
		const node = trigger();
		expect(await node.poll()).toBeUndefined();
		expect(await node.poll()).toBeUndefined();
		const newIds = await addEvents(3);
		expect(ids(await node.poll())).toEqual(newIds);
		expect(await node.poll()).toBeUndefined();
		const nextIds = await addEvents(1);
		expect(ids(await node.poll())).toEqual(nextIds);
	});

	test('the first poll emits all events in the feed if Begin With is Recent Events', async () => {
		const allIds = await addEvents(320);
		const node = trigger({ begin: 'window' });
		expect(ids(await node.poll())).toEqual(allIds.slice(-300));
		expect(await node.poll()).toBeUndefined();
	});

	test('an event that appears in several feeds is emitted once', async () => {
		const node = trigger({
			options: {
				moreFeeds: {
					rows: [
						{ feed: 'organization', organization: 'octo-org' },
						{ feed: 'everyone' },
						{ feed: 'repository', owner: 'octo-org', repository: 'spoon-knife' },
					],
				},
			},
		});
		await node.poll();
		const [publicEvent] = await addEvents(1);
		const [privateEvent] = await addEvents(1, {}, 'spoon-knife');
		expect(ids(await node.poll())).toEqual([publicEvent, privateEvent]);
		expect(new Set(feedRequests().map(({ path }) => path))).toEqual(
			new Set([
				'/repos/octo-org/hello-world/events',
				'/orgs/octo-org/events',
				'/events',
				'/repos/octo-org/spoon-knife/events',
			]),
		);
		expect(await node.poll()).toBeUndefined();
	});

	test.each([
		['repositoryNetwork', '/networks/octo-org/hello-world/events'],
		['organization', '/orgs/octo-org/events'],
		['user', '/users/octocat/events'],
		['userOrganization', '/users/octocat/events/orgs/octo-org'],
		['userPublic', '/users/octocat/events/public'],
		['received', '/users/octocat/received_events'],
		['receivedPublic', '/users/octocat/received_events/public'],
		['everyone', '/events'],
	])('events of the feed %s are emitted', async (feed, path) => {
		const node = trigger({ feed, organization: byId('octo-org'), username: byId('octocat') });
		await node.poll();
		const newIds = await addEvents(1);
		expect(ids(await node.poll())).toEqual(newIds);
		expect(new Set(feedRequests().map((request) => request.path))).toEqual(new Set([path]));
	});

	test.each([
		[{ events: [] }, [0, 1, 2, 3, 4, 5]],
		[{ events: ['WatchEvent', 'CreateEvent'] }, [1, 2]],
		[{ events: '={{ ["watchevent", "SponsorshipEvent"] }}' }, [1, 5]],
		[{ events: '={{ "WatchEvent, SponsorshipEvent" }}' }, [1, 5]],
		[{ filters: { actions: 'Started' } }, [0, 1, 2, 3, 4, 5]],
		[{ filters: { actions: 'opened' } }, [0, 2, 3, 4, 5]],
		[{ filters: { actors: 'Hubot' } }, [3]],
		[{ ...organization, filters: { repositories: 'octo-org/spoon-knife' } }, [4]],
		[{ ...organization, filters: { repositories: 'Spoon-Knife' } }, [4]],
		// The form does not show this filter if the trigger watches one repository.
		[{ filters: { repositories: 'octo-org/spoon-knife' } }, [0, 1, 2, 3, 4, 5]],
		[{ filters: { visibility: 'private' } }, [4]],
		[{ filters: { visibility: 'public', actors: 'octocat' } }, [0, 1, 2]],
		[{ events: ['PushEvent'], filters: { actors: 'hubot' } }, [3]],
	])('only events that match %j are emitted', async (selection, expected) => {
		const node = trigger({
			...selection,
			options: {
				moreFeeds: { rows: [{ feed: 'repository', owner: 'octo-org', repository: 'spoon-knife' }] },
			},
		});
		await node.poll();
		const eventIds = [
			...(await addEvents(1)),
			...(await addEvents(1, { type: 'WatchEvent' })),
			...(await addEvents(1, { type: 'CreateEvent' })),
			...(await addEvents(1, { actor: 'hubot' })),
			...(await addEvents(1, {}, 'spoon-knife')),
			...(await addEvents(1, { type: 'SponsorshipEvent', actor: 'monalisa' })),
		];
		expect(ids(await node.poll())).toEqual(expected.map((index) => eventIds[index]));
		expect(await node.poll()).toBeUndefined();
	});

	test('events are returned simplified or raw', async () => {
		const simplified = trigger();
		const raw = trigger({ options: { simplify: false } });
		await simplified.poll();
		await raw.poll();
		const [id] = await addEvents(1, { type: 'WatchEvent' });
		expect((await simplified.poll())![0]!.json).toEqual({
			id,
			type: 'WatchEvent',
			actor: 'octocat',
			owner: 'octo-org',
			repository: 'hello-world',
			organization: 'octo-org',
			public: true,
			created_at: expect.any(String),
			action: 'started',
			payload: { action: 'started' },
		});
		expect((await raw.poll())![0]!.json).toMatchObject({
			id,
			actor: { login: 'octocat' },
			repo: { name: 'octo-org/hello-world' },
			org: { login: 'octo-org' },
		});
	});

	test('contain the number of their issue or pull request, also in a manual test run', async () => {
		const node = trigger();
		await node.poll();
		await addEvents(1, {
			type: 'IssuesEvent',
			payload: { action: 'opened', issue: { number: 7 } },
		});
		await addEvents(1, { type: 'PullRequestEvent', payload: { action: 'opened', number: 6 } });
		await addEvents(1, {
			type: 'PullRequestReviewEvent',
			payload: { action: 'created', pull_request: { number: 5 } },
		});
		await addEvents(1);
		const numbers = (items?: INodeExecutionData[]) => items?.map(({ json }) => json.number);
		expect(numbers(await node.poll())).toEqual([7, 6, 5, undefined]);
		expect(numbers(await node.poll('manual'))).toEqual([7, 6, 5, undefined]);
	});
});

describe('requests', () => {
	test('contain the ETag with its quotes, and do not count toward the rate limit if the feed is unchanged', async () => {
		await addEvents(5);
		const node = trigger();
		await node.poll();
		const remaining = () =>
			code.callers.headers(code.callers.of({ authorization: 'token tenfold-local-token' }))[
				'x-ratelimit-remaining'
			];
		const before = remaining();
		code.requests.clear();
		await node.poll();
		await node.poll();
		expect(feedRequests().map(({ status }) => status)).toEqual([304, 304]);
		expect(feedRequests()[0]!.headers['if-none-match']).toMatch(/^W\/"[0-9a-f]{64}"$/);
		expect(remaining()).toBe(before);
	});

	test('respect the minimum poll interval of the service, even if it increases', async () => {
		code.settings.pollIntervalS = 60;
		const node = trigger();
		await node.poll();
		const newIds = await addEvents(1);
		await advance(30);
		expect(await node.poll()).toBeUndefined();
		expect(feedRequests()).toHaveLength(1);
		code.settings.pollIntervalS = 300;
		await advance(30);
		expect(ids(await node.poll())).toEqual(newIds);
		await advance(200);
		await node.poll();
		expect(feedRequests()).toHaveLength(2);
		await advance(100);
		await node.poll();
		expect(feedRequests()).toHaveLength(3);
		expect(code.early).toEqual([]);
	});

	test('are sent after a short wait if the minimum poll interval ends a second later', async () => {
		code.settings.pollIntervalS = 60;
		const node = trigger();
		await node.poll();
		await advance(59);
		const startedAt = realNow();
		await node.poll();
		expect(feedRequests()).toHaveLength(2);
		expect(realNow() - startedAt).toBeGreaterThan(500);
	});

	test('are sent for every feed at every poll, even if one feed becomes due shortly after the other', async () => {
		code.settings.pollIntervalS = 60;
		const node = trigger({
			options: { moreFeeds: { rows: [{ feed: 'organization', organization: 'octo-org' }] } },
		});
		code.faults.add({ on: 'GET *events*', latencyMs: 300 });
		for (let minute = 0; minute < 3; minute++) {
			await node.poll();
			await advance(60);
		}
		expect(feedRequests()).toHaveLength(6);
		expect(code.early).toEqual([]);
	});

	test.each([
		['a rate limit', { code: 'rate_limit' }, 3600],
		['503 with Retry-After', { status: 503, retryAfter: 600 }, 600],
		['a secondary rate limit', { code: 'abuse_limit' }, 5],
	])('pause after %s for the requested time, without an error', async (_, fault, seconds) => {
		const node = trigger();
		await node.poll();
		const newIds = await addEvents(1);
		const removeFault = code.faults.add({ on: 'GET *events*', ...fault });
		expect(await node.poll()).toBeUndefined();
		code.requests.clear();
		await advance(seconds - 8);
		if (seconds > 10) expect(await node.poll()).toBeUndefined();
		expect(feedRequests()).toHaveLength(0);
		removeFault();
		await advance(10);
		expect(ids(await node.poll())).toEqual(newIds);
	});

	const tenYears = 10 * 365 * 24 * 3600;

	test('are sent after an hour even if the service requests a longer interval, and a warning is logged', async () => {
		const warnings = jest.spyOn(Container.get(Logger), 'warn').mockReturnValue(undefined);
		code.settings.pollIntervalS = tenYears;
		const node = trigger();
		await node.poll();
		expect(warnings.mock.calls.map(([text]) => text)).toEqual([
			'The service requested a wait of 87600 hours for ' +
				`${code.url}/repos/octo-org/hello-world/events. ` +
				'The trigger polls this feed again after one hour.',
		]);
		const newIds = await addEvents(1);
		await advance(3600 - 10);
		expect(await node.poll()).toBeUndefined();
		expect(feedRequests()).toHaveLength(1);
		await advance(10);
		expect(ids(await node.poll())).toEqual(newIds);
	});

	test.each([
		['Retry-After', { status: 503, retryAfter: tenYears }],
		['Retry-After in milliseconds', { status: 503, retryAfter: 3_600_000 * 24 }],
	])(
		'are sent after an hour at the latest, even if the service sends a longer %s',
		async (_, fault) => {
			const node = trigger();
			await node.poll();
			const newIds = await addEvents(1);
			const removeFault = code.faults.add({ on: 'GET *events*', ...fault });
			expect(await node.poll()).toBeUndefined();
			removeFault();
			await advance(3600);
			expect(ids(await node.poll())).toEqual(newIds);
		},
	);

	test('are sent even if an older version of the node stored a wait of years', async () => {
		const first = trigger();
		await first.poll();
		const stored = structuredClone(first.stored()) as {
			feeds: Record<string, { notBefore?: number }>;
		};
		for (const feed of Object.values(stored.feeds)) feed.notBefore = Date.now() + tenYears * 1000;
		const newIds = await addEvents(1);
		const node = trigger({}, {}, undefined, stored as unknown as IDataObject);
		expect(ids(await node.poll())).toEqual(newIds);
	});

	test('back off while the service is unavailable, and report the fifth failure', async () => {
		const node = trigger();
		await node.poll();
		code.faults.add({ on: 'GET *events*', status: 502 });
		for (const minutes of [1, 2, 4, 8]) {
			expect(await node.poll()).toBeUndefined();
			const before = feedRequests().length;
			await advance(minutes * 60 - 10);
			expect(await node.poll()).toBeUndefined();
			expect(feedRequests()).toHaveLength(before);
			await advance(10);
		}
		await expect(node.poll()).rejects.toThrow('Code Hosting returned a server error (502)');
	});

	test.each([
		['a wrong token', {}, { token: 'wrong' }, 'Code Hosting rejected the credential'],
		[
			'an unknown repository',
			{ repository: byId('nothing') },
			{},
			'Feed /repos/octo-org/nothing/events not found',
		],
		['a missing name', { repository: byId('') }, {}, 'Repository is required'],
		[
			'a name that would change the path',
			{ repository: byId('..') },
			{},
			'Repository cannot be used in a URL path, got ".."',
		],
	])('fail on activation with %s', async (_, parameters, credentialData, message) => {
		const node = trigger(parameters, credentialData);
		await expect(node.poll()).rejects.toThrow(message);
		// n8n retries the activation. A poll without an error would count as a successful activation.
		await expect(node.poll()).rejects.toThrow(message);
	});

	test('fail with the required scope if the token does not have it', async () => {
		code.faults.add({ on: 'GET *events*', status: 403 });
		await expect(
			trigger({
				feed: 'userOrganization',
				organization: byId('octo-org'),
				username: byId('octocat'),
			}).poll(),
		).rejects.toMatchObject({ description: expect.stringContaining('read:org') as string });
	});

	test('are retried within ten minutes after a rejected credential', async () => {
		const node = trigger();
		await node.poll();
		const removeFault = code.faults.add({ on: 'GET *events*', status: 401 });
		for (let round = 0; round < 6; round++) {
			await node.poll().catch(() => undefined);
			await advance(600);
		}
		removeFault();
		const newIds = await addEvents(1);
		expect(ids(await node.poll())).toEqual(newIds);
	});

	test('need no credential for public events', async () => {
		const node = trigger({
			authentication: 'none',
			provider: 'other',
			baseUrl: code.url,
		});
		await node.poll();
		const newIds = await addEvents(1);
		expect(ids(await node.poll())).toEqual(newIds);
		expect(feedRequests()[0]!.headers.authorization).toBeUndefined();
	});
});

describe('polls', () => {
	test('do nothing while another poll is in progress', async () => {
		const node = trigger();
		await node.poll();
		const newIds = await addEvents(1);
		code.faults.add({ on: 'GET *events*', latencyMs: 200, count: 1 });
		const results = await Promise.all([node.poll(), node.poll()]);
		expect(results.map(ids)).toEqual([newIds, []]);
	});

	test('skip rows that are not objects', async () => {
		const server = await startRawServer();
		const row = { id: '1', type: 'PushEvent', created_at: '2026-01-31T08:00:00Z' };
		server.respond = respondWithJson([null, row, null, 5, 'x', []]);
		const node = trigger({ begin: 'window' }, { baseUrl: server.url });
		expect(ids(await node.poll())).toEqual(['1']);
		expect(ids(await node.poll('manual'))).toEqual(['1']);
	});

	test('do not fail if an event has fields of unexpected types', async () => {
		const server = await startRawServer();
		const row = { id: '1', type: 'PushEvent', created_at: '2026-01-31T08:00:00Z' };
		server.respond = respondWithJson([{ ...row, id: '2', type: { toString: 1 } }, row]);
		const events = ['PushEvent'];
		const node = trigger({ begin: 'window', events }, { baseUrl: server.url });
		expect(ids(await node.poll())).toEqual(['1']);
	});

	test('return the latest events in a manual test run, and do not change the state', async () => {
		const eventIds = await addEvents(15);
		const node = trigger();
		expect(ids(await node.poll('manual'))).toEqual(eventIds.slice(-10));
		expect(node.stored()).toEqual({});
		await node.poll();
		const stored = JSON.stringify(node.stored());
		await node.poll('manual');
		expect(JSON.stringify(node.stored())).toBe(stored);
		await expect(trigger({ events: ['ForkEvent'] }).poll('manual')).rejects.toThrow(
			'None of the latest 100 events matches Events and Filters',
		);
	});
});

describe('a new process', () => {
	/** Loads the trigger node as a new process does. The loaded node has not emitted a batch. */
	function loadAgain(): CodeHostingTrigger {
		let reloaded: CodeHostingTrigger | undefined;
		jest.isolateModules(() => {
			const { CodeHostingTrigger: Reloaded } = jest.requireActual<{
				CodeHostingTrigger: typeof CodeHostingTrigger;
			}>('../../nodes/CodeHosting/CodeHostingTrigger.node');
			reloaded = new Reloaded();
		});
		return reloaded!;
	}

	/** n8n's record of processed items. */
	const record = new Set<string>();
	beforeAll(async () => {
		await DataDeduplicationService.init({
			async checkProcessedAndRecord(values: string[]) {
				const checked = {
					new: values.filter((value) => !record.has(value)),
					processed: values.filter((value) => record.has(value)),
				};
				for (const value of values) record.add(value);
				return await Promise.resolve(checked);
			},
		} as never);
	});
	beforeEach(() => record.clear());

	/** Runs the execution that n8n creates for a batch. */
	const execute = async (items: INodeExecutionData[] | undefined) =>
		await runNode(
			{ nodeType, credentials: credentials() },
			{ parameters: defaultParameters, items: items ?? [] },
		);

	test('emits the last batch again, and the execution drops events that an earlier execution already received', async () => {
		const node = trigger();
		await node.poll();
		const first = await addEvents(2);
		expect(ids((await execute(await node.poll())).items)).toEqual(first);
		const lost = await addEvents(2);
		// n8n saves the state, but crashes before it creates the execution.
		expect(ids(await node.poll())).toEqual(lost);
		const second = trigger({}, {}, loadAgain(), node.stored());
		const nextIds = await addEvents(1);
		const batch = await second.poll();
		expect(ids(batch)).toEqual([...lost, ...nextIds]);
		expect(ids((await execute(batch)).items)).toEqual([...lost, ...nextIds]);
		// This batch already had an execution, so its events are dropped.
		const third = trigger({}, {}, loadAgain(), second.stored());
		const repeated = await third.poll();
		expect(ids(repeated)).toEqual([...lost, ...nextIds]);
		const { items, error } = await execute(repeated);
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test("emits all events if n8n's record of processed items cannot be read", async () => {
		jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedItemsAndRecord')
			.mockRejectedValue(new Error('no database'));
		const { items, error } = await execute([{ json: { id: '1' } }, { json: { id: '2' } }]);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['1', { item: 0 }],
			['2', { item: 1 }],
		]);
	});
});
