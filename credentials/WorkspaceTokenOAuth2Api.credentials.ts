import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2Properties } from '../nodes/WorkspaceToken/credentials';

export class WorkspaceTokenOAuth2Api implements ICredentialType {
	name = 'workspaceTokenOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Workspace Token (Databricks) OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/workspaceToken.svg',
		dark: 'file:../icons/workspaceToken.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/workspace-token.md#connect';

	properties = oAuth2Properties;
}
