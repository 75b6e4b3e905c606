import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	fetchToken,
	serviceAccountProperties,
	withServiceAccount,
} from '../nodes/engine/credentials/serviceAccount';
import { taskListBaseUrl, taskListTest } from '../nodes/TaskList/credentialFields';
import { tasksScope } from '../nodes/TaskList/scopes';

export class TaskListServiceAccountApi implements ICredentialType {
	name = 'taskListServiceAccountApi';

	displayName = 'Task List Service Account API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [taskListBaseUrl, ...serviceAccountProperties(tasksScope)];

	preAuthentication = fetchToken;

	authenticate = withServiceAccount;

	test = taskListTest;
}
