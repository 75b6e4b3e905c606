/** Providers and credentials of Task List. */
import {
	baseUrl,
	bearer,
	credentialProperties,
	googleOAuth2Fields,
	googleProviders,
	oAuth2Test,
	serviceAccount,
	serviceAccountFields,
	shortLivedAccessToken,
} from '../engine/credentials';
import type { CredentialChoice } from '../engine/describe';
import { tasksScope } from './scopes';

export const taskListProviders = googleProviders({
	key: 'googleTasks',
	label: 'Google Tasks',
	baseUrl: 'https://tasks.googleapis.com',
});

const address = baseUrl('Base URL of the service, without /tasks', 'https://tasks.example.com');

export const tokenProperties = credentialProperties(taskListProviders, [
	address,
	shortLivedAccessToken,
]);

export const oAuth2Properties = credentialProperties(taskListProviders, [
	address,
	...googleOAuth2Fields(taskListProviders, tasksScope),
]);

export const serviceAccountProperties = credentialProperties(taskListProviders, [
	address,
	...serviceAccountFields(tasksScope),
]);

export const serviceAccountCredential = {
	value: 'serviceAccount',
	label: 'Service Account',
	type: 'taskListServiceAccountApi',
	renews: true,
	...serviceAccount(taskListProviders),
} satisfies CredentialChoice;

export const tokenCredential = {
	value: 'accessToken',
	label: 'Access Token',
	type: 'taskListApi',
	authenticate: bearer,
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [
	{ value: 'oAuth2', label: 'OAuth2', type: 'taskListOAuth2Api', renews: true },
	serviceAccountCredential,
	tokenCredential,
];

export const oAuth2CredentialTest = oAuth2Test(
	taskListProviders,
	'/tasks/v1/users/@me/lists?maxResults=1',
);
