import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2Properties } from '../nodes/CodeHosting/credentials';

export class CodeHostingOAuth2Api implements ICredentialType {
	name = 'codeHostingOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Code Hosting (GitHub) OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#connect';

	properties = oAuth2Properties;
}
