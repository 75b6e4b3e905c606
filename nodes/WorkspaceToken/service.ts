/** The Workspace Token service (specification, document 1, part D). */
import { service } from '../engine/describe';
import { toText } from '../engine/input/messages';
import { readError, errors } from './errors';
import { token } from './resources/token';

export const workspaceToken = service({
	name: 'workspaceToken',
	label: 'Workspace Token',
	credentials: [
		{ value: 'token', label: 'Token', type: 'workspaceTokenApi' },
		{ value: 'oAuth2', label: 'OAuth2', type: 'workspaceTokenOAuth2Api', renews: true },
	],
	address: ({ baseUrl }) => toText(baseUrl),
	default: 'token',
	resources: { token },
	readError,
	errors,
	codex: {
		categories: ['Development', 'Data & Storage'],
		aliases: [
			'personal access token',
			'pat',
			'credential rotation',
			'scopes',
			'revoke',
			'lakehouse',
			'data platform',
		],
	},
});
