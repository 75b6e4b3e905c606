import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	migrationAssessmentProperties,
	migrationAssessmentTest,
} from '../nodes/MigrationAssessment/credentialFields';
import { bearer, shortLivedAccessToken } from '../nodes/engine/credentials/fields';

export class MigrationAssessmentApi implements ICredentialType {
	name = 'migrationAssessmentApi';

	displayName = 'Migration Assessment API';

	icon: Icon = {
		light: 'file:../icons/migrationAssessment.svg',
		dark: 'file:../icons/migrationAssessment.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#credential';

	properties: INodeProperties[] = [...migrationAssessmentProperties, shortLivedAccessToken];

	authenticate = bearer;

	test = migrationAssessmentTest;
}
