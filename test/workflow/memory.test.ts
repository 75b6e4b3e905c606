import { Readable } from 'node:stream';
import { indexedItems, Reply, thingByIndex, useExampleService } from './kit/exampleService';

const service = useExampleService();

const kilobytes = 1024;
const [items, pages] = [10, 4];

/** Ten items with four pages of 100 kB each: 4 MB of responses. */
const list = (options: object, more: object = {}) => ({
	items: indexedItems(items),
	parameters: { returnAll: true, simplify: false, options, ...more },
});

beforeEach(() => {
	service.handlers.set('GET things', ({ query: { cursor = '1' } }) => ({
		things: [{ id: cursor, text: 'x'.repeat(100 * kilobytes) }],
		next: Number(cursor) < pages ? String(Number(cursor) + 1) : undefined,
	}));
});

test('the pages of all items together must fit into Maximum Memory', async () => {
	const { error } = await service.run('getAll', list({ maximumMemory: 12, itemsAtOnce: 3 }));
	expect(error?.message).toBe('The results of this run need more than 12 MB of memory');
	expect(error?.description).toContain('increase Maximum Memory (MB) in Request Options');
	// The node estimates four times the size of the responses, so the run ends at about 3 MB.
	expect(service.requests.total).toBeLessThan(items * pages);
	expect((await service.run('getAll', list({ maximumMemory: 20 }))).items).toHaveLength(
		items * pages,
	);
});

test('data that Simplify removes does not count once an item is complete', async () => {
	const { items: out } = await service.run(
		'getAll',
		list({ maximumMemory: 4, itemsAtOnce: 1 }, { simplify: true }),
	);
	expect(out).toHaveLength(items * pages);
});

test('a single response that does not fit is rejected before it is read completely', async () => {
	const megabytes = 60;
	let sentMegabytes = 0;
	const body = Readable.from(
		(function* () {
			for (; sentMegabytes < megabytes; sentMegabytes++) yield Buffer.alloc(1024 * kilobytes, 'x');
		})(),
	);
	const closed = new Promise((resolve) => body.once('close', resolve));
	service.handlers.set('GET things', () => new Reply(200, body));
	const { error } = await service.run('get', {
		items: indexedItems(1),
		parameters: { ...thingByIndex, options: { maximumMemory: 2 } },
	});
	expect(error?.message).toBe('The results of this run need more than 2 MB of memory');
	expect(service.requests.total).toBe(1);
	await closed;
	// The node stops reading after 0.5 MB, but the socket buffers contain several megabytes.
	expect(sentMegabytes).toBeLessThan(megabytes / 2);
});

test('Retry On Fail does not repeat a write whose response does not fit', async () => {
	service.handlers.set('POST things', () => ({ text: 'x'.repeat(1024 * kilobytes) }));
	const { error } = await service.run('create', {
		items: indexedItems(1),
		parameters: { name: 'Sent once', options: { maximumMemory: 2 } },
		settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
	});
	expect(error?.message).toBe('The results of this run need more than 2 MB of memory');
	expect(error?.description).toContain('The request may or may not have been processed');
	expect(service.requests.total).toBe(1);
});
