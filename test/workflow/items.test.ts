import { numbered, ofItem, Reply, useScratch } from './kit/scratch';

const scratch = useScratch();

/** Answers after a few milliseconds, later items sooner. */
const shuffled = () =>
	scratch.answers.set('GET things', async ({ path }) => {
		const number = Number(path.split('/')[2]);
		await new Promise((resolve) => setTimeout(resolve, (7 * (40 - number)) % 11));
		return { id: number };
	});

test('items are read ten at a time, and come out in input order, each linked to its input', async () => {
	shuffled();
	const answer = scratch.answers.get('GET things')!;
	// The first ten wait for each other; an eleventh would be seen.
	scratch.answers.set('GET things', async (asked) => {
		await scratch.requests.until(({ maxInFlight }) => maxInFlight >= 10);
		return await answer(asked);
	});
	const { items, error } = await scratch.run('get', { items: numbered(40), parameters: ofItem });
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json.id)).toEqual(numbered(40).map(({ json }) => json.index));
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
		numbered(40).map(({ json }) => ({ item: json.index })),
	);
	expect(scratch.requests.maxInFlight).toBe(10);
});

test('items that write go one after another unless the person raises the bound', async () => {
	scratch.answers.set('POST things', async () => {
		await new Promise((resolve) => setTimeout(resolve, 5));
		return { created: true };
	});
	await scratch.run('create', {
		items: numbered(6),
		parameters: { name: '=n{{ $json.index }}', size: 1 },
	});
	expect(scratch.requests.maxInFlight).toBe(1);
	scratch.answers.set('POST things', async () => {
		await scratch.requests.until(({ maxInFlight }) => maxInFlight >= 3);
		return { created: true };
	});
	await scratch.run('create', {
		items: numbered(6),
		parameters: { name: '=n{{ $json.index }}', size: 1, options: { itemsAtOnce: 3 } },
	});
	expect(scratch.requests.maxInFlight).toBe(3);
});

test('after a failure no lane takes another item, and the error names the lowest failed item', async () => {
	scratch.answers.set('GET things', async ({ path }) => {
		await new Promise((resolve) => setTimeout(resolve, 2));
		return Number(path.split('/')[2]) % 20 === 15
			? Promise.reject(Object.assign(new Error('no'), { statusCode: 400 }))
			: { ok: true };
	});
	const { error, items } = await scratch.run('get', { items: numbered(200), parameters: ofItem });
	expect(items).toEqual([]);
	expect(error?.message).toBe('Scratch rejected the request (400)');
	expect(error?.context?.itemIndex).toBe(15);
	const sent = scratch.requests.total;
	expect(sent).toBeLessThanOrEqual(26);
	expect(scratch.requests.inFlight).toBe(0);
	await new Promise((resolve) => setTimeout(resolve, 30));
	expect(scratch.requests.total).toBe(sent);
});

test('Continue On Fail puts each failure on its own item and goes on', async () => {
	scratch.faults.add({ on: 'GET /things/2', status: 404 });
	const { items, error } = await scratch.run('get', {
		items: numbered(4),
		parameters: ofItem,
		settings: { onError: 'continueRegularOutput' },
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json, pairedItem }) => [json.id ?? json.error, pairedItem])).toEqual([
		['0', { item: 0 }],
		['1', { item: 1 }],
		['Scratch could not find this record', { item: 2 }],
		['3', { item: 3 }],
	]);
});

test('the error output takes the failed items and the success output the others', async () => {
	scratch.faults.add({ on: 'GET /things/1', status: 404 });
	const { items, failed } = await scratch.run('get', {
		items: numbered(3),
		parameters: ofItem,
		settings: { onError: 'continueErrorOutput' },
	});
	expect(items.map(({ json }) => json.id)).toEqual(['0', '2']);
	expect(failed.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual([
		['Scratch could not find this record', { item: 1 }],
	]);
});

test('a batch pause separates the batches', async () => {
	const { items } = await scratch.run('get', {
		items: numbered(5),
		parameters: { ...ofItem, options: { batchSize: 2, batchPause: 40, itemsAtOnce: 5 } },
	});
	expect(items).toHaveLength(5);
	const at = scratch.requests.list().map((arrival) => arrival.at);
	// Only from below: a wait may take longer than asked, never shorter.
	expect(at[2]! - at[1]!).toBeGreaterThanOrEqual(30);
	expect(at[4]! - at[3]!).toBeGreaterThanOrEqual(30);
	expect(scratch.requests.maxInFlight).toBeLessThanOrEqual(2);
});

test('a request rate holds over all items', async () => {
	await scratch.run('get', {
		items: numbered(3),
		parameters: { ...ofItem, options: { requestsPerSecond: 2, itemsAtOnce: 3 } },
	});
	const at = scratch.requests.list().map((arrival) => arrival.at);
	expect(at).toHaveLength(3);
	// Two a second: the third waits a second from the first. Only from below, and with room for a first one that was slow to arrive.
	expect(at[2]! - at[0]!).toBeGreaterThanOrEqual(600);
});

test('a top-level error of the service is renamed, so that n8n does not run the node again', async () => {
	scratch.answers.set('GET things', () => ({ id: 1, error: 'out of paper' }));
	const { items } = await scratch.run('get', {
		items: numbered(1),
		parameters: ofItem,
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 0 },
	});
	expect(items[0]?.json).toEqual({ id: 1, serviceError: 'out of paper' });
	expect(scratch.requests.total).toBe(1);
});

test('an empty answer still yields one item that says what was done', async () => {
	scratch.answers.set('DELETE things', () => new Reply(204));
	scratch.answers.set('PUT things', () => new Reply(204));
	expect(
		(await scratch.run('remove', { items: numbered(1), parameters: ofItem })).items[0]?.json,
	).toEqual({ deleted: true });
	expect(
		(await scratch.run('update', { items: numbered(1), parameters: ofItem })).items[0]?.json,
	).toEqual({ success: true });
});

test('ids of 64 bits are strings, and no integer is rounded', async () => {
	scratch.answers.set(
		'GET things',
		() =>
			new Reply(
				200,
				'{"wideId":7,"n":9007199254740993,"small":12,"text":"9007199254740993","f":1.5}',
				{ 'content-type': 'application/json' },
			),
	);
	const { items } = await scratch.run('get', { items: numbered(1), parameters: ofItem });
	expect(items[0]?.json).toEqual({
		wideId: '7',
		n: '9007199254740993',
		small: 12,
		text: '9007199254740993',
		f: 1.5,
	});
});

test('a key stays the same over Retry On Fail and differs between items, nodes and executions', async () => {
	const keys: string[] = [];
	let failing = true;
	scratch.answers.set('POST keyed', ({ body }) => {
		keys.push((body as { key: string }).key);
		if (failing && keys.length === 3) {
			failing = false;
			throw Object.assign(new Error('no'), { statusCode: 400 });
		}
		return {};
	});
	await scratch.run('createKeyed', {
		items: numbered(3),
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
	});
	expect(keys).toHaveLength(6);
	expect(keys.slice(3)).toEqual(keys.slice(0, 3));
	expect(new Set(keys).size).toBe(3);
	await scratch.run('createKeyed', { items: numbered(1), executionId: '2' });
	expect(keys).not.toContain(undefined);
	expect(keys.slice(0, 6)).not.toContain(keys[6]);
});
