import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2Properties } from '../nodes/ActivityTracking/credentials';

export class ActivityTrackingOAuth2Api implements ICredentialType {
	name = 'activityTrackingOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Activity Tracking (Strava) OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/activityTracking.svg',
		dark: 'file:../icons/activityTracking.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/activity-tracking.md#connect';

	properties = oAuth2Properties;
}
