// Crash safety of all polling triggers. n8n saves the state of a trigger just before it stores the
// execution, so a crash in between loses the execution but not the state.
import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../credentials/ActivityTrackingApi.credentials';
import { CodeHostingApi } from '../../credentials/CodeHostingApi.credentials';
import { FinanceDataApi } from '../../credentials/FinanceDataApi.credentials';
import { TaskListApi } from '../../credentials/TaskListApi.credentials';
import { startActivityService } from '../services/activityTracking/service';
import { addActivity } from '../services/activityTracking/seedData';
import { startCodeService } from '../services/codeHosting/service';
import { LOCAL_TOKENS, startFinanceService } from '../services/financeData/service';
import { startTaskService } from '../services/taskList/service';
import type { NodeSetup } from './kit/executor';
import { byId } from './kit/locator';
import { polling } from './kit/polling';

interface Scenario {
	readonly file: string;
	readonly parameters: INodeParameters;
	start(): Promise<{
		credentials: NodeSetup['credentials'];
		/** Causes an event. */
		happen(name: string): void;
		close(): Promise<void>;
	}>;
}

const scenarios: Record<string, Scenario> = {
	TaskListTrigger: {
		file: 'TaskList/TaskListTrigger',
		parameters: {
			authentication: 'accessToken',
			taskListId: byId('@default'),
			events: ['new'],
			options: {},
		},
		async start() {
			const tasks = await startTaskService();
			return {
				credentials: {
					taskListApi: { type: new TaskListApi(), data: tasks.credentials.accessToken },
				},
				happen: (title) => void tasks.records.addTask('@default', { title }, {}),
				close: async () => await tasks.close(),
			};
		},
	},
	ActivityTrackingUpdatesTrigger: {
		file: 'ActivityTracking/ActivityTrackingUpdatesTrigger',
		parameters: { authentication: 'accessToken', options: {} },
		async start() {
			const tracking = await startActivityService();
			return {
				credentials: {
					activityTrackingApi: { type: new ActivityTrackingApi(), data: tracking.credential.data },
				},
				happen: (name) =>
					void addActivity(tracking.world, {
						athlete: tracking.world.athletes[0]!,
						name,
						start: Date.now() - 60_000,
						sportType: 'Run',
						streams: {},
					}),
				close: async () => await tracking.close(),
			};
		},
	},
	CodeHostingTrigger: {
		file: 'CodeHosting/CodeHostingTrigger',
		parameters: {
			authentication: 'token',
			feed: 'repository',
			owner: byId('octo-org'),
			repository: byId('hello-world'),
			begin: 'now',
			filters: {},
			options: {},
		},
		async start() {
			const code = await startCodeService({
				settings: { latencyMs: 0, publicDelayMs: 0, pollIntervalS: 0 },
			});
			return {
				credentials: { codeHostingApi: { type: new CodeHostingApi(), data: code.credential.data } },
				happen: () => void code.happen({}),
				close: async () => await code.close(),
			};
		},
	},
	FinanceDataUpdatesTrigger: {
		file: 'FinanceData/FinanceDataUpdatesTrigger',
		parameters: { lists: ['order'], options: {} },
		async start() {
			const finance = await startFinanceService();
			return {
				credentials: {
					financeDataApi: { type: new FinanceDataApi(), data: finance.credential.data },
				},
				happen: (name) =>
					void finance.change({
						token: LOCAL_TOKENS.north,
						path: 'orders',
						fields: { name, line_items: [] },
					}),
				close: async () => await finance.close(),
			};
		},
	},
};

/** Loads a trigger as a new process does. */
function loadAgain(name: string, file: string): INodeType {
	let nodeType: INodeType | undefined;
	jest.isolateModules(() => {
		const loaded = jest.requireActual<Record<string, new () => INodeType>>(
			`../../nodes/${file}.node`,
		);
		nodeType = new loaded[name]!();
	});
	return nodeType!;
}

const keysOf = (items?: INodeExecutionData[]): unknown[] =>
	(items ?? []).map(({ json }) => json.eventKey ?? json.id);

describe.each(Object.entries(scenarios))('%s', (name, { file, parameters, start }) => {
	let service: Awaited<ReturnType<Scenario['start']>>;
	beforeEach(async () => {
		service = await start();
	});
	afterEach(async () => await service.close());

	test('after a crash between saving the state and storing the execution, emits the same event keys again, and then nothing twice', async () => {
		const { credentials, happen } = service;
		const first = polling({ nodeType: loadAgain(name, file), credentials }, parameters);
		await first.poll();
		happen('Executed');
		const [executed] = keysOf(await first.poll());
		await first.poll();
		happen('Lost');
		const lost = keysOf(await first.poll());
		expect(lost).toHaveLength(1);
		// Polls without events do not change the stored state.
		expect(await first.poll()).toBeUndefined();
		const stored = first.stored();

		const second = polling({ nodeType: loadAgain(name, file), credentials }, parameters, stored);
		happen('After the crash');
		const repeated = keysOf(await second.poll());
		expect(repeated).toEqual(expect.arrayContaining(lost));
		expect(repeated).toHaveLength(2);
		expect(repeated).not.toContain(executed);
		expect(await second.poll()).toBeUndefined();

		// The second process crashes in the same way.
		const third = polling(
			{ nodeType: loadAgain(name, file), credentials },
			parameters,
			second.stored(),
		);
		expect(keysOf(await third.poll()).sort()).toEqual([...repeated].sort());
	});

	test('in the same process, nothing is emitted twice when n8n loads the stored state again', async () => {
		const { credentials, happen } = service;
		const trigger = polling({ nodeType: loadAgain(name, file), credentials }, parameters);
		await trigger.poll();
		happen('Once');
		expect(await trigger.poll()).toHaveLength(1);
		trigger.restart();
		expect(await trigger.poll()).toBeUndefined();
		happen('Twice');
		expect(await trigger.poll()).toHaveLength(1);
	});

	test('continues from a state that an earlier version stored without the last batch', async () => {
		const { credentials, happen } = service;
		const first = polling({ nodeType: loadAgain(name, file), credentials }, parameters);
		await first.poll();
		happen('Before the update');
		await first.poll();
		const { lastBatch, ...earlier } = first.stored();
		expect(lastBatch).toBeDefined();
		happen('After the update');
		const second = polling({ nodeType: loadAgain(name, file), credentials }, parameters, earlier);
		expect(await second.poll()).toHaveLength(1);
	});
});
