/** What the ways to log in at migration assessment have in common. */
import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import { baseAddress, baseUrl } from '../engine/credentials/fields';

export const migrationAssessmentScope = 'https://www.googleapis.com/auth/cloud-platform';

/** Address of the service, and what an item may leave out. */
export const migrationAssessmentProperties: INodeProperties[] = [
	baseUrl('Address of the service, without /v1alpha1', {
		default: 'https://migrationcenter.googleapis.com',
	}),
	{
		displayName: 'Project',
		name: 'project',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. my-project',
		description: 'The project that is used where a node names none',
	},
	{
		displayName: 'Location',
		name: 'location',
		type: 'string',
		default: '',
		placeholder: 'e.g. us-central1',
		description: 'The location that is used where a node names none',
	},
	{
		displayName: 'Quota Project',
		name: 'quotaProject',
		type: 'string',
		default: '',
		description: 'The project whose quota is used and billed. Empty: the one of the credential.',
	},
];

/** Lists the locations of the project, which every role may do. */
export const migrationAssessmentTest: ICredentialTestRequest = {
	request: {
		baseURL: baseAddress,
		url: '=/v1alpha1/projects/{{ encodeURIComponent($credentials.project) }}/locations',
	},
};
