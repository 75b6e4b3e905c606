/** Runs the Activity Tracking node in n8n's executor against its local test service. */
import type { IDataObject } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../../credentials/ActivityTrackingApi.credentials';
import { ActivityTrackingOAuth2Api } from '../../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTracking } from '../../../nodes/ActivityTracking/ActivityTracking.node';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import { runNode, type NodeSetup, type RunOptions, type RunResult } from './executor';

const nodeType = new ActivityTracking();

export type More = Partial<RunOptions> & { credential?: IDataObject };

export interface TestedActivityTracking {
	/** The service of the current test. */
	readonly service: ActivityService;
	/** Executes the node once. */
	run(
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: More,
	): Promise<RunResult>;
	/** The requests that match a pattern such as `GET /api/v3/athlete`. */
	sent(pattern: string): ReturnType<ActivityService['requests']['list']>;
}

/** Starts the local test service before each test, and closes it afterwards. */
export function activityTrackingPerTest(): TestedActivityTracking {
	let service: ActivityService;
	beforeEach(async () => {
		service = await startActivityService();
	});
	afterEach(async () => await service.close());
	return {
		get service() {
			return service;
		},
		run: async (resource, operation, parameters = {}, { credential, ...more } = {}) =>
			await runNode(setup(service, credential), {
				parameters: {
					authentication: 'accessToken',
					resource,
					operation,
					options: {},
					simplify: false,
					...parameters,
				},
				...more,
			}),
		sent: (pattern) => service.requests.list(pattern),
	};
}

const setup = (service: ActivityService, credential?: IDataObject): NodeSetup => ({
	nodeType,
	credentials: {
		activityTrackingApi: {
			type: new ActivityTrackingApi(),
			data: { ...service.credential.data, ...credential },
		},
		activityTrackingOAuth2Api: {
			type: new ActivityTrackingOAuth2Api(),
			data: service.oAuth2 as IDataObject,
		},
	},
});
