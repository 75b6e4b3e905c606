import type { ICredentialType, Icon } from 'n8n-workflow';
import { tokenCredential, tokenProperties } from '../nodes/TaskList/credentials';

export class TaskListApi implements ICredentialType {
	name = 'taskListApi';

	displayName = 'Task List API';

	icon: Icon = {
		light: 'file:../icons/taskList.svg',
		dark: 'file:../icons/taskList.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#connect';

	properties = tokenProperties;

	authenticate = tokenCredential.authenticate;
}
