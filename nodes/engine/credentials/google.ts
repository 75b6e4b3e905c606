/** What services with Google accounts have in common: providers and OAuth2. */
import type { INodeProperties } from 'n8n-workflow';
import { type Provider, providers, type Providers } from '../describe';
import { oAuth2Fields } from './oAuth2';

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

/** Google issues a refresh token only if the authorization request contains this query. */
export const googleOAuth2Fields = (all: Providers, scope: string): INodeProperties[] =>
	oAuth2Fields(all, {
		scope,
		scopeDescription: 'Permissions to request, separated by spaces',
		authorizationQuery: 'access_type=offline&prompt=consent',
	});
