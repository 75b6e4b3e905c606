/** Fields and test shared by the credential types of Migration Assessment. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { baseAddress, baseUrl } from '../engine/credentials/fields';

export const migrationAssessmentScope = 'https://www.googleapis.com/auth/cloud-platform';

/** The base URL, the default project and location for nodes, and the quota project. */
export const migrationAssessmentProperties: INodeProperties[] = [
	baseUrl('Base URL of the service, without /v1alpha1', {
		default: 'https://migrationcenter.googleapis.com',
	}),
	{
		displayName: 'Project',
		name: 'project',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. my-project',
		description: 'Project to use if a node does not set one',
	},
	{
		displayName: 'Location',
		name: 'location',
		type: 'string',
		default: '',
		placeholder: 'e.g. us-central1',
		description: 'Location to use if a node does not set one',
	},
	{
		displayName: 'Quota Project',
		name: 'quotaProject',
		type: 'string',
		default: '',
		description:
			'Project to use for quota and billing. If empty, the project of the credential is used.',
	},
];

/** Lists the locations of the project, because every role has the permission for this request. */
export const migrationAssessmentTest: ICredentialTestRequest = {
	request: {
		baseURL: baseAddress,
		url: '=/v1alpha1/projects/{{ encodeURIComponent($credentials.project) }}/locations',
	},
};
