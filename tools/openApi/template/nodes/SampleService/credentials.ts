/** The provider and the credentials, from connection.json. n8n loads all credentials when it starts. */
import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';
import {
	accessToken,
	baseUrl,
	credentialField,
	credentialProperties,
	oAuth2Fields,
	secretField,
} from '../engine/credentials';
import {
	providers,
	toText,
	withoutScheme,
	type Authenticate,
	type CredentialChoice,
} from '../engine/describe';
import connection from './connection.json';

interface Connection {
	/** Missing if the document has no fixed address. */
	readonly provider?: { readonly key: string; readonly label: string; readonly baseUrl: string };
	/** The header or query parameter with the secret. Missing if the service needs none. */
	readonly secret?: { readonly in: 'bearer' | 'basic' | 'header' | 'query'; readonly as: string };
	readonly oAuth2?: {
		/** Missing for the flow of client credentials. */
		readonly authorizationUrl?: string;
		readonly tokenUrl: string;
		readonly scopes: readonly string[];
	};
}

const { provider, secret, oAuth2 } = connection as Connection;
const { authorizationUrl = '', tokenUrl = '', scopes = [] } = oAuth2 ?? {};
const addresses: Record<string, string> = oAuth2 ? { authorizationUrl, tokenUrl } : {};

/** Companies and products that offer the service, the most likely first. */
export const sampleServiceProviders = providers(
	[provider ?? []].flat().map(({ key, label, baseUrl: own }) => ({
		key,
		label,
		fixed: { baseUrl: own, ...addresses },
	})),
);

const address = baseUrl('Base URL of the service', 'https://api.example.com');

const place = `Sent in the ${secret?.in === 'query' ? 'query parameter' : 'header'} ${secret?.as}`;
const hint = 'In the settings of your account at the service';
const username = credentialField('username', {
	displayName: 'Username',
	type: 'string',
	default: '',
	required: true,
	description: place,
});

/** The fields of the secret, and the value of Authentication, by the place of the secret. */
const fields: Readonly<Record<string, readonly [INodeProperties[], value: string, label: string]>> =
	{
		bearer: [[accessToken(place, hint)], 'accessToken', 'Access Token'],
		basic: [
			[username, secretField('Password', 'password', place, hint)],
			'basicAuth',
			'Basic Auth',
		],
		header: [[secretField('API Key', 'apiKey', place, hint)], 'apiKey', 'API Key'],
		query: [[secretField('API Key', 'apiKey', place, hint)], 'apiKey', 'API Key'],
		none: [[], 'connection', 'Connection'],
	};
const [secretFields, value, label] = fields[secret?.in ?? 'none']!;

export const properties = credentialProperties(sampleServiceProviders, [address, ...secretFields]);

/** Adds the secret to a request. */
export const authenticate: Authenticate = async (credential, options) => {
	const login = `${toText(credential.username)}:${toText(credential.password)}`;
	const values = {
		bearer: `Bearer ${withoutScheme(toText(credential.accessToken))}`,
		basic: `Basic ${Buffer.from(login).toString('base64')}`,
		header: toText(credential.apiKey),
		query: toText(credential.apiKey),
	};
	const sent = secret ? { [secret.as]: values[secret.in] } : {};
	return await Promise.resolve(
		secret?.in === 'query'
			? { ...options, qs: { ...options.qs, ...sent } }
			: { ...options, headers: { ...options.headers, ...sent } },
	);
};

const clientCredentials: INodeProperties = {
	displayName: 'Grant Type',
	name: 'grantType',
	type: 'hidden',
	default: 'clientCredentials',
};

export const oAuth2Label = `Sample Service (${provider?.label ?? 'Other'}) OAuth2 API`;

export const oAuth2Properties = credentialProperties(sampleServiceProviders, [
	address,
	...oAuth2Fields(sampleServiceProviders, {
		scope: scopes.join(' '),
		scopeDescription: 'Permissions to request, separated by spaces',
		clientSource: 'Client ID and secret: settings of your application at the service',
		grantType: authorizationUrl === '' ? clientCredentials : undefined,
	}),
]);

export const credentials: readonly CredentialChoice[] = [
	...(secret || !oAuth2 ? [{ value, label, type: 'sampleServiceApi', authenticate }] : []),
	...(oAuth2
		? [{ value: 'oAuth2', label: 'OAuth2', type: 'sampleServiceOAuth2Api', renews: true }]
		: []),
];

export const nodeCredentials: INodeCredentialDescription[] = credentials.map((choice) => ({
	name: choice.type!,
	required: true,
	...(choice.renews ? {} : { testedBy: 'connectionTest' }),
	...(credentials.length > 1
		? { displayOptions: { show: { authentication: [choice.value] } } }
		: {}),
}));
