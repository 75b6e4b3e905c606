/** The clock of n8n changes between polls. The clock of the service is always right. */
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../credentials/ActivityTrackingApi.credentials';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { InstanceCloudApi } from '../../credentials/InstanceCloudApi.credentials';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { ActivityTrackingUpdatesTrigger } from '../../nodes/ActivityTracking/ActivityTrackingUpdatesTrigger.node';
import { CodeHostingTrigger } from '../../nodes/CodeHosting/CodeHostingTrigger.node';
import { FinanceDataUpdatesTrigger } from '../../nodes/FinanceData/FinanceDataUpdatesTrigger.node';
import { InstanceCloud } from '../../nodes/InstanceCloud/InstanceCloud.node';
import { TaskListTrigger } from '../../nodes/TaskList/TaskListTrigger.node';
import { nodes } from '../contract/kit/pack';
import { runNode, type NodeSetup } from './kit/executor';
import { byId } from './kit/locator';
import { polling } from './kit/polling';
import { rawServersPerTest } from './kit/rawServer';

const startRawServer = rawServersPerTest();

const minute = 60_000;
const hour = 60 * minute;
const year = 365 * 24 * hour;

const realNow = Date.now;
let clockShiftMs = 0;
beforeEach(() => {
	clockShiftMs = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => realNow() + clockShiftMs);
});
afterEach(() => jest.restoreAllMocks());

const isoTime = (at: number): string => new Date(at).toISOString();

interface Trigger {
	readonly name: string;
	readonly setup: (baseUrl: string) => NodeSetup;
	readonly parameters: IDataObject;
	/** A record of the service with this ID, created or updated at this time. */
	readonly record: (id: string, at: number) => IDataObject;
	/** The body of the response to a poll. */
	readonly list: (records: readonly IDataObject[], query: URLSearchParams) => unknown;
	readonly idOf: (item: INodeExecutionData) => unknown;
	/** If the clock is ahead by more than this on activation, existing records are emitted later. */
	readonly toleratedMs?: number;
}

const triggers: readonly Trigger[] = [
	{
		name: 'Activity Tracking Updates Trigger',
		setup: (baseUrl) => ({
			nodeType: new ActivityTrackingUpdatesTrigger(),
			credentials: {
				activityTrackingApi: {
					type: new ActivityTrackingApi(),
					data: { baseUrl, accessToken: 'token' },
				},
			},
		}),
		parameters: { authentication: 'accessToken', options: {} },
		record: (id, at) => ({ id, name: id, athlete: { id: 1 }, start_date: isoTime(at) }),
		list: (records, query) =>
			records.filter(
				({ start_date: start }) => Date.parse(String(start)) / 1000 > Number(query.get('after')),
			),
		idOf: ({ json }) => json.activity_id,
		// Look Back. The first poll then reads no activities.
		toleratedMs: 14 * 24 * hour,
	},
	{
		name: 'Task List Trigger',
		setup: (baseUrl) => ({
			nodeType: new TaskListTrigger(),
			credentials: {
				taskListApi: { type: new TaskListApi(), data: { baseUrl, accessToken: 'token' } },
			},
		}),
		parameters: {
			authentication: 'accessToken',
			taskListId: byId('list'),
			events: ['new'],
			options: {},
		},
		record: (id, at) => ({ id, title: id, status: 'needsAction', updated: isoTime(at) }),
		list: (records, query) => ({
			items: records.filter(({ updated }) => String(updated) >= (query.get('updatedMin') ?? '')),
		}),
		idOf: ({ json }) => json.id,
	},
	{
		name: 'Finance Data Updates Trigger',
		setup: (baseUrl) => ({
			nodeType: new FinanceDataUpdatesTrigger(),
			credentials: {
				financeDataApi: {
					type: new FinanceDataApi(),
					data: { provider: 'other', baseUrl, accessToken: 'token', vendor: 'Acme' },
				},
			},
		}),
		parameters: { lists: ['order'], options: {} },
		record: (id, at) => ({ id, updated_at: at }),
		list: (records, query) => ({
			connection: { id: 'connection' },
			orders: records.filter(
				({ updated_at: at }) => Number(at) >= Number(query.get('updated_at_min')),
			),
		}),
		idOf: ({ json }) => (json.data as IDataObject).id,
	},
	{
		name: 'Code Hosting Trigger',
		setup: (baseUrl) => ({
			nodeType: new CodeHostingTrigger(),
			credentials: {
				codeHostingApi: { type: new CodeHostingApi(), data: { baseUrl, token: 'token' } },
			},
		}),
		parameters: {
			authentication: 'token',
			feed: 'user',
			username: byId('octocat'),
			begin: 'now',
			filters: {},
			options: {},
		},
		record: (id, at) => ({ id, type: 'PushEvent', created_at: isoTime(at) }),
		list: (records) => [...records].reverse(),
		idOf: ({ json }) => json.id,
	},
];

