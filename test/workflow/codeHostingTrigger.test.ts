import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { startCodeService, type CodeService } from '../services/codeHosting/service';
import { frozenClock, type Clock } from '../services/kit/clock';
import { runNode } from './kit/executor';
import { polling, type Polling } from './kit/polling';

let clock: Clock;
let code: CodeService;
let shift = 0;
const realNow = Date.now;

beforeEach(async () => {
	shift = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + shift);
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

/** Time goes by, for n8n and for the service. */
async function pass(seconds: number): Promise<void> {
	shift += seconds * 1000;
	await clock.advance(seconds * 1000);
}

const located = (value: string) => ({ __rl: true, mode: 'id', value });
const standard = {
	authentication: 'token',
	feed: 'repository',
	owner: located('octo-org'),
	repository: located('hello-world'),
	begin: 'now',
	filters: {},
	options: {},
};
const credentials = (data: IDataObject = {}) => ({
	codeHostingApi: { type: new CodeHostingApi(), data: { ...code.credential.data, ...data } },
});
const trigger = (
	parameters: IDataObject = {},
	data: IDataObject = {},
	nodeType = new CodeHostingTrigger(),
	before?: IDataObject,
): Polling =>
	polling(
		{ nodeType, credentials: credentials(data) },
		{ ...standard, ...parameters } as INodeParameters,
		before,
	);
const ids = (items?: INodeExecutionData[]) => (items ?? []).map(({ json }) => json.id);
const asked = () => code.requests.list('GET *events*');

/** Some events, a second apart; answers their ids. */
async function happen(
	count: number,
	event: Parameters<CodeService['happen']>[0] = {},
	name?: string,
): Promise<string[]> {
	const made: string[] = [];
	for (let index = 0; index < count; index++) {
		await pass(1);
		made.push(code.happen(event, name).id);
	}
	return made;
}

describe('what starts the workflow', () => {
	test('is what happens from now on, oldest first, each event once', async () => {
		await happen(3);
		const it = trigger();
		expect(await it.poll()).toBeUndefined();
		expect(await it.poll()).toBeUndefined();
		const fresh = await happen(3);
		expect(ids(await it.poll())).toEqual(fresh);
		expect(await it.poll()).toBeUndefined();
		const more = await happen(1);
		expect(ids(await it.poll())).toEqual(more);
	});

	test('is the whole window at first, where the person wants that', async () => {
		const all = await happen(320);
		const it = trigger({ begin: 'window' });
		expect(ids(await it.poll())).toEqual(all.slice(-300));
		expect(await it.poll()).toBeUndefined();
	});

	test('is an event that appears late among older ones', async () => {
		await happen(2);
		const late = code.happen({ latencyMs: 3 * 3_600_000 });
		await happen(2);
		const it = trigger();
		await it.poll();
		await pass((3 * 3_600_000) / 1000);
		expect(ids(await it.poll())).toEqual([late.id]);
	});

	test('is nothing that a page holds which could not be read, until it can', async () => {
		await happen(10);
		const it = trigger();
		await it.poll();
		const fresh = await happen(150);
		const off = code.faults.add({ on: 'GET *events*', skip: 1, status: 500 });
		expect(await it.poll()).toBeUndefined();
		off();
		await pass(60);
		expect(ids(await it.poll())).toEqual(fresh);
	});

	test('is one event of several feeds, once', async () => {
		const it = trigger({
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
		await it.poll();
		const [shared] = await happen(1);
		const [secret] = await happen(1, {}, 'spoon-knife');
		expect(ids(await it.poll())).toEqual([shared, secret]);
		expect(new Set(asked().map(({ path }) => path))).toEqual(
			new Set([
				'/repos/octo-org/hello-world/events',
				'/orgs/octo-org/events',
				'/events',
				'/repos/octo-org/spoon-knife/events',
			]),
		);
		expect(await it.poll()).toBeUndefined();
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
	])('may be %s', async (feed, path) => {
		const it = trigger({ feed, organization: located('octo-org'), username: located('octocat') });
		await it.poll();
		const fresh = await happen(1);
		expect(ids(await it.poll())).toEqual(fresh);
		expect(new Set(asked().map((one) => one.path))).toEqual(new Set([path]));
	});

	test.each([
		[{ eventTypes: 'WatchEvent, createevent' }, [1, 2]],
		[{ actors: 'Hubot' }, [3]],
		[{ repositories: 'octo-org/spoon-knife' }, [4]],
		[{ repositories: 'Spoon-Knife' }, [4]],
		[{ visibility: 'private' }, [4]],
		[{ visibility: 'public', actors: 'octocat' }, [0, 1, 2]],
	])('passes the filters %j', async (filters, expected) => {
		const it = trigger({
			filters,
			options: {
				moreFeeds: { rows: [{ feed: 'repository', owner: 'octo-org', repository: 'spoon-knife' }] },
			},
		});
		await it.poll();
		const made = [
			...(await happen(1)),
			...(await happen(1, { type: 'WatchEvent' })),
			...(await happen(1, { type: 'CreateEvent' })),
			...(await happen(1, { actor: 'hubot' })),
			...(await happen(1, {}, 'spoon-knife')),
		];
		expect(ids(await it.poll())).toEqual(expected.map((index) => made[index]));
		expect(await it.poll()).toBeUndefined();
	});

	test('is told simplified, or as it came', async () => {
		const simple = trigger();
		const raw = trigger({ options: { simplify: false } });
		await simple.poll();
		await raw.poll();
		const [id] = await happen(1, { type: 'WatchEvent' });
		expect((await simple.poll())![0]!.json).toEqual({
			id,
			type: 'WatchEvent',
			actor: 'octocat',
			repository: 'octo-org/hello-world',
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

describe('the service', () => {
	test('is asked with the ETag in its quotes, and an unchanged feed costs nothing', async () => {
		await happen(5);
		const it = trigger();
		await it.poll();
		const left = () =>
			code.callers.headers(code.callers.of({ authorization: 'token tenfold-local-token' }))[
				'x-ratelimit-remaining'
			];
		const before = left();
		code.requests.clear();
		await it.poll();
		await it.poll();
		expect(asked().map(({ status }) => status)).toEqual([304, 304]);
		expect(asked()[0]!.headers['if-none-match']).toMatch(/^W\/"[0-9a-f]{64}"$/);
		expect(left()).toBe(before);
	});

	test('is not asked before the interval is over, which may grow', async () => {
		code.settings.pollIntervalS = 60;
		const it = trigger();
		await it.poll();
		const fresh = await happen(1);
		await pass(30);
		expect(await it.poll()).toBeUndefined();
		expect(asked()).toHaveLength(1);
		code.settings.pollIntervalS = 300;
		await pass(30);
		expect(ids(await it.poll())).toEqual(fresh);
		await pass(200);
		await it.poll();
		expect(asked()).toHaveLength(2);
		await pass(100);
		await it.poll();
		expect(asked()).toHaveLength(3);
		expect(code.early).toEqual([]);
	});

	test('is waited for where its interval is over in a moment', async () => {
		code.settings.pollIntervalS = 60;
		const it = trigger();
		await it.poll();
		await pass(59);
		const began = realNow();
		await it.poll();
		expect(asked()).toHaveLength(2);
		expect(realNow() - began).toBeGreaterThan(500);
	});

	test('is asked for every feed at every interval, although one is due a moment after the other', async () => {
		code.settings.pollIntervalS = 60;
		const it = trigger({
			options: { moreFeeds: { rows: [{ feed: 'organization', organization: 'octo-org' }] } },
		});
		code.faults.add({ on: 'GET *events*', latencyMs: 300 });
		for (let minute = 0; minute < 3; minute++) {
			await it.poll();
			await pass(60);
		}
		expect(asked()).toHaveLength(6);
		expect(code.early).toEqual([]);
	});

	test('is left alone for the interval that it told, although a later page failed', async () => {
		code.settings.pollIntervalS = 600;
		await happen(150);
		const it = trigger();
		code.faults.add({ on: 'GET *events*', skip: 1, status: 500 });
		await it.poll();
		const before = asked().length;
		await pass(120);
		await it.poll();
		expect(asked()).toHaveLength(before);
		code.faults.clear();
		await pass(490);
		await it.poll();
		expect(asked().length).toBeGreaterThan(before);
	});

	test('has moved the feed for good: the new place is remembered', async () => {
		const it = trigger();
		await it.poll();
		code.world.rename('octo-org', 'hello-world', 'hello-moon');
		const fresh = await happen(1);
		expect(ids(await it.poll())).toEqual(fresh);
		code.requests.clear();
		const more = await happen(1);
		expect(ids(await it.poll())).toEqual(more);
		expect(asked().map(({ path }) => path)).toEqual(['/repositories/1296269/events']);
	});

	test.each([
		['a used-up rate limit', { code: 'rate_limit' }, 3600],
		['503 with a time', { status: 503, retryAfter: 600 }, 600],
		['a limit on abuse', { code: 'abuse_limit' }, 5],
	])(
		'is left alone after %s for as long as it says, without an error',
		async (_, fault, seconds) => {
			const it = trigger();
			await it.poll();
			const fresh = await happen(1);
			const off = code.faults.add({ on: 'GET *events*', ...fault });
			expect(await it.poll()).toBeUndefined();
			code.requests.clear();
			await pass(seconds - 8);
			if (seconds > 10) expect(await it.poll()).toBeUndefined();
			expect(asked()).toHaveLength(0);
			off();
			await pass(10);
			expect(ids(await it.poll())).toEqual(fresh);
		},
	);

	test('that is down is asked less and less often, and at last the person hears of it', async () => {
		const it = trigger();
		await it.poll();
		code.faults.add({ on: 'GET *events*', status: 502 });
		for (const minutes of [1, 2, 4, 8]) {
			expect(await it.poll()).toBeUndefined();
			const before = asked().length;
			await pass(minutes * 60 - 10);
			expect(await it.poll()).toBeUndefined();
			expect(asked()).toHaveLength(before);
			await pass(10);
		}
		await expect(it.poll()).rejects.toThrow('Code Hosting returned a server error (502)');
	});

	test.each([
		['a wrong token', {}, { token: 'wrong' }, 'Code Hosting rejected the credential'],
		[
			'a repository that is not there',
			{ repository: located('nothing') },
			{},
			'Code Hosting could not find this record',
		],
		['a missing name', { repository: located('') }, {}, 'Repository is required'],
		[
			'a name that leads elsewhere',
			{ repository: located('..') },
			{},
			'Repository cannot be used in a URL path, got ".."',
		],
	])('and %s: activation fails with a word for it', async (_, parameters, data, message) => {
		const it = trigger(parameters, data);
		await expect(it.poll()).rejects.toThrow(message);
		// n8n tries again, and must hear of it again: a poll that says nothing would be an activation.
		await expect(it.poll()).rejects.toThrow(message);
	});

	test('and a token without the right: the error names what the feed needs', async () => {
		code.faults.add({ on: 'GET *events*', status: 403 });
		await expect(
			trigger({
				feed: 'userOrganization',
				organization: located('octo-org'),
				username: located('octocat'),
			}).poll(),
		).rejects.toMatchObject({ description: expect.stringContaining('read:org') as string });
	});

	test('that refuses a watched feed is asked again after ten minutes at the most', async () => {
		const it = trigger();
		await it.poll();
		const off = code.faults.add({ on: 'GET *events*', status: 401 });
		for (let time = 0; time < 6; time++) {
			await it.poll().catch(() => undefined);
			await pass(600);
		}
		off();
		const fresh = await happen(1);
		expect(ids(await it.poll())).toEqual(fresh);
	});

	test('needs no credential for what is public', async () => {
		const it = trigger({ authentication: 'none', options: { baseUrl: code.url } });
		await it.poll();
		const fresh = await happen(1);
		expect(ids(await it.poll())).toEqual(fresh);
		expect(asked()[0]!.headers.authorization).toBeUndefined();
	});
});

describe('n8n', () => {
	test('polls again while a poll is at work: that one does nothing', async () => {
		const it = trigger();
		await it.poll();
		const fresh = await happen(1);
		code.faults.add({ on: 'GET *events*', latencyMs: 200, count: 1 });
		const both = await Promise.all([it.poll(), it.poll()]);
		expect(both.map(ids)).toEqual([fresh, []]);
	});

	test('tries the trigger from the editor: a sample, and the memory stays as it is', async () => {
		const made = await happen(15);
		const it = trigger();
		expect(ids(await it.poll('manual'))).toEqual(made.slice(-10));
		expect(it.stored()).toEqual({});
		await it.poll();
		const stored = JSON.stringify(it.stored());
		await it.poll('manual');
		expect(JSON.stringify(it.stored())).toBe(stored);
		await expect(trigger({ filters: { eventTypes: 'NoEvent' } }).poll('manual')).rejects.toThrow(
			'No event of the last hundred passes the filters',
		);
	});

	test('is started again: nothing is lost', async () => {
		const it = trigger();
		await it.poll();
		await happen(2);
		await it.poll();
		it.restart();
		const meanwhile = await happen(2);
		expect(ids(await it.poll())).toEqual(meanwhile);
	});

	test('saves something small', async () => {
		await happen(300);
		const it = trigger();
		await it.poll();
		for (let time = 0; time < 5; time++) {
			await happen(100);
			await it.poll();
		}
		expect(JSON.stringify(it.stored()).length).toBeLessThan(11_000);
	});
});

describe('a new process', () => {
	/** The trigger as another process has it: it remembers no batch that it made itself. */
	function another(): CodeHostingTrigger {
		let made: CodeHostingTrigger | undefined;
		jest.isolateModules(() => {
			const { CodeHostingTrigger: Another } = jest.requireActual<{
				CodeHostingTrigger: typeof CodeHostingTrigger;
			}>('../../nodes/CodeHosting/CodeHostingTrigger.node');
			made = new Another();
		});
		return made!;
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

	/** The execution that n8n makes of a batch. */
	const executed = async (items: INodeExecutionData[] | undefined) =>
		await runNode(
			{ nodeType: new CodeHostingTrigger(), credentials: credentials() },
			{ parameters: standard, items: items ?? [] },
		);

	test('hands the last batch on once more, as n8n may not have made an execution of it; the execution lets each event through once', async () => {
		const it = trigger();
		await it.poll();
		const first = await happen(2);
		expect(ids((await executed(await it.poll())).items)).toEqual(first);
		const lost = await happen(2);
		// n8n saves before it makes the execution, and ends between the two.
		expect(ids(await it.poll())).toEqual(lost);
		const successor = trigger({}, {}, another(), it.stored());
		const more = await happen(1);
		const batch = await successor.poll();
		expect(ids(batch)).toEqual([...lost, ...more]);
		expect(ids((await executed(batch)).items)).toEqual([...lost, ...more]);
		// And where there was an execution, the events are told apart.
		const third = trigger({}, {}, another(), successor.stored());
		const again = await third.poll();
		expect(ids(again)).toEqual([...lost, ...more]);
		const { items, error } = await executed(again);
		expect(error).toBeUndefined();
		expect(items).toEqual([]);
	});

	test('lets the items through where there is no record', async () => {
		jest
			.spyOn(DataDeduplicationService.getInstance(), 'checkProcessedItemsAndRecord')
			.mockRejectedValue(new Error('no database'));
		const { items, error } = await executed([{ json: { id: '1' } }, { json: { id: '2' } }]);
		expect(error).toBeUndefined();
		expect(items.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual([
			['1', { item: 0 }],
			['2', { item: 1 }],
		]);
	});
});
