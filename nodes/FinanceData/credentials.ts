/** Providers and credentials of Finance Data. */
import {
	authenticateWith,
	authorized,
	baseUrl,
	credentialProperties,
	secretField,
} from '../engine/credentials';
import { type Authenticate, type CredentialChoice, providers, toText } from '../engine/describe';

export const financeDataProviders = providers([
	{
		key: 'rutter',
		label: 'Rutter Production',
		product: 'Rutter',
		fixed: { baseUrl: 'https://production.rutterapi.com/versioned', vendor: 'Rutter' },
	},
	{
		key: 'rutterSandbox',
		label: 'Rutter Sandbox',
		product: 'Rutter',
		fixed: { baseUrl: 'https://sandbox.rutterapi.com/versioned', vendor: 'Rutter' },
	},
]);

export const properties = credentialProperties(financeDataProviders, [
	baseUrl('Base URL of the service, ending in /versioned', 'https://finance.example.com/versioned'),
	{
		displayName: 'Vendor in Header Names',
		name: 'vendor',
		type: 'string',
		default: 'Service',
		required: true,
		placeholder: 'e.g. Rutter',
		description:
			'The part of header names between X- and -Version or -Signature. The header names are in the documentation of the service, under API versions and webhooks.',
		hint: 'For the header X-Rutter-Version, enter Rutter',
	},
	{
		displayName: 'Client ID',
		name: 'clientId',
		type: 'string',
		default: '',
		required: true,
		description: 'Production and sandbox have different client IDs and secrets',
	},
	secretField(
		'Client Secret',
		'clientSecret',
		'Authenticates requests together with the client ID, and signs the webhooks',
		'Client ID and secret: in the dashboard of the service, on the page API Keys',
	),
	{
		...secretField(
			'Access Token',
			'accessToken',
			'Identifies the connection (the customer). To use a different connection for an item, set the option Access Token in the node.',
			'In the dashboard of the service: Connections > menu of the connection',
		),
		required: false,
	},
	{
		displayName: 'Version',
		name: 'version',
		type: 'options',
		options: ['2023-02-07', '2023-03-14', '2024-04-30', '2024-08-31'].map((value) => ({
			name: value,
			value,
		})),
		default: '2024-08-31',
		description:
			'API version. Amounts are numbers as of version 2024-04-30 and strings in earlier versions.',
	},
	{
		...secretField(
			'Previous Client Secret',
			'previousClientSecret',
			'Only needed while you rotate the client secret. Webhooks signed with this secret are also accepted. Clear it after the rotation.',
		),
		required: false,
	},
]);

const authenticate: Authenticate = async ({ clientId, clientSecret, version, vendor }, options) => {
	const basic = Buffer.from(`${toText(clientId)}:${toText(clientSecret)}`).toString('base64');
	const { headers } = authorized(options, 'Basic', basic);
	return await Promise.resolve({
		...options,
		headers: { ...headers, [`X-${toText(vendor)}-Version`]: toText(version) },
	});
};

export const keyCredential = {
	value: 'keys',
	label: 'Client ID and Secret',
	type: 'financeDataApi',
	authenticate: authenticateWith(financeDataProviders, authenticate),
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [keyCredential];
