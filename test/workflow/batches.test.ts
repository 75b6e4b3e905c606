import { numbered, useScratch, type Asked } from './kit/scratch';

const scratch = useScratch();
beforeEach(() => {
	scratch.answers.set('POST batch', ({ body }: Asked) =>
		(body as number[]).map((number) => (number === 5 ? { bad: 'Five is taken' } : { number })),
	);
});

const parameters = {
	number: '={{ $json.index }}',
	shelf: '={{ $json.index % 2 ? "odd" : "even" }}',
};

test('items travel together in groups and sizes, and every entry lands on its own item', async () => {
	const { items, error } = await scratch.run('store', {
		items: numbered(12),
		parameters,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(error).toBeUndefined();
	expect(scratch.requests.list().map(({ body }) => body)).toEqual([
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
		numbered(12).map(({ json: { index } }) => [index === 5 ? 'Five is taken' : index, index]),
	);
});

test('without Continue On Fail the first bad entry fails the node and nothing further is sent', async () => {
	const { error } = await scratch.run('store', { items: numbered(12), parameters });
	expect(error?.message).toBe('Five is taken');
	expect(error?.context?.itemIndex).toBe(5);
	expect(scratch.requests.total).toBe(3);
});

test('bad input of one item is found before anything is sent', async () => {
	const { error } = await scratch.run('store', {
		items: [...numbered(3), { json: { index: -1 } }],
		parameters,
	});
	expect(error?.message).toBe('Number must be at least 0, got -1');
	expect(error?.context?.itemIndex).toBe(3);
	expect(scratch.requests.total).toBe(0);
});

test('a request that fails as a whole fails all its items and is not sent again', async () => {
	scratch.faults.add({ on: 'POST /batch', drop: 'after', count: 1 });
	const { items } = await scratch.run('store', {
		items: numbered(6),
		parameters: { ...parameters, shelf: '' },
		settings: { onError: 'continueRegularOutput' },
	});
	expect(scratch.requests.total).toBe(2);
	expect(items.map(({ json }) => json.number ?? 'failed')).toEqual([
		'failed',
		'failed',
		'failed',
		'failed',
		4,
		'failed',
	]);
});
