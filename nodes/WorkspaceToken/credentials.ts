/** Providers and credentials of Workspace Token. */
import type { INodeProperties } from 'n8n-workflow';
import {
	baseUrl,
	bearerOf,
	credentialProperties,
	oAuth2Fields,
	secretField,
} from '../engine/credentials';
import { type CredentialChoice, providers } from '../engine/describe';

export const workspaceTokenProviders = providers(
	[
		{
			key: 'databricks',
			label: 'Databricks',
			fixed: {
				baseUrl: 'https://{workspace}',
				authorizationUrl: 'https://{workspace}/oidc/v1/authorize',
				tokenUrl: 'https://{workspace}/oidc/v1/token',
			},
			asks: ['workspaceId'],
			// https://github.com/n8n-io/n8n/issues/34147
			expiredStatuses: [403],
		},
	],
	{
		workspace: {
			label: 'Workspace URL',
			kind: 'host',
			description: 'The address in your browser when you open the workspace',
			example: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com',
		},
	},
);

const address = baseUrl(
	'Base URL of the workspace, without /api',
	'https://my-workspace.example.com',
);

const workspaceId: INodeProperties = {
	displayName: 'Workspace ID',
	name: 'workspaceId',
	type: 'string',
	default: '',
	placeholder: 'e.g. 1234567890123456',
	description:
		'Only required if the workspace URL is the address of an account with several workspaces. Sent in the workspace header.',
};

export const tokenProperties = credentialProperties(workspaceTokenProviders, [
	address,
	secretField(
		'Token',
		'token',
		'A personal access token with the API scope authentication. Sent as a Bearer token.',
		'At Databricks: Settings > Developer > Access tokens',
	),
	workspaceId,
]);

export const oAuth2Properties = credentialProperties(workspaceTokenProviders, [
	address,
	...oAuth2Fields(workspaceTokenProviders, {
		scope: 'all-apis',
		scopeDescription:
			'Permissions to request, separated by spaces: all-apis, or only authentication',
		scopeHint:
			'For Authorization Code, add offline_access. Otherwise, n8n cannot renew the token, which expires after an hour.',
		clientSource:
			'At Databricks: Service principals > Secrets, or for Authorization Code: account console > App connections',
		clientAuthentication: 'header',
		grantType: {
			displayName: 'Grant Type',
			name: 'grantType',
			type: 'options',
			options: [
				{ name: 'Authorization Code', value: 'authorizationCode' },
				{ name: 'Client Credentials', value: 'clientCredentials' },
			],
			default: 'clientCredentials',
			description:
				'Client Credentials authenticates as a service principal, Authorization Code as a user',
		},
	}),
	{
		// Databricks rejects an expired OAuth token with 403
		// (https://github.com/n8n-io/n8n/issues/34147). n8n 1.x ignores this field.
		displayName: 'Token Expired Status Code',
		name: 'tokenExpiredStatusCode',
		type: 'hidden',
		default: '={{ $self["provider"] === "databricks" ? [401, 403] : 401 }}',
	},
	workspaceId,
]);

export const tokenCredential = {
	value: 'token',
	label: 'Token',
	type: 'workspaceTokenApi',
	authenticate: bearerOf('token'),
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [
	tokenCredential,
	{ value: 'oAuth2', label: 'OAuth2', type: 'workspaceTokenOAuth2Api', renews: true },
];
