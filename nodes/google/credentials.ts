/** What services with Google accounts have in common: providers and OAuth2. */
import type { INodeProperties } from 'n8n-workflow';
import { accessToken, bearer, credentialProperties, oAuth2Fields } from '../engine/credentials';
import {
	type CredentialChoice,
	type Provider,
	providers,
	type Providers,
} from '../engine/describe';
import { serviceAccount, serviceAccountFields } from './serviceAccount';

/** Google as the provider of a service, and Other. */
export const googleProviders = ({
	baseUrl,
	...provider
}: Pick<Provider, 'key' | 'label' | 'aliases'> & { readonly baseUrl: string }): Providers =>
	providers([
		{
			...provider,
			fixed: {
				baseUrl,
				authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
				tokenUrl: 'https://oauth2.googleapis.com/token',
			},
		},
	]);

/** Google's access tokens expire, and this credential type cannot renew them. */
const shortLivedAccessToken = accessToken(
	'Sent as a Bearer token. It expires after about an hour and is not renewed. For workflows that run unattended, use OAuth2 or a service account.',
	'For quick tests: OAuth 2.0 Playground (developers.google.com/oauthplayground)',
);

/** Google issues a refresh token only if the authorization request contains this query. */
export const googleOAuth2Fields = (all: Providers, scope: string): INodeProperties[] =>
	oAuth2Fields(all, {
		scope,
		scopeDescription: 'Permissions to request, separated by spaces',
		clientSource: 'Client ID and secret at Google Cloud: Google Auth Platform > Clients',
		authorizationQuery: 'access_type=offline&prompt=consent',
	});

/**
 * The credentials of a service with Google accounts: OAuth2, service account and access token.
 * @param name name of the service, with which the names of the credential types start
 * @param fields further fields of the service, after the access token, and before other ways to sign in
 * @param last fields at the end
 */
export function googleCredentials(
	name: string,
	all: Providers,
	scope: string,
	address: INodeProperties,
	fields: readonly INodeProperties[] = [],
	last: readonly INodeProperties[] = [],
) {
	const serviceAccountCredential = {
		value: 'serviceAccount',
		label: 'Service Account',
		type: `${name}ServiceAccountApi`,
		renews: true,
		...serviceAccount(all),
	} satisfies CredentialChoice;
	const tokenCredential = {
		value: 'accessToken',
		label: 'Access Token',
		type: `${name}Api`,
		authenticate: bearer,
	} satisfies CredentialChoice;
	const properties = (...middle: readonly INodeProperties[]): INodeProperties[] =>
		credentialProperties(all, [address, ...middle, ...last]);
	return {
		tokenProperties: properties(shortLivedAccessToken, ...fields),
		oAuth2Properties: properties(...fields, ...googleOAuth2Fields(all, scope)),
		serviceAccountProperties: properties(...fields, ...serviceAccountFields(scope)),
		serviceAccountCredential,
		tokenCredential,
		credentials: [
			{ value: 'oAuth2', label: 'OAuth2', type: `${name}OAuth2Api`, renews: true },
			serviceAccountCredential,
			tokenCredential,
		] satisfies CredentialChoice[],
	};
}
