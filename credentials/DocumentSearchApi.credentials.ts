import type { ICredentialType, Icon } from 'n8n-workflow';
import { keyCredential, properties } from '../nodes/DocumentSearch/credentials';

export class DocumentSearchApi implements ICredentialType {
	name = 'documentSearchApi';

	displayName = 'Document Search API';

	icon: Icon = {
		light: 'file:../icons/documentSearch.svg',
		dark: 'file:../icons/documentSearch.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/document-search.md#connect';

	properties = properties;

	authenticate = keyCredential.authenticate;
}
