import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { bearer, shortLivedAccessToken } from '../nodes/engine/credentials/fields';
import { taskListBaseUrl, taskListTest } from '../nodes/TaskList/credentialFields';

export class TaskListApi implements ICredentialType {
	name = 'taskListApi';

	displayName = 'Task List API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [taskListBaseUrl, shortLivedAccessToken];

	authenticate = bearer;

	test = taskListTest;
}
