/** Providers and credentials of Task List. */
import { baseUrl, oAuth2Test } from '../engine/credentials';
import { googleCredentials, googleProviders } from '../google/credentials';

export const tasksScope = 'https://www.googleapis.com/auth/tasks';
export const tasksReadOnlyScope = `${tasksScope}.readonly`;

export const taskListProviders = googleProviders({
	key: 'googleTasks',
	label: 'Google Tasks',
	baseUrl: 'https://tasks.googleapis.com',
});

const address = baseUrl('Base URL of the service, without /tasks', 'https://tasks.example.com');

export const {
	tokenProperties,
	oAuth2Properties,
	serviceAccountProperties,
	tokenCredential,
	serviceAccountCredential,
	credentials,
} = googleCredentials('taskList', taskListProviders, tasksScope, address);

export const oAuth2CredentialTest = oAuth2Test(
	taskListProviders,
	'/tasks/v1/users/@me/lists?maxResults=1',
);
