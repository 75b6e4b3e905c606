import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { accessToken, baseAddress, baseUrl, bearer } from '../nodes/engine/credentials/fields';

export class SampleServiceApi implements ICredentialType {
	name = 'sampleServiceApi';

	displayName = 'Sample Service API';

	icon: Icon = {
		light: 'file:../icons/sampleService.svg',
		dark: 'file:../icons/sampleService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/sample-service.md#credential';

	properties: INodeProperties[] = [
		baseUrl('Base URL of the service, without /v1', {
			placeholder: 'e.g. https://api.example.com',
		}),
		accessToken('Sent as a Bearer token'),
	];

	authenticate: IAuthenticate = bearer;

	test: ICredentialTestRequest = {
		request: { baseURL: baseAddress, url: '/v1/records?limit=1' },
	};
}
