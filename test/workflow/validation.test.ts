import { indexedItems, useExampleService } from './kit/exampleService';

const service = useExampleService();

test.each([
	[
		'get',
		{ thingId: { __rl: true, mode: 'id', value: '../admin' } },
		'Thing cannot be used in a URL path, got "../admin"',
	],
	['get', { thingId: { __rl: true, mode: 'id', value: '={{ undefined }}' } }, 'Thing is required'],
	['create', { name: 'x'.repeat(21), size: 1 }, 'Name must be at most 20 characters long, got 21'],
	['create', { name: 'a', size: '={{ 10 }}' }, 'Size must be at most 9, got 10'],
	['create', { name: '={{ undefined }}', size: 1 }, 'Name is required'],
])('%s rejects %p before it sends a request', async (operation, parameters, message) => {
	const { error } = await service.run(operation, { items: indexedItems(1), parameters });
	expect(error?.message).toBe(message);
	expect(error?.context?.itemIndex).toBe(0);
	expect(service.requests.total).toBe(0);
});
