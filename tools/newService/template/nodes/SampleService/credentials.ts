import { accessToken, baseUrl, bearer, credentialProperties } from '../engine/credentials';
import { type CredentialChoice, providers } from '../engine/describe';

/** Companies and products that offer the service, the most likely first. */
export const sampleServiceProviders = providers([
	{
		key: 'sampleCompany',
		label: 'Sample Company',
		fixed: { baseUrl: 'https://api.sample-company.example.com' },
	},
]);

export const properties = credentialProperties(sampleServiceProviders, [
	baseUrl('Base URL of the service, without /v1', 'https://api.example.com'),
	accessToken('Sent as a Bearer token', 'At Sample Company: Settings > API keys'),
]);

export const tokenCredential = {
	value: 'accessToken',
	label: 'Access Token',
	type: 'sampleServiceApi',
	authenticate: bearer,
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [tokenCredential];
