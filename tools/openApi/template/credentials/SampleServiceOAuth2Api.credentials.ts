import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2Label, oAuth2Properties } from '../nodes/SampleService/credentials';

export class SampleServiceOAuth2Api implements ICredentialType {
	name = 'sampleServiceOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = oAuth2Label;

	icon: Icon = {
		light: 'file:../icons/sampleService.svg',
		dark: 'file:../icons/sampleService.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/sample-service.md#connect';

	properties = oAuth2Properties;
}
