import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { authorized, baseAddress } from '../nodes/engine/credentials/fields';
import { workspaceUrl } from '../nodes/WorkspaceToken/credentialFields';
import { toText } from '../nodes/engine/input/messages';

export class WorkspaceTokenApi implements ICredentialType {
	name = 'workspaceTokenApi';

	displayName = 'Workspace Token API';

	icon: Icon = {
		light: 'file:../icons/workspaceToken.svg',
		dark: 'file:../icons/workspaceToken.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/workspace-token.md#credential';

	properties: INodeProperties[] = [
		workspaceUrl,
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'A personal access token with the API scope authentication. Sent as a Bearer token.',
		},
	];

	authenticate: IAuthenticate = async ({ token }, options) =>
		await Promise.resolve(authorized(options, `Bearer ${toText(token)}`));

	test: ICredentialTestRequest = {
		request: { baseURL: baseAddress, url: '/api/2.0/token/list' },
	};
}
