import type { ICredentialTestRequest, INodeProperties } from 'n8n-workflow';
import type { Providers } from '../describe';
import { credentialField, secretField } from './fields';
import { providerExpression } from './provider';

interface OAuth2Settings {
	/** Default scopes, as the provider separates them. */
	readonly scope: string;
	readonly scopeDescription: string;
	/** What users must change in the default scopes. Shown below them. */
	readonly scopeHint?: string;
	/** Where to get the client ID and secret. Shown below the secret. */
	readonly clientSource: string;
	/** Query parameters of the authorization request. Default: none. */
	readonly authorizationQuery?: string;
	/** Where the client ID and secret are sent to the token endpoint. Default: body. */
	readonly clientAuthentication?: 'body' | 'header';
	/** Replaces the fixed grant type, which is the authorization code. */
	readonly grantType?: INodeProperties;
}

/**
 * The fields of an `oAuth2Api` credential. n8n reads the addresses from the hidden fields, whose
 * expressions select the address of the provider or, for Other, the address that the user enters.
 */
export const oAuth2Fields = (
	providers: Providers,
	{
		scope,
		scopeDescription,
		scopeHint,
		clientSource,
		authorizationQuery = '',
		clientAuthentication = 'body',
		grantType = hidden('Grant Type', 'grantType', 'authorizationCode'),
	}: OAuth2Settings,
): INodeProperties[] => [
	// Replaces n8n's own field, which has no hint.
	secretField('Client Secret', 'clientSecret', 'Secret of your application', clientSource),
	grantType,
	{
		displayName: 'Authorization URL',
		name: 'authorizationUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://accounts.example.com/oauth/authorize',
		description: 'URL where the user grants access',
	},
	credentialField('tokenUrl', {
		displayName: 'Access Token URL',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://accounts.example.com/oauth/token',
		description: 'URL that issues and renews access tokens',
	}),
	hidden('Authorization URL', 'authUrl', providerExpression(providers, 'authorizationUrl')),
	hidden('Access Token URL', 'accessTokenUrl', providerExpression(providers, 'tokenUrl')),
	{
		displayName: 'Scope',
		name: 'requestedScopes',
		type: 'string',
		default: scope,
		description: scopeDescription,
		...(scopeHint && { hint: scopeHint }),
	},
	// n8n 1.x ignores a changed value of `scope`, so `scope` is derived from another field.
	hidden('Scope', 'scope', '={{ $self["requestedScopes"] }}'),
	hidden('Auth URI Query Parameters', 'authQueryParameters', authorizationQuery),
	hidden('Authentication', 'authentication', clientAuthentication),
];

const hidden = (displayName: string, name: string, value: string): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: value,
});

/** The test of an OAuth2 credential, which n8n sends itself. */
export const oAuth2Test = (
	all: Providers,
	url: string,
	more: Partial<ICredentialTestRequest> = {},
): ICredentialTestRequest => ({
	...more,
	request: {
		baseURL: providerExpression(all, 'baseUrl', '$credentials', true),
		url,
		...more.request,
	},
});
