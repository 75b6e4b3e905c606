// What causes an event for each polling trigger.
import type { INodeParameters } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../../credentials/ActivityTrackingApi.credentials';
import { CodeHostingApi } from '../../../credentials/CodeHostingApi.credentials';
import { FinanceDataApi } from '../../../credentials/FinanceDataApi.credentials';
import { TaskListApi } from '../../../credentials/TaskListApi.credentials';
import { startActivityService } from '../../services/activityTracking/service';
import { addActivity } from '../../services/activityTracking/seedData';
import { startCodeService } from '../../services/codeHosting/service';
import { LOCAL_TOKENS, startFinanceService } from '../../services/financeData/service';
import { startTaskService } from '../../services/taskList/service';
import type { NodeSetup } from './executor';
import type { LocalServer } from '../../services/kit/server';
import { byId } from './locator';

/** A polling trigger and its local service. */
export interface PollingScenario {
	readonly file: string;
	readonly parameters: INodeParameters;
	start(): Promise<{
		credentials: NodeSetup['credentials'];
		readonly service: LocalServer;
		/** Causes an event. */
		happen(name: string): void;
	}>;
}

/** All polling triggers, by the name of the class. */
export const pollingScenarios: Readonly<Record<string, PollingScenario>> = {
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
				service: tasks,
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
				service: tracking,
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
				settings: { pollIntervalS: 0 },
			});
			return {
				credentials: { codeHostingApi: { type: new CodeHostingApi(), data: code.credential.data } },
				happen: () => void code.happen({}),
				service: code,
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
				service: finance,
			};
		},
	},
};