/** For each poll, how far the clock of n8n is ahead. The first poll is part of the activation. */
const schedules: Readonly<Record<string, readonly number[]>> = {
	'is set forward by an hour and back': [0, 0, hour, hour, 0, 0],
	'is set back by an hour and forward': [0, 0, -hour, -hour, 0, 0],
	'is set forward by ten years and back': [0, 0, 10 * year, 10 * year, 0, 0],
	'is set back by ten years and forward': [0, 0, -10 * year, -10 * year, 0, 0],
	'is an hour ahead on activation': [hour, hour, 0, 0],
	'is seven hours ahead on activation': [7 * hour, 7 * hour, 0, 0],
	'is ten years ahead on activation': [10 * year, 10 * year, 0, 0],
};

test('every polling trigger is tested', () => {
	const names = nodes.flatMap(({ description: { polling: polls, displayName } }) =>
		polls ? [displayName] : [],
	);
	expect(triggers.map(({ name }) => name).sort()).toEqual(names.sort());
});

describe.each(triggers)('$name', (spec) => {
	const { setup, parameters, record, list, idOf, toleratedMs = Infinity } = spec;

	async function startTrigger(headers: Record<string, string> = {}) {
		const records: IDataObject[] = [];
		const server = await startRawServer();
		server.respond = (response, { target }) =>
			void response
				.writeHead(200, { 'content-type': 'application/json', ...headers })
				.end(JSON.stringify(list(records, new URL(target, server.url).searchParams)));
		const trigger = polling(setup(server.url), parameters as INodeParameters);
		return {
			add: (id: string, at = realNow()) => void records.push(record(id, at)),
			poll: async () => ((await trigger.poll()) ?? []).map(idOf),
		};
	}

	test.each(Object.entries(schedules))(
		'emits every change once if the clock %s',
		async (_, shifts) => {
			const { add, poll } = await startTrigger();
			add('1000', realNow() - 10 * minute);
			const emitted: unknown[] = [];
			for (const [index, shiftMs] of shifts.entries()) {
				clockShiftMs = shiftMs;
				if (index > 0) add(String(1000 + index));
				emitted.push(...(await poll()));
			}
			const added = shifts.slice(1).map((_shift, index) => String(1001 + index));
			expect(emitted).toEqual(shifts[0]! > toleratedMs ? ['1000', ...added] : added);
		},
	);

	test('polls again immediately if the clock is set back during a wait', async () => {
		const { add, poll } = await startTrigger({ 'x-poll-interval': '60' });
		await poll();
		clockShiftMs = -50 * minute;
		add('1001');
		expect(await poll()).toEqual(['1001']);
	});
});

test.each([
	['forward', year],
	['back', -year],
])('following a log ends on time if the clock is set %s', async (_, shiftMs) => {
	const server = await startRawServer();
	server.respond = (response) => {
		clockShiftMs = server.received.length > 1 ? shiftMs : 0;
		response.writeHead(200, { 'content-type': 'application/json' }).end(
			JSON.stringify({
				status: 'success',
				data: { instances: [{ status: 'success', uuid: 'u', state: 'running', output: '' }] },
			}),
		);
	};
	const { items } = await runNode(
		{
			nodeType: new InstanceCloud(),
			credentials: {
				instanceCloudApi: {
					type: new InstanceCloudApi(),
					data: { baseUrl: server.url, apiToken: 'token', metro: 'fra' },
				},
			},
		},
		{
			parameters: {
				resource: 'instance',
				operation: 'getLogs',
				instanceId: byId('u'),
				options: { followFor: 1.5 },
			},
		},
	);
	expect(items).toHaveLength(1);
	expect(server.received).toHaveLength(3);
});
