import type { ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import {
	migrationAssessmentProperties,
	migrationAssessmentScope,
	migrationAssessmentTest,
} from '../nodes/MigrationAssessment/credentialFields';
import { googleOAuth2Properties } from '../nodes/engine/credentials/googleOAuth2';

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
		...googleOAuth2Properties(migrationAssessmentScope),
	];

	test = migrationAssessmentTest;
}
