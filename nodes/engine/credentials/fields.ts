/** What several credentials have in common. */
import type { IAuthenticate, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

/** The service's address, as a person writes it. */
export const baseUrl = (
	description: string,
	more: Pick<Partial<INodeProperties>, 'default' | 'displayName' | 'placeholder'> = {},
): INodeProperties => ({
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	description,
	...more,
});

/** That address without slashes at its end, for credential tests. */
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

/** For services whose tokens end, which other credentials of theirs renew. */
export const briefAccessToken = accessToken(
	'Sent as a Bearer token. It expires after about an hour and is not renewed. For workflows that run unattended, use OAuth2 or a service account.',
);

/** The request with its Authorization header. */
export const authorized = (
	options: IHttpRequestOptions,
	authorization: string,
): IHttpRequestOptions => ({
	...options,
	headers: { ...options.headers, Authorization: authorization },
});

/** Sends the access token as a Bearer token. A function costs less per request than expressions, which n8n resolves anew each time. */
export const bearer: IAuthenticate = async (credentials, options) =>
	await Promise.resolve(authorized(options, `Bearer ${String(credentials.accessToken)}`));
