import {
	readFeed,
	type FeedEvent,
	type PageResult,
	type ReadState,
} from '../../../nodes/CodeHosting/triggers/readFeed';

const window = { pageSize: 2, pages: 3 };
const noon = Date.parse('2026-01-01T12:00:00Z');

/** An event that happened this many hours before noon. */
const event = (id: string, hours = 0): FeedEvent => ({
	id,
	created_at: new Date(noon - hours * 3_600_000).toISOString(),
});

/**
 * Reads a feed of these events, newest first. `requests` contains each page that was read, with its
 * ETag.
 */
async function read(
	state: ReadState,
	events: readonly FeedEvent[],
	extra: Partial<PageResult> = {},
	now = noon,
) {
	const requests: Array<[number, string | undefined]> = [];
	const result = await readFeed(
		state,
		async (page, etag) => {
			requests.push([page, etag]);
			const rows = events.slice((page - 1) * window.pageSize, page * window.pageSize);
			const currentEtag = `"${rows.map(({ id }) => id).join()}"`;
			return await Promise.resolve(
				etag === currentEtag ? { unchanged: true } : { events: rows, etag: currentEtag, ...extra },
			);
		},
		now,
		window,
	);
	return { ...result, requests, ids: result.newEvents.map(({ id }) => id) };
}

test('if an older version stored a time in the future, a read does not end too early', async () => {
	const events = [event('3'), event('2', 0.5), event('late', 1), event('1', 2), event('0', 9)];
	const future = Date.parse('2099-01-01T00:00:00Z');
	const { ids } = await read({ known: '0 1 2', newest: future, before: future }, events);
	expect(ids).toEqual(['3', 'late']);
});

test('an event that appears six hours late, behind known events, is found', async () => {
	const events = [event('3', 1), event('2', 2), event('late', 6), event('1', 7)];
	const { ids } = await read({ known: '1 2 3', newest: noon, before: noon }, events);
	expect(ids).toEqual(['late']);
});

test('the first read covers the complete window and not more', async () => {
	const events = Array.from({ length: 9 }, (_, index) => event(String(9 - index), index));
	const { ids, requests, state } = await read({}, events);
	expect(ids).toEqual(['9', '8', '7', '6', '5', '4']);
	expect(requests.map(([page]) => page)).toEqual([1, 2, 3]);
	expect(state).toMatchObject({ known: '4 5 6 7 8 9', newest: noon });
});

test('the second read also covers the complete window, and later reads stop at events older than the maximum delay', async () => {
	const events = [event('4', 1), event('3', 9), event('2', 10), event('1', 11), event('0', 12)];
	let { state } = await read({}, events);
	for (const [newId, pages] of [
		['5', 3],
		['6', 2],
	] as const) {
		events.unshift(event(newId, 1));
		const result = await read(state, events);
		expect(result.ids).toEqual([newId]);
		expect(result.requests).toHaveLength(pages);
		({ state } = result);
	}
});

test('a read finds a new event on a page that follows an unchanged page', async () => {
	const events = [event('3'), event('2', 1), event('0', 3)];
	const { state } = await read({}, events);
	const { ids, requests } = await read(state, [events[0]!, events[1]!, event('1', 2), events[2]!]);
	expect(ids).toEqual(['1']);
	expect(requests).toEqual([
		[1, '"3,2"'],
		[2, '"0"'],
		[3, undefined],
	]);
});

test('if the feed is unchanged, only `before` is updated in the state', async () => {
	const events = [event('1')];
	const { state } = await read({}, events);
	const second = await read(state, events);
	expect(second.state).toEqual({ ...state, before: noon });
	expect(second.requests).toEqual([[1, '"1"']]);
	expect((await read(second.state, events)).state).toBe(second.state);
});

test('a page that is not full is the last page, unless the service reports a next page', async () => {
	expect((await read({}, [event('1')])).requests).toHaveLength(1);
	expect((await read({}, [event('1')], { hasNext: true })).requests).toHaveLength(3);
	expect(
		(await read({}, [event('3'), event('2'), event('1')], { hasNext: false })).requests,
	).toHaveLength(1);
});

test('a full window without known events is reported as a gap', async () => {
	const { state, hasGap } = await read({}, [event('1', 9)]);
	expect(hasGap).toBe(false);
	expect(
		(
			await read(
				state,
				Array.from({ length: 8 }, (_, index) => event(`new${index}`)),
			)
		).hasGap,
	).toBe(true);
	expect((await read(state, [event('3'), event('2'), event('1', 9)])).hasGap).toBe(false);
});

test('an event that moves to another page during a read is found by the next read, however old the event is', async () => {
	const oldEvents = [event('b', 10), event('a', 11)];
	let { state } = await read({}, oldEvents);
	({ state } = await read(state, oldEvents));
	// Hours later: all events except those in `oldEvents` are new. `late` is the first event on the
	// third page. It moves to the second page when `newest` is deleted.
	const events = [
		event('newest'),
		event('k', 6.7),
		event('l', 6.8),
		event('m', 6.9),
		event('late', 7),
		...oldEvents,
	];
	const shifted = await readFeed(
		state,
		async (page) => {
			if (page === 3) events.shift();
			return await Promise.resolve({ events: events.slice((page - 1) * 2, page * 2) });
		},
		noon,
		window,
	);
	expect(shifted.newEvents.map(({ id }) => id)).toEqual(['newest', 'k', 'l', 'm']);
	expect((await read(shifted.state, events)).ids).toEqual(['late']);
});

test('reads a page that has more events than a function call can have arguments', async () => {
	const events = Array.from({ length: 200_000 }, (_, index) => event(String(index), 1));
	const { newEvents, state } = await readFeed(
		{},
		async () => await Promise.resolve({ events, hasNext: false }),
		noon,
	);
	expect(newEvents).toHaveLength(200_000);
	expect(state.newest).toBe(noon - 3_600_000);
});
