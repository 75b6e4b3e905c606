import type { ICredentialType, Icon } from 'n8n-workflow';
import { oAuth2CredentialTest, oAuth2Properties } from '../nodes/MigrationAssessment/credentials';

export class MigrationAssessmentOAuth2Api implements ICredentialType {
	name = 'migrationAssessmentOAuth2Api';

	extends = ['googleOAuth2Api'];

	displayName = 'Migration Assessment (Google Cloud) OAuth2 API';

	icon: Icon = {
		light: 'file:../icons/migrationAssessment.svg',
		dark: 'file:../icons/migrationAssessment.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#connect';

	properties = oAuth2Properties;

	test = oAuth2CredentialTest;
}
