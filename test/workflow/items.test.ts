import type { IDataObject } from 'n8n-workflow';
import { indexedItems, thingByIndex, useExampleService } from './kit/exampleService';
import { byId } from './kit/locator';

const service = useExampleService();

/** The ID in `/things/{id}`. */
const idIn = (path: string): number => Number(path.split('/')[2]);

test('ten items are read at the same time at first, and the results are linked to them in input order', async () => {
	service.handlers.set('GET things', async ({ path }) => {
		// Hold the first ten requests until all have arrived, so that the maximum concurrency is
		// reached.
		await service.requests.until(({ maxInFlight }) => maxInFlight >= 10);
		const id = idIn(path);
		// Responses for later items often arrive sooner.
		await new Promise((resolve) => setTimeout(resolve, (7 * (40 - id)) % 11));
		return { id };
	});
	const { items, error } = await service.run('get', {
		items: indexedItems(40),
		parameters: thingByIndex,
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(indexedItems(40).map(({ json }) => json.index));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		indexedItems(40).map(({ json }) => ({ item: json.index })),
	);
	expect(service.requests.maxInFlight).toBeGreaterThanOrEqual(10);
});

test('items are written one at a time unless Items at Once is higher', async () => {
	service.handlers.set('POST things', async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		return { created: true };
	});
	const createSix = {
		items: indexedItems(6),
		parameters: { name: '=n{{ $json.index }}', size: 1 },
	};
	await service.run('create', createSix);
	expect(service.requests.maxInFlight).toBe(1);
	service.handlers.set('POST things', async () => {
		await service.requests.until(({ maxInFlight }) => maxInFlight >= 3);
		return { created: true };
	});
	await service.run('create', {
		...createSix,
		parameters: { ...createSix.parameters, options: { itemsAtOnce: 3 } },
	});
	expect(service.requests.maxInFlight).toBe(3);
});

test('after a failure no further item is started, and the node reports the error of the first failed item', async () => {
	service.handlers.set('GET things', async ({ path }) => {
		await new Promise((resolve) => setTimeout(resolve, 2));
		return idIn(path) % 20 === 15
			? Promise.reject(Object.assign(new Error('no'), { statusCode: 400 }))
			: { ok: true };
	});
	const { error, items } = await service.run('get', {
		items: indexedItems(200),
		parameters: { ...thingByIndex, options: { itemsAtOnce: 10 } },
	});
	expect(items).toEqual([]);
	expect(error?.message).toBe('Example rejected the request (400)');
	expect(error?.context?.itemIndex).toBe(15);
	const sent = service.requests.total;
	expect(sent).toBeLessThanOrEqual(26);
	expect(service.requests.inFlight).toBe(0);
	await new Promise((resolve) => setTimeout(resolve, 30));
	expect(service.requests.total).toBe(sent);
});

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	test.each([
		['an invalid option of the run', { timeout: 0 }],
		['an option of the run that is invalid for the first item', { timeout: '={{ $json.index }}' }],
	])('%s is an error of every item, and nothing is sent', async (_, options) => {
		const { items, failed, error } = await service.run('get', {
			items: indexedItems(3),
			parameters: { ...thingByIndex, options },
			settings: { onError },
		});
		expect(error).toBeUndefined();
		const [failures, others] =
			onError === 'continueErrorOutput' ? [failed, items] : [items, failed];
		expect(failures.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
			[0, 1, 2].map((item) => ['Timeout (Milliseconds) must be at least 1, got 0', { item }]),
		);
		expect(others).toEqual([]);
		expect(service.requests.total).toBe(0);
	});
});

test('an error of n8n before the first item, such as a missing credential, becomes one error per item', async () => {
	const { items } = await service.run('get', {
		items: indexedItems(3),
		parameters: thingByIndex,
		settings: { onError: 'continueRegularOutput', credentials: {} },
	});
	expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
		[0, 1, 2].map((item) => [expect.stringContaining('credential') as string, { item }]),
	);
});

test('a value that cannot be read fails only its own item, with an error that names the option', async () => {
	const circular: unknown[] = [];
	circular.push(circular);
	const { items } = await service.run('get', {
		items: [circular, true].map((value) => ({ json: { value } as IDataObject })),
		parameters: { thingId: byId('a'), options: { verbose: '={{ $json.value }}' } },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(items.map(({ json }) => json.error)).toEqual([
		'Verbose contains itself or is nested too deeply',
		undefined,
	]);
});

test('a failed item under On Error: Continue contains its message and nothing else, so that later nodes can change it', async () => {
	service.faults.add({ on: 'GET /things/1', status: 404 });
	const { items } = await service.run('get', {
		items: indexedItems(2),
		parameters: thingByIndex,
		settings: { onError: 'continueRegularOutput' },
	});
	// n8n resets the json of an item with the property `error` after every later node.
	expect(items[1]).toEqual({ json: { error: 'Thing 1 not found' }, pairedItem: { item: 1 } });
});

test('the error output receives the failed items with the data of their input, and the success output the others', async () => {
	service.faults.add({ on: 'GET /things/1', status: 404 });
	const { items, failed } = await service.run('get', {
		items: indexedItems(3),
		parameters: thingByIndex,
		settings: { onError: 'continueErrorOutput' },
	});
	expect(items.map(({ json }) => json.id)).toEqual(['0', '2']);
	expect(failed.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{ index: 1, error: 'Thing 1 not found' }, { item: 1 }],
	]);
});
