import type { ICredentialType, Icon } from 'n8n-workflow';
import { webhookSecretProperties } from '../nodes/CodeHosting/triggers/secretCredential';

export class CodeHostingWebhookApi implements ICredentialType {
	name = 'codeHostingWebhookApi';

	displayName = 'Code Hosting Webhook API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#connect';

	properties = webhookSecretProperties;
}
