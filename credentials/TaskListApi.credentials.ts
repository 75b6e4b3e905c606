import type { IAuthenticate, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { taskListAddress, taskListTest } from './taskList';

export class TaskListApi implements ICredentialType {
	name = 'taskListApi';

	displayName = 'Task List API';

	icon: Icon = { light: 'file:../icons/taskList.svg', dark: 'file:../icons/taskList.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/task-list.md#credential';

	properties: INodeProperties[] = [
		taskListAddress,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent as a Bearer token. It ends after about an hour and is not renewed: for workflows that run on their own, choose OAuth2 or a service account.',
		},
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async ({ accessToken }, options) =>
		await Promise.resolve({ ...options, headers: { ...options.headers, Authorization: `Bearer ${String(accessToken)}` } });

	test = taskListTest;
}
