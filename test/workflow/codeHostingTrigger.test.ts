import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { frozenClock, type Clock } from '../services/kit/clock';
import { byId } from './kit/locator';
import { polling, type Polling } from './kit/polling';
import { rawServersPerTest, respondWithJson } from './kit/rawServer';

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
		settings: { pollIntervalS: 0 },
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

	test('no event is skipped if the clock of n8n was ten minutes ahead at the start', async () => {
		const node = trigger();
		clockShiftMs += 600_000;
		await node.poll();
		clockShiftMs -= 600_000;
		const newIds = await addEvents(1);
		expect(ids(await node.poll())).toEqual(newIds);
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
});

describe('requests', () => {
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
});

describe('polls', () => {
	test('skip rows that are not objects', async () => {
		const server = await startRawServer();
		const row = { id: '1', type: 'PushEvent', created_at: '2026-01-31T08:00:00Z' };
		server.respond = respondWithJson([null, row, null, 5, 'x', []]);
		const node = trigger({ begin: 'window' }, { baseUrl: server.url });
		expect(ids(await node.poll())).toEqual(['1']);
		expect(ids(await node.poll('manual'))).toEqual(['1']);
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
