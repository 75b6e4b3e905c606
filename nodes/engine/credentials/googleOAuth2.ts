/** OAuth2 fields for services that authenticate with Google accounts. */
import type { INodeProperties } from 'n8n-workflow';
import { baseUrl } from './fields';
import { standardTokenUrl } from './serviceAccount';

/**
 * The fields of an `oAuth2Api` credential.
 * @param scope default scope
 */
export const googleOAuth2Properties = (scope: string): INodeProperties[] => [
	{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'authorizationCode' },
	baseUrl('URL where the user grants access', {
		displayName: 'Authorization URL',
		name: 'authUrl',
		default: 'https://accounts.google.com/o/oauth2/v2/auth',
	}),
	baseUrl('URL that issues and renews access tokens', {
		displayName: 'Access Token URL',
		name: 'accessTokenUrl',
		default: standardTokenUrl,
	}),
	{
		displayName: 'Scope',
		name: 'scope',
		type: 'string',
		default: scope,
		required: true,
		description: 'Permissions to request',
	},
	// Google issues a refresh token only if the authorization request contains these parameters.
	{
		displayName: 'Auth URI Query Parameters',
		name: 'authQueryParameters',
		type: 'hidden',
		default: 'access_type=offline&prompt=consent',
	},
	{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'body' },
];
