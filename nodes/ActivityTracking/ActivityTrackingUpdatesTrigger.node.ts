import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { authenticationOf, connectionTestOf, formOf, runPoll, runPolledExecution } from '../engine';
import { activityTracking } from './service';
import { newActivities } from './triggers/poll';

export class ActivityTrackingUpdatesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Activity Tracking Updates Trigger',
		name: 'activityTrackingUpdatesTrigger',
		icon: {
			light: 'file:../../icons/activityTracking.svg',
			dark: 'file:../../icons/activityTracking.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		description:
			'Starts the workflow when the athlete has a new activity, by polling the service. Works with Strava.',
		subtitle: 'new activities',
		defaults: { name: 'Activity Tracking Updates Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'activityTrackingApi',
				required: true,
				testedBy: 'connectionTest',
				displayOptions: { show: { authentication: ['accessToken'] } },
			},
			{
				name: 'activityTrackingOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2'] } },
			},
		],
		properties: [...authenticationOf(activityTracking), ...formOf(newActivities.form)],
	};

	methods = { credentialTest: connectionTestOf(activityTracking) };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await runPoll(this, newActivities);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runPolledExecution(this, newActivities);
	}
}
