/** The Workspace Token service (README.md). */
import { apiRequest } from '../engine';
import { byCursor, service, toText } from '../engine/describe';
import { credentials, workspaceTokenProviders } from './credentials';
import { classify, errors } from './errors';
import { token } from './resources/token';

export const workspaceToken = service({
	name: 'workspaceToken',
	label: 'Workspace Token',
	providers: workspaceTokenProviders,
	credentials,
	connectionTest: { request: 'GET /api/2.0/token/list' },
	headers: ({ workspaceId }): Record<string, string> =>
		workspaceId ? { 'X-Databricks-Workspace-Id': toText(workspaceId) } : {},
	default: 'token',
	resources: {
		apiRequest: apiRequest({
			paging: byCursor({ cursor: 'page_token', next: 'next_page_token' }),
			path: '/api/2.0/clusters/list',
		}),
		token,
	},
	classify,
	errors,
	codex: {
		categories: ['Development', 'Data & Storage'],
		aliases: [
			'personal access token',
			'pat token',
			'credential rotation',
			'scopes',
			'revoke token',
			'rotate token',
			'api tokens',
			'databricks token',
			'expiring tokens',
		],
	},
});
