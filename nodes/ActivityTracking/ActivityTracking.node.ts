import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { methodsOf, nodeVersions, propertiesOf, runService } from '../engine';
import { activityTracking } from './service';

export class ActivityTracking implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Activity Tracking',
		name: 'activityTracking',
		icon: {
			light: 'file:../../icons/activityTracking.svg',
			dark: 'file:../../icons/activityTracking.dark.svg',
		},
		group: ['transform'],
		version: nodeVersions,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Create, upload, get and update activities, get routes, clubs, gear and stats, and compare efforts on segments. Works with Strava.',
		defaults: { name: 'Activity Tracking' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
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
		properties: propertiesOf(activityTracking),
	};

	methods = methodsOf(activityTracking);

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runService(this, activityTracking, this.continueOnFail());
	}
}
