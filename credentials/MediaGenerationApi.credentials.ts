import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { baseAddress, baseUrl } from '../nodes/engine/credentials/fields';
import { toText } from '../nodes/engine/input/messages';

export class MediaGenerationApi implements ICredentialType {
	name = 'mediaGenerationApi';

	displayName = 'Media Generation API';

	icon: Icon = {
		light: 'file:../icons/mediaGeneration.svg',
		dark: 'file:../icons/mediaGeneration.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/media-generation.md#credential';

	properties: INodeProperties[] = [
		baseUrl('Base URL of the service, without /api', {
			placeholder: 'e.g. https://media.example.com',
		}),
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
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { authentication: ['bearer', 'header'] } },
			description: 'Create the key on the profile page of the service',
		},
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			displayOptions: { show: { authentication: ['session'] } },
			description:
				'Session token of the web application. Sent as a Bearer token unless it includes a scheme.',
		},
	];

	// A function is faster than an expression, which n8n evaluates for every request.
	authenticate: IAuthenticate = async (credentials, options) =>
		await Promise.resolve(withKey(credentials, options));

	test: ICredentialTestRequest = {
		request: { baseURL: baseAddress, url: '/api/v2/account' },
	};
}

function withKey(
	{ authentication, apiKey, sessionToken }: IDataObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	const header =
		authentication === 'header'
			? { 'X-API-Key': toText(apiKey) }
			: {
					Authorization:
						authentication === 'session'
							? withScheme(toText(sessionToken))
							: `Bearer ${toText(apiKey)}`,
				};
	return { ...options, headers: { ...options.headers, ...header } };
}

/**
 * The specification does not define the scheme of a session token. The default is Bearer, unless
 * the token includes a scheme.
 */
const withScheme = (token: string): string => (token.includes(' ') ? token : `Bearer ${token}`);
