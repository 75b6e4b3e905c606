/** Base URL and test that the three credential types share. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { baseAddress, baseUrl } from '../engine/credentials/fields';

export const taskListBaseUrl: INodeProperties = baseUrl('Base URL of the service, without /tasks', {
	default: 'https://tasks.googleapis.com',
});

export const taskListTest: ICredentialTestRequest = {
	request: { baseURL: baseAddress, url: '/tasks/v1/users/@me/lists?maxResults=1' },
};
