import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { googleOAuth2Properties } from '../nodes/engine/credentials/googleOAuth2';
import { taskListBaseUrl, taskListTest } from '../nodes/TaskList/credentialFields';
import { tasksScope } from '../nodes/TaskList/scopes';

export class TaskListOAuth2Api implements ICredentialType {
	name = 'taskListOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Task List OAuth2 API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [taskListBaseUrl, ...googleOAuth2Properties(tasksScope)];

	test = taskListTest;
}
