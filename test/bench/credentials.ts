// The credentials of all measured nodes.
import type { TestN8n } from '../host/kit/testN8n';
import type { Setting } from './measure';

/**
 * Values by credential type.
 * @param url base URL of the service
 */
export const credentialData = (url: string) => ({
	mediaGenerationApi: { baseUrl: url, authentication: 'bearer', apiKey: 'key' },
	codeHostingApi: { provider: 'other', baseUrl: url, token: 'token' },
	financeDataApi: {
		provider: 'other',
		baseUrl: url,
		clientId: 'i',
		clientSecret: 'secret',
		vendor: 'Service',
	},
	bareLoopApi: { apiKey: 'key' },
	bareLoopFunctionApi: { apiKey: 'key' },
	httpHeaderAuth: { name: 'Authorization', value: 'Bearer key' },
	githubApi: { server: url, user: 'u', accessToken: 'key' },
});

export async function createCredentials(
	n8n: TestN8n,
	url: string,
): Promise<Setting['credentials']> {
	const created: Record<string, Setting['credentials'][string]> = {};
	for (const [type, data] of Object.entries(credentialData(url)))
		created[type] = await n8n.createCredential(type, data);
	return created;
}
