import type { ICredentialType, Icon } from 'n8n-workflow';
import { tokenCredential, tokenProperties } from '../nodes/WorkspaceToken/credentials';

export class WorkspaceTokenApi implements ICredentialType {
	name = 'workspaceTokenApi';

	displayName = 'Workspace Token API';

	icon: Icon = {
		light: 'file:../icons/workspaceToken.svg',
		dark: 'file:../icons/workspaceToken.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/workspace-token.md#connect';

	properties = tokenProperties;

	authenticate = tokenCredential.authenticate;
}
