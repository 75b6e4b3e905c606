import type { ICredentialType, Icon } from 'n8n-workflow';
import { tokenCredential, tokenProperties } from '../nodes/MigrationAssessment/credentials';

export class MigrationAssessmentApi implements ICredentialType {
	name = 'migrationAssessmentApi';

	displayName = 'Migration Assessment API';

	icon: Icon = {
		light: 'file:../icons/migrationAssessment.svg',
		dark: 'file:../icons/migrationAssessment.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#connect';

	properties = tokenProperties;

	authenticate = tokenCredential.authenticate;
}
