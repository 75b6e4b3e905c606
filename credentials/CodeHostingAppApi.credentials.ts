import type { ICredentialType, Icon } from 'n8n-workflow';
import { appCredential, appProperties } from '../nodes/CodeHosting/credentials';

export class CodeHostingAppApi implements ICredentialType {
	name = 'codeHostingAppApi';

	displayName = 'Code Hosting App API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#connect';

	properties = appProperties;

	authenticate = appCredential.authenticate;

	preAuthentication = appCredential.preAuthentication;
}
