import type { IAuthenticate, ICredentialType, INodeProperties, Icon } from 'n8n-workflow';
import { migrationAssessmentProperties, migrationAssessmentTest } from './migrationAssessment';

export class MigrationAssessmentApi implements ICredentialType {
	name = 'migrationAssessmentApi';

	displayName = 'Migration Assessment API';

	icon: Icon = { light: 'file:../icons/migrationAssessment.svg', dark: 'file:../icons/migrationAssessment.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/migration-assessment.md#credential';

	properties: INodeProperties[] = [
		...migrationAssessmentProperties,
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'Sent as a Bearer token. It ends after about an hour; OAuth2 and a service account are renewed.',
		},
	];

	authenticate: IAuthenticate = async ({ accessToken }, options) =>
		await Promise.resolve({ ...options, headers: { ...options.headers, Authorization: `Bearer ${String(accessToken)}` } });

	test = migrationAssessmentTest;
}
