import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';
import { withLargerBytes } from './kit/largerBytes';

const service = useExampleService();

const getThing = { items: indexedItems(1), parameters: thingByIndex };
const createThing = { items: indexedItems(1), parameters: { name: 'a', size: 1 } };

describe('a create request', () => {
	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'says in the item of the error that it may have been processed: %s',
		async (onError) => {
			service.faults.add({ drop: 'after' });
			const { items, failed } = await service.run('create', {
				...createThing,
				settings: { onError },
			});
			expect([...items, ...failed].map(({ json }) => json.error)).toEqual([
				expect.stringMatching(
					/was interrupted\. The request may or may not have been processed, so it was not retried\. Check in the service/,
				),
			]);
		},
	);
});

describe('the error of a write that can be retried', () => {
	const unknownResult = 'may or may not have been processed. Check in the service';

	test.each([
		['createKeyed', createThing],
		['update', { ...createThing, parameters: { ...thingByIndex, name: 'a', size: 1 } }],
		['remove', getThing],
	])(
		'says that the write may have been processed if every response is lost: %s',
		async (name, options) => {
			service.faults.add({ drop: 'after' });
			const { error } = await service.run(name, options);
			expect(error?.description).toContain(unknownResult);
			expect(error?.description).toContain('attempted 4 times');
		},
	);

	test('says that a deletion may have been processed if its response is lost and the retry fails with 404', async () => {
		service.handlers.set('DELETE things', () =>
			service.requests.total === 1 ? new Reply(204) : new Reply(404, {}),
		);
		service.faults.add({ drop: 'after', count: 1 });
		const { error } = await service.run('remove', getThing);
		expect(error?.message).toBe('Thing 0 not found');
		expect(error?.description).toContain(unknownResult);
	});
});

describe('Retry On Fail, which runs the complete node again,', () => {
	const createThree = {
		items: indexedItems(3),
		parameters: { name: '={{ $json.index }}', size: 1 },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	};
	const createdNames = () =>
		service.requests.list('POST */things').map(({ body }) => (body as { name: string }).name);

	test('does not repeat a successful create request, but repeats a rejected create request', async () => {
		service.handlers.set('POST things', () =>
			service.requests.total === 2 ? new Reply(418, {}) : {},
		);
		const { items, error } = await service.run('create', createThree);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
		expect(createdNames()).toEqual(['0', '1', '1', '2']);
	});

	test('in a loop, sends the writes of every run', async () => {
		await service.run('create', { ...createThree, runs: 2 });
		expect(createdNames()).toEqual(['0', '1', '2', '0', '1', '2']);
	});

	test('does not repeat a create request whose response is too large', async () => {
		service.handlers.set('POST things', () => 'x'.repeat(65 * 1024));
		const { error } = await withLargerBytes(
			1024,
			async () => await service.run('create', { ...createThree, items: indexedItems(1) }),
		);
		expect(error?.message).toBe('The response is larger than 64 MB');
		expect(error?.description).toContain('may or may not have been processed');
		expect(createdNames()).toEqual(['0']);
	});

	test('does not repeat a create request whose response redirects to the created record', async () => {
		service.handlers.set('POST things', () => new Reply(303, {}, { location: '/things/0' }));
		const { error } = await service.run('create', {
			...createThree,
			items: indexedItems(1),
		});
		expect(error?.message).toMatch(/^The service redirected to an address/);
		expect(error?.description).toContain('may or may not have been processed');
		expect(createdNames()).toEqual(['0']);
	});

	test('does not repeat a create request that may have been processed', async () => {
		service.faults.add({ drop: 'after', skip: 1, count: 1 });
		const { error } = await service.run('create', createThree);
		expect(error?.description).toContain('may or may not have been processed');
		expect(createdNames()).toEqual(['0', '1']);
	});

	test('repeats an item with the same idempotency key, and uses different keys for other items and executions', async () => {
		const keys: string[] = [];
		let failOnce = true;
		service.handlers.set('POST keyed', ({ body }) => {
			keys.push((body as { key: string }).key);
			if (failOnce && keys.length === 3) {
				failOnce = false;
				throw Object.assign(new Error('no'), { statusCode: 400 });
			}
			return {};
		});
		await service.run('createKeyed', {
			items: indexedItems(3),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});
		expect(keys).toHaveLength(6);
		expect(keys.slice(3)).toEqual(keys.slice(0, 3));
		expect(new Set(keys).size).toBe(3);
		await service.run('createKeyed', { items: indexedItems(1), executionId: '2' });
		expect(keys).not.toContain(undefined);
		expect(keys.slice(0, 6)).not.toContain(keys[6]);
	});
});
