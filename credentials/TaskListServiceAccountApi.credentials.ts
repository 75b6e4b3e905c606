import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	fetchToken,
	serviceAccountProperties,
	withServiceAccount,
} from '../nodes/engine/credentials/serviceAccount';
import { taskListAddress, taskListScope, taskListTest } from '../nodes/TaskList/credentialFields';

export class TaskListServiceAccountApi implements ICredentialType {
	name = 'taskListServiceAccountApi';

	displayName = 'Task List Service Account API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [taskListAddress, ...serviceAccountProperties(taskListScope)];

	preAuthentication = fetchToken;

	authenticate = withServiceAccount;

	test = taskListTest;
}
