import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { addresses } from '../nodes/FinanceData/environments';
import { toText } from '../nodes/engine/input/messages';

export class FinanceDataApi implements ICredentialType {
	name = 'financeDataApi';

	displayName = 'Finance Data API';

	icon: Icon = {
		light: 'file:../icons/financeData.svg',
		dark: 'file:../icons/financeData.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/finance-data.md#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Environment',
			name: 'environment',
			type: 'options',
			options: [
				{ name: 'Other Address', value: 'custom' },
				{ name: 'Production', value: 'production' },
				{ name: 'Sandbox', value: 'sandbox' },
			],
			default: 'production',
			description: 'Each environment has its own keys',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://finance.example.com/versioned',
			displayOptions: { show: { environment: ['custom'] } },
			description: 'Base URL of the service, ending in /versioned',
		},
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			required: true,
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Authenticates requests together with the client ID, and signs the webhooks',
		},
		{
			displayName: 'Previous Client Secret',
			name: 'previousClientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only needed while you rotate the client secret. Webhooks signed with this secret are also accepted. Clear it after the rotation.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Identifies the connection (the customer). To use a different connection for an item, set the option Access Token in the node.',
		},
		{
			displayName: 'Version',
			name: 'version',
			type: 'options',
			options: [
				{ name: '2023-02-07', value: '2023-02-07' },
				{ name: '2023-03-14', value: '2023-03-14' },
				{ name: '2024-04-30', value: '2024-04-30' },
				{ name: '2024-08-31', value: '2024-08-31' },
			],
			default: '2024-08-31',
			description:
				'API version. Amounts are numbers as of version 2024-04-30 and strings in earlier versions.',
		},
		{
			displayName: 'Vendor in Header Names',
			name: 'vendor',
			type: 'string',
			default: 'Rutter',
			required: true,
			description: 'The part of header names between X- and -Version or -Signature',
		},
	];

	// A function is faster than an expression, which n8n evaluates for every request.
	authenticate: IAuthenticate = async (credentials, options) =>
		await Promise.resolve(authenticated(credentials, options));

	// The service returns 401 for wrong keys and for a wrong access token. Only a test without an
	// access token shows whether the keys are wrong.
	test: ICredentialTestRequest = {
		request: {
			baseURL: `={{ $credentials.environment === "custom" ? $credentials.baseUrl.replace(/\\/+$/, "") : $credentials.environment === "sandbox" ? "${addresses.sandbox}" : "${addresses.production}" }}`,
			url: '={{ $credentials.accessToken ? "/connections/status" : "/connections" }}',
			qs: { access_token: '={{ $credentials.accessToken || undefined }}' },
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The credential was rejected (401). Clear Access Token and test again. If the test passes, the access token was wrong. Otherwise, check Client ID, Client Secret and Environment.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 400,
					message:
						'The service rejected the request (400). Check Version and Vendor in Header Names. If ' +
						'they are correct, the access token does not belong to a connection in this ' +
						'environment.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'The address was not found (404). Check Environment and Base URL, which ends in ' +
						'/versioned. If they are correct, the access token does not belong to a connection in ' +
						'this environment.',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 410,
					message:
						'The client ID and secret are valid, but the access token was rejected (410). It does ' +
						'not belong to a connection in this environment.',
				},
			},
		],
	};
}

function authenticated(
	{ clientId, clientSecret, version, vendor }: IDataObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const basic = Buffer.from(`${toText(clientId)}:${toText(clientSecret)}`).toString('base64');
	return {
		...options,
		headers: {
			...options.headers,
			Authorization: `Basic ${basic}`,
			[`X-${toText(vendor)}-Version`]: toText(version),
		},
	};
}
