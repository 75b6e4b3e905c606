import type { ICredentialType, Icon } from 'n8n-workflow';
import { keyCredential, properties } from '../nodes/SampleService/credentials';

export class SampleServiceApi implements ICredentialType {
	name = 'sampleServiceApi';

	displayName = 'Sample Service API';

	icon: Icon = {
		light: 'file:../icons/sampleService.svg',
		dark: 'file:../icons/sampleService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/sample-service.md#connect';

	properties = properties;

	authenticate = keyCredential.authenticate;
}
