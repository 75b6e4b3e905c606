import type { ICredentialType, Icon } from 'n8n-workflow';
import { tokenCredential, tokenProperties } from '../nodes/ActivityTracking/credentials';

export class ActivityTrackingApi implements ICredentialType {
	name = 'activityTrackingApi';

	displayName = 'Activity Tracking API';

	icon: Icon = {
		light: 'file:../icons/activityTracking.svg',
		dark: 'file:../icons/activityTracking.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/activity-tracking.md#connect';

	properties = tokenProperties;

	authenticate = tokenCredential.authenticate;
}
