import type { ICredentialType, Icon } from 'n8n-workflow';
import { serviceAccountCredential, serviceAccountProperties } from '../nodes/TaskList/credentials';

export class TaskListServiceAccountApi implements ICredentialType {
	name = 'taskListServiceAccountApi';

	displayName = 'Task List Service Account API';

	icon: Icon = {
		light: 'file:../icons/taskList.svg',
		dark: 'file:../icons/taskList.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#connect';

	properties = serviceAccountProperties;

	authenticate = serviceAccountCredential.authenticate;

	preAuthentication = serviceAccountCredential.preAuthentication;
}
