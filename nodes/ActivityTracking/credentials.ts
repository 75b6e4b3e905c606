/** Providers and credentials of Activity Tracking. */
import type { INodeProperties } from 'n8n-workflow';
import {
	accessToken,
	baseUrl,
	bearer,
	credentialProperties,
	oAuth2Fields,
} from '../engine/credentials';
import { type CredentialChoice, providers } from '../engine/describe';

export const activityTrackingProviders = providers([
	{
		key: 'strava',
		label: 'Strava',
		fixed: {
			baseUrl: 'https://www.strava.com/api/v3',
			authorizationUrl: 'https://www.strava.com/oauth/authorize',
			tokenUrl: 'https://www.strava.com/oauth/token',
			interface: 'current',
		},
		rejectsApplications: true,
	},
]);

const address = baseUrl(
	'Base URL of the service, ending in /api/v3',
	'https://activity.example.com/api/v3',
);

const interfaceField: INodeProperties = {
	displayName: 'Interface',
	name: 'interface',
	type: 'options',
	options: [
		{ name: 'As Specified', value: 'specified' },
		{ name: 'Current Public Interface', value: 'current' },
	],
	default: 'specified',
	description:
		'Version of the API that the service offers. The versions differ in streams, efforts, leaderboards and starring.',
};

export const tokenProperties = credentialProperties(activityTrackingProviders, [
	address,
	accessToken(
		'Expires after a few hours and is not renewed. For workflows that run unattended, use OAuth2.',
		'At Strava: Settings > My API Application > Your Access Token',
	),
	interfaceField,
]);

export const oAuth2Properties = credentialProperties(activityTrackingProviders, [
	address,
	...oAuth2Fields(activityTrackingProviders, {
		scope: 'read_all,profile:read_all,profile:write,activity:read_all,activity:write',
		scopeDescription:
			'Permissions to request, separated by commas. Starring requires profile:write, formerly write.',
		clientSource:
			'At Strava: Settings > My API Application. Authorization Callback Domain: the host of the redirect URL',
	}),
	interfaceField,
]);

export const tokenCredential = {
	value: 'accessToken',
	label: 'Access Token',
	type: 'activityTrackingApi',
	authenticate: bearer,
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [
	tokenCredential,
	{ value: 'oAuth2', label: 'OAuth2', type: 'activityTrackingOAuth2Api', renews: true },
];
