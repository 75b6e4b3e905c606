// The credentials of all measured nodes.
import type { TestN8n } from '../host/kit/testN8n';
import type { Setting } from './measure';

/** @param url base URL of the service */
export async function createCredentials(
	n8n: TestN8n,
	url: string,
): Promise<Setting['credentials']> {
	const create = async (type: string, data: Record<string, string>) => ({
		[type]: await n8n.createCredential(type, data),
	});
	return {
		...(await create('mediaGenerationApi', {
			baseUrl: url,
			authentication: 'bearer',
			apiKey: 'key',
		})),
		...(await create('workspaceTokenApi', { baseUrl: url, token: 'token' })),
		...(await create('codeHostingApi', { baseUrl: url, token: 'token' })),
		...(await create('financeDataApi', {
			provider: 'other',
			baseUrl: url,
			clientId: 'i',
			clientSecret: 'secret',
			vendor: 'Service',
		})),
		...(await create('bareLoopApi', { apiKey: 'key' })),
		...(await create('bareLoopFunctionApi', { apiKey: 'key' })),
		...(await create('httpHeaderAuth', { name: 'Authorization', value: 'Bearer key' })),
		...(await create('githubApi', { server: url, user: 'u', accessToken: 'key' })),
	};
}
