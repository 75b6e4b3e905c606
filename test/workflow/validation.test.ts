import { DateTime } from 'luxon';
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

	test.each([
		['a list that contains itself', circular, 'Thing contains itself or is nested too deeply'],
		['a function', () => 1, 'Thing could not be evaluated: this is a function, please add ()'],
		['an invalid date', DateTime.invalid('test'), 'Thing is an invalid date'],
	])('is rejected with an error that names the field: %s', async (_, value, message) => {
		const { error } = await service.run('get', {
			items: withValue(value),
			parameters: { thingId: byId('={{ $json.value }}') },
		});
		expect(error?.message).toBe(message);
		expect(error?.context?.parameter).toBe('Thing');
		expect(service.requests.total).toBe(0);
	});

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

test.each([
	['simplify', '={{ "maybe" }}', 'Simplify must be true or false, got "maybe"'],
	['returnAll', '={{ "maybe" }}', 'Return All must be true or false, got "maybe"'],
	['limit', '={{ 0 }}', 'Limit must be at least 1, got 0'],
	['limit', '={{ [5] }}', 'Limit must be a number, got [5]'],
])(
	'an invalid value of %s is rejected before a request is sent: %s',
	async (name, value, message) => {
		const { error } = await service.run('getAll', { parameters: { [name]: value } });
		expect(error?.message).toBe(message);
		expect(service.requests.total).toBe(0);
	},
);

test('Return All and Simplify accept the text "true", which expressions and AI agents can return', async () => {
	service.handlers.set('GET things', () => ({
		things: Array.from({ length: 60 }, (_, index) => ({ id: index, color: 'red' })),
	}));
	const { items } = await service.run('getAll', {
		parameters: { returnAll: '={{ "true" }}', simplify: '={{ "true" }}' },
	});
	expect(items).toHaveLength(60);
	expect(items[0]!.json).toEqual({ id: 0 });
});

test('the error for a missing file names the field', async () => {
	const { error } = await service.run('upload', { parameters: { property: 'nothing' } });
	expect(error?.message).toBe('The item has no binary property "nothing"');
	expect(error?.context?.parameter).toBe('Input Binary Field');
});
