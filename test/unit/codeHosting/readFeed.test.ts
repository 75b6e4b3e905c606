import {
	forgetting,
	latestMs,
	readFeed,
	type FeedEvent,
	type FeedMemory,
	type PageAnswer,
} from '../../../nodes/CodeHosting/trigger/feed';

const window = { pageSize: 2, pages: 3 };
const noon = Date.parse('2026-01-01T12:00:00Z');
/** An event so many hours before noon. */
const event = (id: string, hours = 0): FeedEvent => ({
	id,
	created_at: new Date(noon - hours * 3_600_000).toISOString(),
});

/** Reads a feed of these events, newest first; answers which pages were read with which ETag. */
async function read(memory: FeedMemory, all: readonly FeedEvent[], more: Partial<PageAnswer> = {}) {
	const asked: Array<[number, string | undefined]> = [];
	const reading = await readFeed(
		memory,
		async (page, etag) => {
			asked.push([page, etag]);
			const events = all.slice((page - 1) * window.pageSize, page * window.pageSize);
			const tag = `"${events.map(({ id }) => id).join()}"`;
			return await Promise.resolve(
				etag === tag ? { unchanged: true } : { events, etag: tag, ...more },
			);
		},
		window,
	);
	return { ...reading, asked, ids: reading.unseen.map(({ id }) => id) };
}

test('the first reading takes in the whole window, and no more', async () => {
	const all = Array.from({ length: 9 }, (_, index) => event(String(9 - index), index));
	const { ids, asked, memory } = await read({}, all);
	expect(ids).toEqual(['9', '8', '7', '6', '5', '4']);
	expect(asked.map(([page]) => page)).toEqual([1, 2, 3]);
	expect(memory).toMatchObject({ known: '4 5 6 7 8 9', newest: noon });
});

test('the second one does so too, in case an event went from page to page during the first; later ones end behind what may still appear late', async () => {
	const old = [event('4', 1), event('3', 9), event('2', 10), event('1', 11), event('0', 12)];
	let { memory } = await read({}, old);
	for (const [fresh, pages] of [
		['5', 3],
		['6', 2],
	] as const) {
		old.unshift(event(fresh, 1));
		const { ids, asked, memory: next } = await read(memory, old);
		expect(ids).toEqual([fresh]);
		expect(asked).toHaveLength(pages);
		memory = next;
	}
});

test('an unchanged page hides no change behind it', async () => {
	const all = [event('3'), event('2', 1), event('0', 3)];
	const { memory } = await read({}, all);
	const { ids, asked } = await read(memory, [all[0]!, all[1]!, event('1', 2), all[2]!]);
	expect(ids).toEqual(['1']);
	expect(asked).toEqual([
		[1, '"3,2"'],
		[2, '"0"'],
		[3, undefined],
	]);
});

test('a feed in which nothing changed leaves the memory as it was', async () => {
	const all = [event('1')];
	const { memory } = await read({}, all);
	const again = await read(memory, all);
	expect(again.memory).toEqual({ ...memory, before: noon });
	expect(again.asked).toEqual([[1, '"1"']]);
	expect((await read(again.memory, all)).memory).toBe(again.memory);
});

test('a page that is not full is the last, unless the service says that one follows', async () => {
	expect((await read({}, [event('1')])).asked).toHaveLength(1);
	expect((await read({}, [event('1')], { hasNext: true })).asked).toHaveLength(3);
	expect(
		(await read({}, [event('3'), event('2'), event('1')], { hasNext: false })).asked,
	).toHaveLength(1);
});

test('a window in which nothing is known any more may have let events go by', async () => {
	const { memory, hasGap } = await read({}, [event('1', 9)]);
	expect(hasGap).toBe(false);
	expect(
		(
			await read(
				memory,
				Array.from({ length: 8 }, (_, index) => event(`new${index}`)),
			)
		).hasGap,
	).toBe(true);
	expect((await read(memory, [event('3'), event('2'), event('1', 9)])).hasGap).toBe(false);
});

test('a page that cannot be read leaves everything to the next poll', async () => {
	const memory: FeedMemory = { known: '1' };
	const failing = readFeed(
		memory,
		async (page) =>
			page === 1
				? await Promise.resolve({ events: [event('3'), event('2')] })
				: await Promise.reject(new Error('page 2')),
		window,
	);
	await expect(failing).rejects.toThrow('page 2');
	expect(memory).toEqual({ known: '1' });
});

test('what is to be found again is looked for in the whole window', async () => {
	const all = [event('3'), event('2', latestMs / 3_600_000 + 1), event('1', 20)];
	const { memory } = await read({}, all);
	const { ids, asked } = await read(forgetting(memory, new Set(['1'])), all);
	expect(ids).toEqual(['1']);
	expect(asked).toEqual([
		[1, undefined],
		[2, undefined],
	]);
	expect(forgetting(memory, new Set(['nobody']))).toBe(memory);
});

test('an event that goes from page to page while they are read is found by the next reading, however old it is', async () => {
	const old = [event('b', 10), event('a', 11)];
	let { memory } = await read({}, old);
	({ memory } = await read(memory, old));
	// Hours later, and all of them unseen: `late` is the first of the third page, until the newest event is taken away.
	const all = [
		event('newest'),
		event('k', 6.7),
		event('l', 6.8),
		event('m', 6.9),
		event('late', 7),
		...old,
	];
	const shifting = await readFeed(
		memory,
		async (page) => {
			if (page === 3) all.shift();
			return await Promise.resolve({ events: all.slice((page - 1) * 2, page * 2) });
		},
		window,
	);
	expect(shifting.unseen.map(({ id }) => id)).toEqual(['newest', 'k', 'l', 'm']);
	expect((await read(shifting.memory, all)).ids).toEqual(['late']);
});
