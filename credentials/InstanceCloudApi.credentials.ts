import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { authorized, baseUrl } from '../nodes/engine/credentials/fields';
import { toText } from '../nodes/engine/input/messages';

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
		baseUrl('Base URL of the service, ending in /v1. {metro} is replaced with the metro.', {
			placeholder: 'e.g. https://api.{metro}.example.com/v1',
		}),
		{
			displayName: 'Metro',
			name: 'metro',
			type: 'string',
			default: 'fra',
			placeholder: 'e.g. fra',
			description: 'The metro of your objects. Create one credential for each metro.',
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
				{ name: 'Separate Category (/Autoscale)', value: 'autoscale' },
				{ name: 'Below Services (/Services/Autoscale)', value: 'services' },
			],
			default: 'autoscale',
			description:
				'Path of the autoscale endpoints. In the specification, they are a separate category. In the vendor’s current API, they are nested under services.',
		},
	];

	// A function is faster than an expression, which n8n evaluates for every request.
	authenticate: IAuthenticate = async ({ apiToken }, options) =>
		await Promise.resolve(authorized(options, `Bearer ${toText(apiToken)}`));

	test: ICredentialTestRequest = {
		request: {
			baseURL:
				'={{ $credentials.baseUrl.replaceAll("{metro}", $credentials.metro).replace(/\\/+$/, "").replace(/(\\/v1)?$/, "/v1") }}',
			url: '/users/quotas',
		},
	};
}
