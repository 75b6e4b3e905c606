/** Providers and credentials of Instance Cloud. */
import { baseUrl, bearerOf, credentialProperties, secretField } from '../engine/credentials';
import { type CredentialChoice, providers } from '../engine/describe';

export const instanceCloudProviders = providers(
	[
		{
			key: 'unikraftCloud',
			label: 'Unikraft Cloud',
			aliases: ['kraftcloud', 'ukc'],
			fixed: {
				baseUrl: 'https://api.{metro}.unikraft.cloud/v1',
				autoscalePaths: 'services',
			},
		},
	],
	{
		metro: {
			label: 'Metro',
			kind: 'word',
			description:
				'The metro of your objects, such as fra, dal, sin, was or sfo. Create one credential for each metro.',
			example: 'fra',
			known: ['fra', 'dal', 'sin', 'was', 'sfo'],
			default: 'fra',
		},
	},
	['metro'],
);

export const properties = credentialProperties(instanceCloudProviders, [
	baseUrl(
		'Base URL of the service, ending in /v1. {metro} is replaced with the metro.',
		'https://api.{metro}.example.com/v1',
	),
	secretField(
		'API Token',
		'apiToken',
		'Sent as a Bearer token with every request',
		'For Unikraft Cloud, create a token in its console (console.unikraft.cloud)',
	),
	{
		displayName: 'Autoscale Paths',
		name: 'autoscalePaths',
		type: 'options',
		options: [
			{ name: 'Separate Category (/Autoscale)', value: 'autoscale' },
			{ name: 'Below Services (/Services/Autoscale)', value: 'services' },
		],
		default: 'autoscale',
		description: 'Path of the autoscale endpoints. At Unikraft Cloud, they are below services.',
	},
]);

export const tokenCredential = {
	value: 'apiToken',
	label: 'API Token',
	type: 'instanceCloudApi',
	authenticate: bearerOf('apiToken'),
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [tokenCredential];
