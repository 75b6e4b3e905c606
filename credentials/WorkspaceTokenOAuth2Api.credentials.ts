import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { workspaceUrl } from '../nodes/WorkspaceToken/credentialFields';

export class WorkspaceTokenOAuth2Api implements ICredentialType {
	name = 'workspaceTokenOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Workspace Token OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/workspaceToken.svg',
		dark: 'file:../icons/workspaceToken.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/workspace-token.md#credential';

	properties: INodeProperties[] = [
		workspaceUrl,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{ name: 'Authorization Code', value: 'authorizationCode' },
				{ name: 'Client Credentials', value: 'clientCredentials' },
			],
			default: 'clientCredentials',
			description:
				'Client Credentials authenticates as a service principal, Authorization Code as a user',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			default: '={{ $self["baseUrl"].replace(/\\/+$/, "") }}/oidc/v1/authorize',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			default: '={{ $self["baseUrl"].replace(/\\/+$/, "") }}/oidc/v1/token',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'all-apis',
			description: 'Permissions to request: all-apis, or only authentication',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
	];
}
