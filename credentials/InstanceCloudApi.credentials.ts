import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { baseUrl } from '../nodes/engine/credentials/fields';

export class InstanceCloudApi implements ICredentialType {
	name = 'instanceCloudApi';

	displayName = 'Instance Cloud API';

	icon: Icon = {
		light: 'file:../icons/instanceCloud.svg',
		dark: 'file:../icons/instanceCloud.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/instance-cloud.md#credential';

	properties: INodeProperties[] = [
		baseUrl('Address of the service up to /v1. {metro} in it stands for the metro below.', {
			placeholder: 'e.g. https://api.{metro}.example.com/v1',
		}),
		{
			displayName: 'Metro',
			name: 'metro',
			type: 'string',
			default: 'fra',
			placeholder: 'e.g. fra',
			description: 'The place where the objects are. A credential works in one metro.',
		},
		{
			displayName: 'API Token',
			name: 'apiToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent as a Bearer token with every request',
		},
		{
			displayName: 'Autoscale Paths',
			name: 'autoscalePaths',
			type: 'options',
			options: [
				{ name: 'A Category of Its Own (/Autoscale)', value: 'autoscale' },
				{ name: 'Below Services (/Services/Autoscale)', value: 'services' },
			],
			default: 'autoscale',
			description:
				'Where the service keeps autoscale settings: the specification has a category for them, the vendor’s interface of today puts them below services',
		},
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async (credentials, options) =>
		await Promise.resolve(withToken(credentials, options));

	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ $credentials.baseUrl.replaceAll("{metro}", $credentials.metro).replace(/\\/+$/, "").replace(/(\\/v1)?$/, "/v1") }}',
			url: '/users/quotas',
		},
	};
}

const withToken = (
	{ apiToken }: IDataObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions => ({
	...options,
	headers: { ...options.headers, Authorization: `Bearer ${String(apiToken)}` },
});
