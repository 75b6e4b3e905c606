import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	migrationAssessmentProperties,
	migrationAssessmentScope,
	migrationAssessmentTest,
} from '../nodes/MigrationAssessment/credentialFields';
import { standardTokenUrl } from '../nodes/engine/credentials/serviceAccount';

export class MigrationAssessmentOAuth2Api implements ICredentialType {
	name = 'migrationAssessmentOAuth2Api';

	extends = ['oAuth2Api'];

	displayName = 'Migration Assessment OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/migrationAssessment.svg',
		dark: 'file:../icons/migrationAssessment.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#credential';

	properties: INodeProperties[] = [
		...migrationAssessmentProperties,
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'string',
			default: 'https://accounts.google.com/o/oauth2/v2/auth',
			required: true,
			description: 'URL where the user grants access',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'string',
			default: standardTokenUrl,
			required: true,
			description: 'URL that issues and renews access tokens',
		},
		{
			displayName: 'Scope',
			name: 'scope',
			type: 'string',
			default: migrationAssessmentScope,
			required: true,
			description: 'Permissions of the token',
		},
		// Without access_type=offline, the service does not issue a refresh token.
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: 'access_type=offline&prompt=consent',
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
	];

	test = migrationAssessmentTest;
}
