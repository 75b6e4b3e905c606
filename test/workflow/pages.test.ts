import { numbered, Reply, useScratch } from './kit/scratch';

const scratch = useScratch();

/** A list of so many things, in pages as large as asked for. */
const listOf = (count: number) =>
	scratch.answers.set('GET /things', ({ query }) => {
		const from = Number(query.cursor ?? 0);
		const to = Math.min(count, from + Number(query.limit));
		return {
			things: Array.from({ length: to - from }, (_, index) => ({ id: from + index, more: true })),
			...(to < count ? { next: String(to) } : {}),
		};
	});

test('Limit asks for no more than it needs', async () => {
	listOf(100);
	const { items } = await scratch.run('getAll', {
		parameters: { returnAll: false, limit: 13, simplify: true },
	});
	expect(items.map(({ json }) => json)).toEqual(Array.from({ length: 13 }, (_, id) => ({ id })));
	expect(scratch.requests.list().map(({ query }) => query.limit)).toEqual(['10', '3']);
});

test('Return All reads to the end, and every row is linked to the item that asked', async () => {
	listOf(25);
	const { items } = await scratch.run('getAll', {
		items: numbered(2),
		parameters: { returnAll: true, simplify: false },
	});
	expect(items).toHaveLength(50);
	expect(items.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual([
		...Array<number>(25).fill(0),
		...Array<number>(25).fill(1),
	]);
	expect(items[0]?.json).toEqual({ id: 0, more: true });
});

test('a rate limit in the middle of Return All costs a wait, not the run', async () => {
	listOf(45);
	scratch.faults.add({ on: 'GET /things', skip: 2, count: 2, status: 429, retryAfter: 0 });
	const { items, error } = await scratch.run('getAll', {
		parameters: { returnAll: true, simplify: true },
	});
	expect(error).toBeUndefined();
	expect(new Set(items.map(({ json }) => json.id)).size).toBe(45);
});

test('a service that hands out the same page for ever is stopped', async () => {
	scratch.answers.set('GET /things', () => ({ things: [{ id: 1 }], next: 'again' }));
	const { error } = await scratch.run('getAll', {
		parameters: { returnAll: true, simplify: true },
	});
	expect(error?.message).toBe('Pagination is stuck: the service returned the same page twice');
	expect(scratch.requests.total).toBe(2);
});

test('an answer without the list is an error, and one without rows is no items', async () => {
	scratch.answers.set('GET /things', () => ({ things: 'none' }));
	expect((await scratch.run('getAll', { parameters: { returnAll: true } })).error?.message).toBe(
		'The service does not contain a list named things',
	);
	scratch.answers.set('GET /things', () => ({}));
	expect((await scratch.run('getAll', { parameters: { returnAll: true } })).items).toEqual([]);
});

test('a limit below one is refused', async () => {
	const { error } = await scratch.run('getAll', {
		parameters: { returnAll: false, limit: '={{ 0 }}' },
	});
	expect(error?.message).toBe('Limit must be an integer of at least 1');
	expect(scratch.requests.total).toBe(0);
});

test('a 403 names the permission that is required', async () => {
	scratch.answers.set('PUT things', () => new Reply(403, { message: 'no' }));
	const { error } = await scratch.run('update', {
		parameters: { thingId: { __rl: true, mode: 'id', value: '1' } },
	});
	expect(error?.description).toContain('things:write');
});
