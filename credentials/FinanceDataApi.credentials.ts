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
			description: 'Each environment has keys of its own',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://finance.example.com/versioned',
			displayOptions: { show: { environment: ['custom'] } },
			description: 'Address of the service, with /versioned at its end',
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
			description: 'Logs in together with the client ID, and signs the webhooks',
		},
		{
			displayName: 'Previous Client Secret',
			name: 'previousClientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only while a secret is replaced: webhooks signed with this one are accepted too. Empty it when the change is over.',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Addresses one connection, which is one customer. The option Access Token of the nodes wins over it, item by item.',
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
				'Version of the interface. Amounts are numbers from 2024-04-30 on, and texts before.',
		},
		{
			displayName: 'Vendor in Header Names',
			name: 'vendor',
			type: 'string',
			default: 'Rutter',
			required: true,
			description: 'The part between X- and -Version, and between X- and -Signature',
		},
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async (credentials, options) =>
		await Promise.resolve(loggedIn(credentials, options));

	// Wrong keys and a wrong access token are both answered with 401, so an empty token is what tells them apart.
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
						'Not accepted (401). Empty the access token and test again: if it is still refused, check client ID, secret and environment; if not, the access token is the wrong one.',
				},
			},
			...[400, 404, 410].map((value) => ({
				type: 'responseCode' as const,
				properties: {
					value,
					message: `The client ID and secret are accepted, but not the access token (${value}): it belongs to no connection of this environment.`,
				},
			})),
		],
	};
}

function loggedIn(
	{ clientId, clientSecret, version, vendor }: IDataObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const basic = Buffer.from(`${String(clientId)}:${String(clientSecret)}`).toString('base64');
	return {
		...options,
		headers: {
			...options.headers,
			Authorization: `Basic ${basic}`,
			[`X-${String(vendor)}-Version`]: String(version),
		},
	};
}
