import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { standardTokenUrl } from '../nodes/engine/credentials/serviceAccount';
import { taskListBaseUrl, taskListTest } from '../nodes/TaskList/credentialFields';
import { tasksScope } from '../nodes/TaskList/scopes';

export class TaskListOAuth2Api implements ICredentialType {
	name = 'taskListOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Task List OAuth2 API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [
		taskListBaseUrl,
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: 'https://accounts.google.com/o/oauth2/v2/auth',
			required: true,
			description: 'URL where the user grants access',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: standardTokenUrl,
			required: true,
			description: 'URL that issues and renews access tokens',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: tasksScope,
			required: true,
			description: 'Permissions to request',
		},
		// The service issues a refresh token only if the request contains these parameters.
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: 'access_type=offline&prompt=consent',
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
	];

	test = taskListTest;
}
