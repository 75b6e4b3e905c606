import type { ICredentialType, Icon } from 'n8n-workflow';
import { tokenCredential, tokenProperties } from '../nodes/CodeHosting/credentials';

export class CodeHostingApi implements ICredentialType {
	name = 'codeHostingApi';

	displayName = 'Code Hosting API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#connect';

	properties = tokenProperties;

	authenticate = tokenCredential.authenticate;
}
