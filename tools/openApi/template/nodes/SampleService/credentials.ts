/** The provider and the credential, from connection.json. n8n loads all credentials when it starts. */
import { baseUrl, credentialField, credentialProperties, secretField } from '../engine/credentials';
import {
	providers,
	toText,
	withoutScheme,
	type Authenticate,
	type CredentialChoice,
} from '../engine/describe';
import connection from './connection.json';

export interface Connection {
	/** Missing if the document has no fixed address. */
	readonly provider?: { readonly key: string; readonly label: string; readonly baseUrl: string };
	/** The header or query parameter with the secret. */
	readonly secret: { readonly in: 'bearer' | 'basic' | 'header' | 'query'; readonly as: string };
}

const { provider, secret } = connection as Connection;

/** Companies and products that offer the service, the most likely first. */
export const sampleServiceProviders = providers(
	[provider ?? []].flat().map(({ key, label, baseUrl: own }) => ({
		key,
		label,
		fixed: { baseUrl: own },
	})),
);

const place = `Sent in the ${secret.in === 'query' ? 'query parameter' : 'header'} ${secret.as}`;

const username = credentialField('username', {
	displayName: 'Username',
	type: 'string',
	default: '',
	required: true,
	description: place,
});

const fields = {
	bearer: { label: 'Access Token', name: 'accessToken' },
	basic: { label: 'Password', name: 'password' },
	header: { label: 'API Key', name: 'apiKey' },
	query: { label: 'API Key', name: 'apiKey' },
};

/** The field of the secret alone, because errors and logs are redacted by field. */
const { label, name } = fields[secret.in];

export const properties = credentialProperties(sampleServiceProviders, [
	baseUrl('Base URL of the service', 'https://api.example.com'),
	...(secret.in === 'basic' ? [username] : []),
	secretField(label, name, place, 'In the settings of your account at the service'),
]);

/** Adds the secret to a request. */
const authenticate: Authenticate = async (credential, options) => {
	const key = toText(credential[name]);
	const login = `${toText(credential.username)}:${key}`;
	const values = {
		bearer: `Bearer ${withoutScheme(key)}`,
		basic: `Basic ${Buffer.from(login).toString('base64')}`,
		header: key,
		query: key,
	};
	const part = secret.in === 'query' ? 'qs' : 'headers';
	return await Promise.resolve({
		...options,
		[part]: { ...options[part], [secret.as]: values[secret.in] },
	});
};

export const keyCredential = {
	value: name,
	label,
	type: 'sampleServiceApi',
	authenticate,
} satisfies CredentialChoice;
