import type { ICredentialType, Icon } from 'n8n-workflow';
import {
	serviceAccountCredential,
	serviceAccountProperties,
} from '../nodes/MigrationAssessment/credentials';

export class MigrationAssessmentServiceAccountApi implements ICredentialType {
	name = 'migrationAssessmentServiceAccountApi';

	displayName = 'Migration Assessment Service Account API';

	icon: Icon = {
		light: 'file:../icons/migrationAssessment.svg',
		dark: 'file:../icons/migrationAssessment.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#connect';

	properties = serviceAccountProperties;

	authenticate = serviceAccountCredential.authenticate;

	preAuthentication = serviceAccountCredential.preAuthentication;
}
