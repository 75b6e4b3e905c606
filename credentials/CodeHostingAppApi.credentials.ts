import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { fetchInstallationToken } from '../nodes/CodeHosting/installationToken';
import { serviceProperties } from '../nodes/CodeHosting/credentialFields';
import { toText } from '../nodes/engine/input/messages';

export class CodeHostingAppApi implements ICredentialType {
	name = 'codeHostingAppApi';

	displayName = 'Code Hosting App API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#credential';

	properties: INodeProperties[] = [
		...serviceProperties,
		{
			displayName: 'App ID',
			name: 'appId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 12345',
			description: 'App ID or client ID of the app',
		},
		{
			displayName: 'Private Key',
			name: 'privateKey',
			type: 'string',
			typeOptions: { password: true, rows: 4 },
			default: '',
			required: true,
			description: 'Private key of the app, including the first and last line',
		},
		{
			displayName: 'Installation ID',
			name: 'installationId',
			type: 'string',
			default: '',
			placeholder: 'e.g. 7654321',
			description: 'ID of the installation. Can be empty if the app has only one installation.',
		},
		{
			displayName: 'Installation Token',
			name: 'installationToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	/** Called by n8n before the first request, and again if the service returns 401. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return {
			installationToken: await fetchInstallationToken(this.helpers, credentials),
		};
	}

	authenticate: IAuthenticate = async (credentials, options) =>
		await Promise.resolve({
			...options,
			headers: {
				...options.headers,
				Authorization: `token ${toText(credentials.installationToken)}`,
			},
		});

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ ($credentials.baseUrl || "https://api.github.com").replace(/\\/+$/, "") }}',
			url: '/installation/repositories',
			qs: { per_page: 1 },
		},
	};
}
