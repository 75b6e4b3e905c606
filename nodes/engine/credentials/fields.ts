/** Fields and authentication that several credentials share. */
import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { type Authenticate, toText, withoutScheme } from '../describe';

/**
 * A field of a credential. n8n's lint rules require a complete literal wherever a field is created,
 * so fields with computed values are created here.
 */
export const credentialField = (
	name: string,
	{ displayName, ...rest }: Omit<INodeProperties, 'name'>,
): INodeProperties => ({ displayName, name, ...rest });

/** The base URL of the service, which only the provider Other asks for. */
export const baseUrl = (description: string, placeholder: string): INodeProperties => ({
	displayName: 'Base URL',
	name: 'baseUrl',
	type: 'string',
	default: '',
	required: true,
	placeholder: `e.g. ${placeholder}`,
	description,
});

/** A secret that users paste into the credential. */
export const secretField = (
	displayName: string,
	name: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	description,
});

export const accessToken = (description: string): INodeProperties =>
	secretField('Access Token', 'accessToken', description);

/**
 * Access token field for services whose tokens expire. This credential type cannot renew the token;
 * the other credential types of these services can.
 */
export const shortLivedAccessToken = accessToken(
	'Sent as a Bearer token. It expires after about an hour and is not renewed. For workflows that run unattended, use OAuth2 or a service account.',
);

/**
 * Adds the Authorization header to a request.
 * @param token with or without a scheme, as pasted
 */
export const authorized = (
	options: IHttpRequestOptions,
	scheme: string,
	token: unknown,
): IHttpRequestOptions => ({
	...options,
	headers: { ...options.headers, Authorization: `${scheme} ${withoutScheme(toText(token))}` },
});

/**
 * Sends a field of the credential as a Bearer token. A function is faster than an expression, which
 * n8n evaluates for every request.
 */
export const bearerOf =
	(field: string): Authenticate =>
	async (credential, options) =>
		await Promise.resolve(authorized(options, 'Bearer', credential[field]));

/** Sends the access token as a Bearer token. */
export const bearer = bearerOf('accessToken');
