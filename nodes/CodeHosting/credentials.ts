/** Credentials of Code Hosting. */
import type { INodeProperties } from 'n8n-workflow';
import {
	authenticateWith,
	authorized,
	baseUrl,
	credentialProperties,
	oAuth2Fields,
	secretField,
	storedToken,
	storedTokenFields,
} from '../engine/credentials';
import { type Authenticate, type CredentialChoice, toText } from '../engine/describe';
import { fetchInstallationToken } from './installationToken';
import { codeHostingProviders, defaultApiVersion, specifiedVendor } from './providers';

const address = baseUrl('Base URL of the service', 'https://git.example.com/api/v3');

const vendorFields: INodeProperties[] = [
	{
		displayName: 'Vendor',
		name: 'vendor',
		type: 'string',
		default: specifiedVendor,
		description: 'Vendor name in the version header (X-Vendor-Api-Version) and the media type',
	},
	{
		displayName: 'API Version',
		name: 'apiVersion',
		type: 'string',
		default: defaultApiVersion,
		description: 'Value of the version header',
	},
];

export const tokenProperties = credentialProperties(codeHostingProviders, [
	address,
	secretField(
		'Token',
		'token',
		'Personal access token, OAuth token or installation token',
		'At GitHub: Settings > Developer settings > Personal access tokens',
	),
	{
		displayName: 'Scheme',
		name: 'scheme',
		type: 'options',
		options: [
			{ name: 'Bearer', value: 'Bearer' },
			{ name: 'Token', value: 'token' },
		],
		default: 'token',
		description: 'Scheme in the Authorization header. Signed app tokens require Bearer.',
	},
	...vendorFields,
]);

export const appProperties = credentialProperties(codeHostingProviders, [
	address,
	{
		displayName: 'App ID',
		name: 'appId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 12345',
		description: 'App ID or client ID of the app',
	},
	{
		...secretField(
			'Private Key',
			'privateKey',
			'Private key of the app, including the first and last line',
			'At GitHub: Settings > Developer settings > GitHub Apps > your app > Private keys',
		),
		typeOptions: { password: true, rows: 4 },
	},
	{
		displayName: 'Installation ID',
		name: 'installationId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 7654321',
		description: 'ID of the installation. Can be empty if the app has only one installation.',
	},
	...storedTokenFields('Installation Token', 'installationToken'),
	...vendorFields,
]);

export const oAuth2Properties = credentialProperties(codeHostingProviders, [
	address,
	...oAuth2Fields(codeHostingProviders, {
		scope: 'repo notifications read:org',
		scopeDescription:
			'Scopes of the token, separated by spaces. Organization runners, secrets and permissions require admin:org.',
		clientSource: 'Client ID and secret at GitHub: Settings > Developer settings > OAuth Apps',
	}),
	...vendorFields,
]);

const withToken: Authenticate = async ({ scheme, token }, options) =>
	await Promise.resolve(authorized(options, toText(scheme), token));

export const tokenCredential = {
	value: 'token',
	label: 'Access Token',
	type: 'codeHostingApi',
	authenticate: authenticateWith(codeHostingProviders, withToken),
} satisfies CredentialChoice;

export const appCredential = {
	value: 'app',
	label: 'App Installation',
	type: 'codeHostingAppApi',
	renews: true,
	...storedToken(codeHostingProviders, {
		field: 'installationToken',
		scheme: 'token',
		issuedFor: ['appId', 'privateKey', 'installationId', 'baseUrl'],
		request: async (helpers, credential, provider) => ({
			token: await fetchInstallationToken(helpers, credential, provider),
		}),
	}),
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [
	tokenCredential,
	appCredential,
	{ value: 'oAuth2', label: 'OAuth2', type: 'codeHostingOAuth2Api', renews: true },
	{ value: 'none', label: 'None' },
];
