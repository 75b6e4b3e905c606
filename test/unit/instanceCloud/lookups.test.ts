import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { Readable } from 'node:stream';
import { methodsOf } from '../../../nodes/engine/form/lookups';
import { instanceCloud } from '../../../nodes/InstanceCloud/service';

test('the list of instances does not offer entries that failed', async () => {
	const body = {
		status: 'partial_success',
		data: {
			instances: [
				{ status: 'success', uuid: 'u-1', name: 'one', state: 'running' },
				{ status: 'error', message: 'Not reachable', error: 6 },
			],
		},
	};
	const context = {
		getNode: () => ({ credentials: { instanceCloudApi: { id: '1', name: 'Cloud' } } }),
		getCurrentNodeParameter: () => undefined,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://cloud.example.com', token: 't' }),
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({
					statusCode: 200,
					headers: { 'content-type': 'application/json' },
					body: Readable.from([Buffer.from(JSON.stringify(body))]),
				}),
		},
	} as unknown as ILoadOptionsFunctions;
	const { results } = await methodsOf(instanceCloud).listSearch!.searchInstance!.call(context);
	expect(results).toEqual([{ name: 'one · running', value: 'u-1' }]);
});
