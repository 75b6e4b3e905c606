import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2CredentialTest, oAuth2Properties } from '../nodes/TaskList/credentials';

export class TaskListOAuth2Api implements ICredentialType {
	name = 'taskListOAuth2Api';

	extends = ['googleOAuth2Api'];

	displayName = 'Task List (Google) OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/taskList.svg',
		dark: 'file:../icons/taskList.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#connect';

	properties = oAuth2Properties;

	test = oAuth2CredentialTest;
}
