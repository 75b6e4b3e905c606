/** Fields and authentication that several credentials share. */
import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { type Authenticate, toText, withoutScheme } from '../describe';

/** A field with computed values. n8n's lint rules accept only literals where others are created. */
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

/**
 * A secret that users paste into the credential.
 * @param hint where to get the secret. n8n always shows it, but the description only on hover.
 */
export const secretField = (
	displayName: string,
	name: string,
	description: string,
	hint?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	typeOptions: { password: true },
	default: '',
	required: true,
	description,
	...(hint && { hint }),
});

export const accessToken = (description: string, hint: string): INodeProperties =>
	secretField('Access Token', 'accessToken', description, hint);

/** Adds the Authorization header. The token may have been pasted with a scheme. */
export const authorized = (
	options: IHttpRequestOptions,
	scheme: string,
	token: unknown,
): IHttpRequestOptions => ({
	...options,
	headers: { ...options.headers, Authorization: `${scheme} ${withoutScheme(toText(token))}` },
});

/** Sends a field as a Bearer token. Faster than an expression, which n8n evaluates per request. */
export const bearerOf =
	(field: string): Authenticate =>
	async (credential, options) =>
		await Promise.resolve(authorized(options, 'Bearer', credential[field]));

export const bearer = bearerOf('accessToken');
