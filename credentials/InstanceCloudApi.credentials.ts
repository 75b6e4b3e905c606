import type { ICredentialType, Icon } from 'n8n-workflow';
import { properties, tokenCredential } from '../nodes/InstanceCloud/credentials';

export class InstanceCloudApi implements ICredentialType {
	name = 'instanceCloudApi';

	displayName = 'Instance Cloud API';

	icon: Icon = {
		light: 'file:../icons/instanceCloud.svg',
		dark: 'file:../icons/instanceCloud.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/instance-cloud.md#connect';

	properties = properties;

	authenticate = tokenCredential.authenticate;
}
