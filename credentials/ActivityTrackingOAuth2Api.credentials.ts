import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { baseUrlField, interfaceField } from '../nodes/ActivityTracking/credentialFields';

export class ActivityTrackingOAuth2Api implements ICredentialType {
	name = 'activityTrackingOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Activity Tracking OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/activityTracking.svg',
		dark: 'file:../icons/activityTracking.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/activity-tracking.md#credential';

	properties: INodeProperties[] = [
		baseUrlField,
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://activity.example.com/oauth/authorize',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://activity.example.com/oauth/token',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'read_all,profile:write,activity:read_all',
			description:
				'Permissions to request, separated by commas. Starring requires profile:write, formerly write.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
		interfaceField,
	];
}
