import type { IDataObject } from 'n8n-workflow';
import { indexedItems, useExampleService } from './kit/exampleService';
import { byId } from './kit/locator';

const service = useExampleService();

test.each([
	['get', { thingId: byId('../admin') }, 'Thing cannot be used in a URL path, got "../admin"'],
	['get', { thingId: byId('={{ undefined }}') }, 'Thing is required'],
	['create', { name: 'x'.repeat(21), size: 1 }, 'Name must be at most 20 characters long, got 21'],
	['create', { name: 'a', size: '={{ 10 }}' }, 'Size must be at most 9, got 10'],
	['create', { name: '={{ undefined }}', size: 1 }, 'Name is required'],
])('%s rejects %p before it sends a request', async (operation, parameters, message) => {
	const { error } = await service.run(operation, { items: indexedItems(1), parameters });
	expect(error?.message).toBe(message);
	expect(error?.context?.itemIndex).toBe(0);
	expect(service.requests.total).toBe(0);
});

describe('a value that cannot be read', () => {
	const withValue = (value: unknown) => [{ json: { value } as IDataObject }];
	const circular: unknown[] = [];
	circular.push(circular);

	test('fails only its own item, with an error that names the option', async () => {
		const { items, error } = await service.run('get', {
			items: [...withValue(circular), ...withValue(true)],
			parameters: {
				thingId: byId('a'),
				options: { verbose: '={{ $json.value }}' },
			},
			settings: { onError: 'continueRegularOutput' },
		});
		expect(error).toBeUndefined();
		expect(items.map((item) => item.json.error)).toEqual([
			'Verbose contains itself or is nested too deeply',
			undefined,
		]);
	});
});

test('the error for a missing file names the field', async () => {
	const { error } = await service.run('upload', { parameters: { property: 'nothing' } });
	expect(error?.message).toBe('The item has no binary property "nothing"');
	expect(error?.context?.parameter).toBe('Input Binary Field');
});
