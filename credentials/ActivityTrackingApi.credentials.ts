import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { baseUrl, interfaceForm } from './activityTracking';

export class ActivityTrackingApi implements ICredentialType {
	name = 'activityTrackingApi';

	displayName = 'Activity Tracking API';

	icon: Icon = { light: 'file:../icons/activityTracking.svg', dark: 'file:../icons/activityTracking.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/activity-tracking.md#credential';

	properties: INodeProperties[] = [
		baseUrl,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Ends after some hours; the OAuth2 credential renews its token by itself',
		},
		interfaceForm,
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async ({ accessToken }, options) =>
		await Promise.resolve({ ...options, headers: { ...options.headers, Authorization: `Bearer ${String(accessToken)}` } });

	test: ICredentialTestRequest = {
		request: { baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}', url: '/athlete' },
	};
}
