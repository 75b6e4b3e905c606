/** Credentials of Media Generation. No public provider is known. */
import { authorized, baseUrl, credentialProperties, secretField } from '../engine/credentials';
import {
	type Authenticate,
	type CredentialChoice,
	providers,
	toText,
	withoutScheme,
} from '../engine/describe';

export const mediaGenerationProviders = providers([]);

export const properties = credentialProperties(mediaGenerationProviders, [
	baseUrl('Base URL of the service, without /api', 'https://media.example.com'),
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{ name: 'API Key as Bearer Token', value: 'bearer' },
			{ name: 'API Key in X-API-Key', value: 'header' },
			{ name: 'Web Session Token', value: 'session' },
		],
		default: 'bearer',
		description:
			'How to authenticate. With a web session token, you can estimate a price before you have a prompt.',
	},
	{
		...secretField(
			'API Key',
			'apiKey',
			'Key of your account at the service',
			'On the profile page of the service',
		),
		displayOptions: { show: { authentication: ['bearer', 'header'] } },
	},
	{
		...secretField(
			'Session Token',
			'sessionToken',
			'Session token of the web application. Sent as a Bearer token unless it includes a scheme.',
			'In the developer tools of your browser, while you are signed in to the service',
		),
		displayOptions: { show: { authentication: ['session'] } },
	},
]);

const authenticate: Authenticate = async ({ authentication, apiKey, sessionToken }, options) => {
	if (authentication !== 'header' && authentication !== 'session')
		return await Promise.resolve(authorized(options, 'Bearer', apiKey));
	const header =
		authentication === 'header'
			? { 'X-API-Key': withoutScheme(toText(apiKey)) }
			: { Authorization: withScheme(toText(sessionToken).trim()) };
	return await Promise.resolve({ ...options, headers: { ...options.headers, ...header } });
};

/**
 * The specification does not define the scheme of a session token. The default is Bearer, unless
 * the token includes a scheme.
 */
const withScheme = (token: string): string => (token.includes(' ') ? token : `Bearer ${token}`);

export const keyCredential = {
	value: 'apiKey',
	label: 'API Key',
	type: 'mediaGenerationApi',
	authenticate,
} satisfies CredentialChoice;

export const credentials: readonly CredentialChoice[] = [keyCredential];
