/** Providers and credentials, from connection.json. n8n loads all credentials when it starts. */
import type { INodeProperties } from 'n8n-workflow';
import {
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

/** A value of the credential, and the header or query parameter that contains it. */
interface Secret {
	readonly name: string;
	readonly label: string;
	readonly in: 'bearer' | 'basic' | 'header' | 'query';
	readonly as: string;
}

interface Connection {
	readonly providers: ReadonlyArray<{ key: string; label: string; baseUrl: string }>;
	readonly secrets: readonly Secret[];
	readonly oAuth2?: { authorizationUrl?: string; tokenUrl: string; scopes: readonly string[] };
	readonly choices: ReadonlyArray<{ value: string; label: string; type: string }>;
}

const { providers: list, secrets, oAuth2, choices } = connection as Connection;
const { authorizationUrl = '', tokenUrl = '', scopes = [] } = oAuth2 ?? {};
const addresses: Record<string, string> = oAuth2 ? { authorizationUrl, tokenUrl } : {};

/** Companies and products that offer the service, the most likely first. */
export const sampleServiceProviders = providers(
	list.map(({ key, label, baseUrl: own }) => ({
		key,
		label,
		fixed: { baseUrl: own, ...addresses },
	})),
);

const address = baseUrl('Base URL of the service', 'https://api.example.com');

const fieldOf = ({ name, label, in: place, as }: Secret): INodeProperties => {
	const sent = `Sent in the ${place === 'query' ? 'query parameter' : 'header'} ${as}`;
	return name === 'username'
		? credentialField(name, {
				displayName: label,
				type: 'string',
				default: '',
				required: true,
				description: sent,
			})
		: secretField(label, name, sent, 'In the settings of your account at the service');
};

export const properties = credentialProperties(sampleServiceProviders, [
	address,
	...secrets.map(fieldOf),
]);

/** Adds the secrets to a request. */
export const authenticate: Authenticate = async (credential, options) => {
	const valueOf = ({ name, in: place }: Secret): string => {
		const text = toText(credential[name]);
		if (place === 'bearer') return `Bearer ${withoutScheme(text)}`;
		if (place !== 'basic') return text;
		const login = `${toText(credential.username)}:${toText(credential.password)}`;
		return `Basic ${Buffer.from(login).toString('base64')}`;
	};
	const sentIn = (isQuery: boolean) =>
		Object.fromEntries(
			secrets
				.filter((one) => (one.in === 'query') === isQuery)
				.map((one) => [one.as, valueOf(one)]),
		);
	return await Promise.resolve({
		...options,
		headers: { ...options.headers, ...sentIn(false) },
		qs: { ...options.qs, ...sentIn(true) },
	});
};

const clientCredentials: INodeProperties = {
	displayName: 'Grant Type',
	name: 'grantType',
	type: 'hidden',
	default: 'clientCredentials',
};

export const oAuth2Properties = credentialProperties(sampleServiceProviders, [
	address,
	...oAuth2Fields(sampleServiceProviders, {
		scope: scopes.join(' '),
		scopeDescription: 'Permissions to request, separated by spaces',
		clientSource: 'Client ID and secret: settings of your application at the service',
		grantType: authorizationUrl === '' ? clientCredentials : undefined,
	}),
]);

export const credentials: readonly CredentialChoice[] = choices.map((choice) =>
	choice.value === 'oAuth2' ? { ...choice, renews: true } : { ...choice, authenticate },
);
