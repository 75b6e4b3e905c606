import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { serviceProperties } from '../nodes/CodeHosting/credentialFields';

export class CodeHostingOAuth2Api implements ICredentialType {
	name = 'codeHostingOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Code Hosting OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#credential';

	properties: INodeProperties[] = [
		...serviceProperties,
		{
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'hidden',
			default: 'authorizationCode',
		},
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://github.com/login/oauth/authorize',
			description: 'URL where users grant access',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://github.com/login/oauth/access_token',
			description: 'URL that issues access tokens',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: 'repo notifications read:org',
			description:
				'Scopes of the token, separated by spaces. Organization runners, secrets and permissions require admin:org.',
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{
			displayName: 'Authentication',
			name: 'authentication',
			type: 'hidden',
			default: 'body',
		},
	];
}
