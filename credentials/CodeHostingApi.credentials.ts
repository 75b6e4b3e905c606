import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { serviceProperties } from '../nodes/CodeHosting/credentialFields';
import { authorized } from '../nodes/engine/credentials/fields';
import { toText } from '../nodes/engine/input/messages';

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
			description: 'Personal access token, OAuth token or installation token',
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
			description: 'Scheme in the Authorization header. Signed app tokens require Bearer.',
		},
	];

	// A function is faster than an expression, which n8n evaluates for every request.
	authenticate: IAuthenticate = async ({ scheme, token }, options) =>
		await Promise.resolve(authorized(options, `${toText(scheme)} ${toText(token)}`));

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ ($credentials.baseUrl || "https://api.github.com").replace(/\\/+$/, "") }}',
			// Test with the feeds, which every token can read. An installation token cannot read the
			// user.
			url: '/feeds',
		},
	};
}
