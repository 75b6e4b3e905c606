/** Providers and credentials of Document Search. */
import {
	authenticateWith,
	baseUrl,
	credentialProperties,
	secretField,
} from '../engine/credentials';
import {
	type Authenticate,
	type CredentialChoice,
	providers,
	toText,
	withoutScheme,
} from '../engine/describe';

export const documentSearchProviders = providers([
	{
		key: 'captain',
		label: 'Captain',
		aliases: ['runcaptain'],
		fixed: {
			baseUrl: 'https://api.runcaptain.com',
			headerName: 'Authorization',
			scheme: 'Bearer',
		},
	},
]);

export const properties = credentialProperties(documentSearchProviders, [
	baseUrl('Base URL of the service, without /v2 or /v3', 'https://search.example.com'),
	secretField(
		'API Key',
		'apiKey',
		'An API key with access to the collections you want to query',
		'At Captain: API Studio (runcaptain.com/studio)',
	),
	{
		displayName: 'Header Name',
		name: 'headerName',
		type: 'string',
		default: 'Authorization',
		description: 'Name of the header that contains the key',
	},
	{
		displayName: 'Scheme',
		name: 'scheme',
		type: 'string',
		default: 'Bearer',
		description:
			'Prefix before the key in the header. Leave empty to send the key without a prefix.',
	},
	{
		displayName: 'Organization ID',
		name: 'organizationId',
		type: 'string',
		default: '',
		description:
			'Can be empty, because the key determines the organization. If set, it is sent as X-Organization-ID and must match the key.',
	},
]);

/** The specification defines neither the header nor the scheme, so both are settings. */
const authenticate: Authenticate = async (
	{ apiKey, headerName, scheme, organizationId },
	options,
) => {
	const header = toText(headerName) || 'Authorization';
	const prefix = toText(scheme);
	return await Promise.resolve({
		...options,
		headers: {
			...options.headers,
			[header]: `${prefix} ${withoutScheme(toText(apiKey))}`.trim(),
			...(organizationId ? { 'X-Organization-ID': toText(organizationId) } : {}),
		},
	});
};

export const keyCredential = {
	value: 'apiKey',
	label: 'API Key',
	type: 'documentSearchApi',
	authenticate: authenticateWith(documentSearchProviders, authenticate),
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [keyCredential];
