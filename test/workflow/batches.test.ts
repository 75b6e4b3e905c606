import type { IDataObject } from 'n8n-workflow';
import { indexedItems, useExampleService, type HandledRequest } from './kit/exampleService';

const service = useExampleService();
beforeEach(() => {
	service.handlers.set('POST batch', ({ body }: HandledRequest) =>
		(body as number[]).map((number) => (number === 5 ? { error: 'Five is taken' } : { number })),
	);
});

const parameters = {
	number: '={{ $json.index }}',
	shelf: '={{ $json.index % 2 ? "odd" : "even" }}',
};

test('items are sent in batches by group and size, and each result is linked to its item', async () => {
	const { items, error } = await service.run('store', {
		items: indexedItems(12),
		parameters,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(error).toBeUndefined();
	expect(service.requests.list().map(({ body }) => body)).toEqual([
		[0, 2, 4, 6],
		[8, 10],
		[1, 3, 5, 7],
		[9, 11],
	]);
	expect(
		items.map(({ json, pairedItem }) => [
			json.number ?? json.error,
			(pairedItem as { item: number }).item,
		]),
	).toEqual(
		indexedItems(12).map(({ json: { index } }) => [index === 5 ? 'Five is taken' : index, index]),
	);
});

test('invalid input of an item fails the node before anything is sent', async () => {
	const { error } = await service.run('store', {
		items: [...indexedItems(3), { json: { index: -1 } }],
		parameters,
	});
	expect(error?.message).toBe('Number must be at least 0, got -1');
	expect(error?.description).toBe(
		'No item was sent. To send the valid items, set On Error to Continue (using error output) in the settings of the node.',
	);
	expect(error?.context?.itemIndex).toBe(3);
	expect(service.requests.total).toBe(0);
});

describe('Retry On Fail', () => {
	const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	const sentNumbers = () => service.requests.list().map(({ body }) => body);

	test('resends only the items that were not processed, and returns the results of all items', async () => {
		const rejected: IDataObject = { error: 'Five is taken' };
		service.handlers.set('POST batch', ({ body }: HandledRequest) =>
			(body as number[]).map((number) =>
				number === 5 && service.requests.total < 3 ? rejected : { number },
			),
		);
		const { items, error } = await service.run('store', {
			items: indexedItems(6),
			parameters: { ...parameters, shelf: '' },
			settings,
		});
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.number)).toEqual([0, 1, 2, 3, 4, 5]);
		expect(sentNumbers()).toEqual([[0, 1, 2, 3], [4, 5], [5]]);
	});

	test('does not resend a batch that may have been processed', async () => {
		service.faults.add({ on: 'POST /batch', drop: 'after', skip: 1, count: 1 });
		const { error } = await service.run('store', {
			items: indexedItems(6),
			parameters: { ...parameters, shelf: '' },
			settings,
		});
		expect(error?.context?.itemIndex).toBe(4);
		expect(error?.description).toContain('may or may not have been processed');
		expect(sentNumbers()).toEqual([
			[0, 1, 2, 3],
			[4, 5],
		]);
	});

	test('does not resend an item that has no result in the response', async () => {
		service.handlers.set('POST batch', ({ body }: HandledRequest) =>
			(body as number[]).slice(1).map((number) => ({ number })),
		);
		const { error } = await service.run('store', {
			items: indexedItems(3),
			parameters: { ...parameters, shelf: '' },
			settings,
		});
		expect(error?.message).toBe('The response contains no result for this item');
		expect(sentNumbers()).toEqual([[0, 1, 2]]);
	});
});
