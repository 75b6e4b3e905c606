import type { ICredentialType, Icon } from 'n8n-workflow';
import { keyCredential, properties } from '../nodes/MediaGeneration/credentials';

export class MediaGenerationApi implements ICredentialType {
	name = 'mediaGenerationApi';

	displayName = 'Media Generation API';

	icon: Icon = {
		light: 'file:../icons/mediaGeneration.svg',
		dark: 'file:../icons/mediaGeneration.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/media-generation.md#connect';

	properties = properties;

	authenticate = keyCredential.authenticate;
}
