import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { serviceProperties } from '../nodes/CodeHosting/credentialFields';
import { authorized } from '../nodes/engine/credentials/fields';

export class CodeHostingApi implements ICredentialType {
	name = 'codeHostingApi';

	displayName = 'Code Hosting API';

	icon: Icon = {
		light: 'file:../icons/codeHosting.svg',
		dark: 'file:../icons/codeHosting.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-tenfold/n8n-nodes-tenfold/blob/main/docs/code-hosting.md#credential';

	properties: INodeProperties[] = [
		...serviceProperties,
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'A personal access token, an OAuth token, or an installation token',
		},
		{
			displayName: 'Scheme',
			name: 'scheme',
			type: 'options',
			options: [
				{ name: 'Bearer', value: 'Bearer' },
				{ name: 'Token', value: 'token' },
			],
			default: 'token',
			description:
				'The word before the token in the Authorization header. Signed app tokens need Bearer.',
		},
	];

	// A function costs less per request than expressions, which n8n resolves anew each time.
	authenticate: IAuthenticate = async ({ scheme, token }, options) =>
		await Promise.resolve(authorized(options, `${String(scheme)} ${String(token)}`));

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ ($credentials.baseUrl || "https://api.github.com").replace(/\\/+$/, "") }}',
			url: '/user',
		},
	};
}
