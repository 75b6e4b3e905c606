import type { ICredentialTestRequest, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { baseUrlField, interfaceField } from '../nodes/ActivityTracking/credentialFields';
import { accessToken, baseAddress, bearer } from '../nodes/engine/credentials/fields';

export class ActivityTrackingApi implements ICredentialType {
	name = 'activityTrackingApi';

	displayName = 'Activity Tracking API';

	icon: Icon = {
		light: 'file:../icons/activityTracking.svg',
		dark: 'file:../icons/activityTracking.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/activity-tracking.md#credential';

	properties: INodeProperties[] = [
		baseUrlField,
		accessToken(
			'Expires after a few hours and is not renewed. For workflows that run unattended, use OAuth2.',
		),
		interfaceField,
	];

	authenticate = bearer;

	test: ICredentialTestRequest = {
		request: { baseURL: baseAddress, url: '/athlete' },
	};
}
