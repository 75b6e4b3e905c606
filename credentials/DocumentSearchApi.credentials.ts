import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { baseAddress, baseUrl } from '../nodes/engine/credentials/fields';
import { toText } from '../nodes/engine/input/messages';

export class DocumentSearchApi implements ICredentialType {
	name = 'documentSearchApi';

	displayName = 'Document Search API';

	icon: Icon = {
		light: 'file:../icons/documentSearch.svg',
		dark: 'file:../icons/documentSearch.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/document-search.md#credential';

	properties: INodeProperties[] = [
		baseUrl('Base URL of the service, without /v2 or /v3', {
			placeholder: 'e.g. https://search.example.com',
		}),
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'An API key with access to the collections you want to query',
		},
		{
			displayName: 'Header Name',
			name: 'headerName',
			type: 'string',
			default: 'Authorization',
			description: 'Name of the header that contains the key',
		},
		{
			displayName: 'Scheme',
			name: 'scheme',
			type: 'string',
			default: 'Bearer',
			description:
				'Prefix before the key in the header. Leave empty to send the key without a prefix.',
		},
		{
			displayName: 'Organization ID',
			name: 'organizationId',
			type: 'string',
			default: '',
			description:
				'Sent as X-Organization-ID if set. Only required for older keys. Must match the organization of the key.',
		},
	];

	// A function is faster than an expression, which n8n evaluates for every request.
	authenticate: IAuthenticate = async (credentials, options) =>
		await Promise.resolve(withKey(credentials, options));

	test: ICredentialTestRequest = {
		request: { baseURL: baseAddress, url: '/v2/collections?limit=1' },
	};
}

/** The specification defines neither the header nor the scheme, so both are settings. */
function withKey(
	{ apiKey, headerName, scheme, organizationId }: IDataObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const header = toText(headerName).trim() || 'Authorization';
	const prefix = toText(scheme).trim();
	return {
		...options,
		headers: {
			...options.headers,
			[header]: prefix === '' ? toText(apiKey) : `${prefix} ${toText(apiKey)}`,
			...(organizationId ? { 'X-Organization-ID': toText(organizationId) } : {}),
		},
	};
}
