/** Providers and credentials of Migration Assessment. */
import type { INodeProperties } from 'n8n-workflow';
import { baseUrl, oAuth2Test } from '../engine/credentials';
import { googleCredentials, googleProviders } from '../google/credentials';

export const scope = 'https://www.googleapis.com/auth/cloud-platform';

export const migrationAssessmentProviders = googleProviders({
	key: 'googleMigrationCenter',
	label: 'Google Cloud Migration Center',
	aliases: ['migration center', 'google migration', 'gcp'],
	baseUrl: 'https://migrationcenter.googleapis.com',
});

const address = baseUrl(
	'Base URL of the service, without /v1alpha1',
	'https://migration.example.com',
);

/** The default project and location for nodes, and the quota project. */
const projectFields: INodeProperties[] = [
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
];

const quotaProject: INodeProperties = {
	displayName: 'Quota Project',
	name: 'quotaProject',
	type: 'string',
	default: '',
	description:
		'Project to use for quota and billing. If empty, the project of the OAuth client or service account is used. Requires the role Service Usage Consumer.',
};

const google = googleCredentials(
	'migrationAssessment',
	migrationAssessmentProviders,
	scope,
	address,
	projectFields,
	[quotaProject],
);

export const {
	tokenProperties,
	serviceAccountProperties,
	tokenCredential,
	serviceAccountCredential,
	credentials,
} = google;

/** Only the test of the other credentials needs the project: n8n tests OAuth2 by signing in. */
export const oAuth2Properties = google.oAuth2Properties.map((property) =>
	property.name === 'project' ? { ...property, required: false } : property,
);

export const oAuth2CredentialTest = oAuth2Test(
	migrationAssessmentProviders,
	'=/v1alpha1/projects/{{ encodeURIComponent($credentials.project) }}/locations',
);
