import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { standardTokenUrl } from '../nodes/engine/credentials/serviceAccount';
import { taskListAddress, taskListScope, taskListTest } from '../nodes/TaskList/credentialFields';

export class TaskListOAuth2Api implements ICredentialType {
	name = 'taskListOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Task List OAuth2 API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [
		taskListAddress,
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: 'https://accounts.google.com/o/oauth2/v2/auth',
			required: true,
			description: 'Where the person gives their consent',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: standardTokenUrl,
			required: true,
			description: 'Where the token is fetched and renewed',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: taskListScope,
			required: true,
			description: 'What the token may do',
		},
		// A token that can be renewed is given only to those who ask for it.
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
