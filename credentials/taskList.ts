/** What the three ways to log in to the task list service share. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';

export const taskListScope = 'https://www.googleapis.com/auth/tasks';

export const taskListAddress: INodeProperties = {
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: 'https://tasks.googleapis.com',
	required: true,
	description: 'Address of the service, without /tasks',
};

export const taskListTest: ICredentialTestRequest = {
	request: { baseURL: '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}', url: '/tasks/v1/users/@me/lists?maxResults=1' },
};
