/** Runs the Activity Tracking node in n8n's executor against its local test service. */
import type { IDataObject } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../../credentials/ActivityTrackingApi.credentials';
import { ActivityTrackingOAuth2Api } from '../../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTracking } from '../../../nodes/ActivityTracking/ActivityTracking.node';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import { operationRunner, type NodeSetup } from './executor';

const nodeType = new ActivityTracking();

export interface TestedActivityTracking {
	/** The service of the current test. */
	readonly service: ActivityService;
	/** Executes the node once. */
	readonly run: ReturnType<typeof operationRunner>;
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
		run: operationRunner(nodeType, () => credentialsOf(service), {
			authentication: 'accessToken',
			simplify: false,
		}),
		sent: (pattern) => service.requests.list(pattern),
	};
}

const credentialsOf = (service: ActivityService): NodeSetup['credentials'] => ({
	activityTrackingApi: { type: new ActivityTrackingApi(), data: service.credential.data },
	activityTrackingOAuth2Api: {
		type: new ActivityTrackingOAuth2Api(),
		data: service.oAuth2 as IDataObject,
	},
});
