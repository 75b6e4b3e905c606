import type { IAuthenticate, ICredentialTestRequest, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';

export class WorkspaceTokenApi implements ICredentialType {
	name = 'workspaceTokenApi';

	displayName = 'Workspace Token API';

	icon: Icon = { light: 'file:../icons/workspaceToken.svg', dark: 'file:../icons/workspaceToken.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/workspace-token.md#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Workspace URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://my-workspace.example.com',
			description: 'Address of the workspace, without /api',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'A personal access token with the API scope authentication. Sent as a Bearer token.',
		},
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async ({ token }, options) => await Promise.resolve({ ...options, headers: { ...options.headers, Authorization: `Bearer ${String(token)}` } });

	test: ICredentialTestRequest = {
		request: { baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}', url: '/api/2.0/token/list' },
	};
}
