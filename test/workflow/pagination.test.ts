import { indexedItems, useExampleService } from './kit/exampleService';

const service = useExampleService();

/** Responds with `count` things, in pages of the requested size. */
const respondWithList = (count: number) =>
	service.handlers.set('GET /things', ({ query }) => {
		const from = Number(query.cursor ?? 0);
		const to = Math.min(count, from + Number(query.limit));
		return {
			things: Array.from({ length: to - from }, (_, index) => ({ id: from + index, more: true })),
			...(to < count ? { next: String(to) } : {}),
		};
	});

test('if Limit is set, no more rows than needed are requested', async () => {
	respondWithList(100);
	const { items } = await service.run('getAll', {
		parameters: { returnAll: false, limit: 13, simplify: true },
	});
	expect(items.map(({ json }) => json)).toEqual(Array.from({ length: 13 }, (_, id) => ({ id })));
	expect(service.requests.list().map(({ query }) => query.limit)).toEqual(['10', '3']);
});

test('Return All returns every row, each linked to its input item', async () => {
	respondWithList(25);
	const { items } = await service.run('getAll', {
		items: indexedItems(2),
		parameters: { returnAll: true, simplify: false },
	});
	expect(items).toHaveLength(50);
	expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
		...Array<number>(25).fill(0),
		...Array<number>(25).fill(1),
	]);
	expect(items[0]?.json).toEqual({ id: 0, more: true });
});

test('Return All continues after a rate limit', async () => {
	respondWithList(45);
	service.faults.add({ on: 'GET /things', skip: 2, count: 2, status: 429, retryAfter: 0 });
	const { items, error } = await service.run('getAll', {
		parameters: { returnAll: true, simplify: true },
	});
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json.id)).size).toBe(45);
});

test('a response fails if its list field is not a list, and has no rows if the list field is missing', async () => {
	service.handlers.set('GET /things', () => ({ things: 'none' }));
	expect((await service.run('getAll', { parameters: { returnAll: true } })).error?.message).toBe(
		'The response does not contain a list named things',
	);
	service.handlers.set('GET /things', () => ({}));
	expect((await service.run('getAll', { parameters: { returnAll: true } })).items).toEqual([]);
});
