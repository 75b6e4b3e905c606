import type { IWebhookFunctions } from 'n8n-workflow';
import { reject } from '../../../../nodes/engine/describe';
import { Confirmation } from '../../../../nodes/engine/triggers/confirmation';
import { exampleService, node } from '../kit';

test('a failed read makes room for the next one', async () => {
	const context = {
		getNode: () => node,
		getWorkflow: () => ({ id: 'w1' }),
		getCredentials: async () => await Promise.resolve({}),
		helpers: {},
	} as unknown as IWebhookFunctions;
	const confirmation = new Confirmation(reject(404, 'Not found').rejection);
	const service = exampleService();
	const failing = async () => await Promise.reject(new Error('No connection'));
	for (let count = 0; count < 60; count++)
		await expect(confirmation.read(context, service, 'id', failing)).rejects.toThrow('No conn');
});
