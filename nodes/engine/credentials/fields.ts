/** Fields and authentication that several credentials share. */
import type { IAuthenticate, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { toText } from '../input/messages';

/** A URL field. The default label and name are those of the base URL of the service. */
export const baseUrl = (
	description: string,
	more: Pick<Partial<INodeProperties>, 'default' | 'displayName' | 'name' | 'placeholder'> = {},
): INodeProperties => ({
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	description,
	...more,
});

/** The base URL without trailing slashes, for credential tests. */
export const baseAddress = '={{ $credentials.baseUrl.replace(/\\/+$/, "") }}';

export const accessToken = (description: string): INodeProperties => ({
	displayName: 'Access Token',
	name: 'accessToken',
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	description,
});

/**
 * Access token field for services whose tokens expire. This credential type cannot renew the token;
 * the other credential types of these services can.
 */
export const shortLivedAccessToken = accessToken(
	'Sent as a Bearer token. It expires after about an hour and is not renewed. For workflows that run unattended, use OAuth2 or a service account.',
);

/** Adds the Authorization header to a request. */
export const authorized = (
	options: IHttpRequestOptions,
	authorization: string,
): IHttpRequestOptions => ({
	...options,
	headers: { ...options.headers, Authorization: authorization },
});

/**
 * Sends the access token as a Bearer token. A function is faster than an expression, which n8n
 * evaluates for every request.
 */
export const bearer: IAuthenticate = async (credentials, options) =>
	await Promise.resolve(authorized(options, `Bearer ${toText(credentials.accessToken)}`));
