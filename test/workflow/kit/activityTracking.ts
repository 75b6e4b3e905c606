/** Runs the Activity Tracking node in n8n's executor against its local test service. */
import type { IDataObject } from 'n8n-workflow';
import { ActivityTrackingApi } from '../../../credentials/ActivityTrackingApi.credentials';
import { ActivityTrackingOAuth2Api } from '../../../credentials/ActivityTrackingOAuth2Api.credentials';
import { ActivityTracking } from '../../../nodes/ActivityTracking/ActivityTracking.node';
import {
	startActivityService,
	type ActivityService,
} from '../../services/activityTracking/service';
import { runNode, type RunOptions, type RunResult } from './executor';

const nodeType = new ActivityTracking();

export type More = Partial<RunOptions> & { credential?: IDataObject };

/** The ID of a record, as the form stores it. */
export const located = (value: string | number) => ({
	__rl: true,
	mode: 'id',
	value: String(value),
});

/** Starts the local test service. `run` executes the node once against it. */
export async function startActivityTracking(): Promise<{
	service: ActivityService;
	run(
		resource: string,
		operation: string,
		parameters?: IDataObject,
		more?: More,
	): Promise<RunResult>;
}> {
	const service = await startActivityService();
	const run = async (
		resource: string,
		operation: string,
		parameters: IDataObject = {},
		{ credential, ...more }: More = {},
	): Promise<RunResult> =>
		await runNode(
			{
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
			},
			{
				parameters: {
					authentication: 'accessToken',
					resource,
					operation,
					options: {},
					simplify: false,
					...parameters,
				},
				...more,
			},
		);
	return { service, run };
}
