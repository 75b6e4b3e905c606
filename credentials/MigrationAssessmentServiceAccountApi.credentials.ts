import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	migrationAssessmentProperties,
	migrationAssessmentScope,
	migrationAssessmentTest,
} from '../nodes/MigrationAssessment/credentialFields';
import {
	fetchToken,
	serviceAccountProperties,
	withServiceAccount,
} from '../nodes/engine/credentials/serviceAccount';

export class MigrationAssessmentServiceAccountApi implements ICredentialType {
	name = 'migrationAssessmentServiceAccountApi';

	displayName = 'Migration Assessment Service Account API';

	icon: Icon = {
		light: 'file:../icons/migrationAssessment.svg',
		dark: 'file:../icons/migrationAssessment.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#credential';

	properties: INodeProperties[] = [
		...migrationAssessmentProperties,
		...serviceAccountProperties(migrationAssessmentScope),
	];

	preAuthentication = fetchToken;

	authenticate = withServiceAccount;

	test = migrationAssessmentTest;
}
