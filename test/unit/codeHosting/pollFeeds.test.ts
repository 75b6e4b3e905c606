import {
	pollFeeds,
	type FeedInfo,
	type PollOptions,
	type TriggerState,
} from '../../../nodes/CodeHosting/triggers/pollFeeds';
import type { FeedEvent } from '../../../nodes/CodeHosting/triggers/readFeed';

const hour = 3_600_000;
const noon = Date.parse('2026-01-01T12:00:00Z');
/** An event that happened this many hours before noon. */
const event = (id: string, hours = 0): FeedEvent => ({
	id,
	created_at: new Date(noon - hours * hour).toISOString(),
});
type Classified = ReturnType<PollOptions['classifyError']>;
class FeedError extends Error {
	constructor(readonly classified: Classified) {
		super('Failed');
	}
}

/** Polls feeds that contain these events, newest first, or fail. `read` contains the requested addresses. */
async function poll(
	state: TriggerState,
	content: Readonly<Record<string, readonly FeedEvent[] | FeedError>>,
	{
		info = {},
		maxFeeds = Infinity,
		...more
	}: Partial<PollOptions> & { info?: FeedInfo; maxFeeds?: number } = {},
) {
	const read: Array<string | undefined> = [];
	const result = await pollFeeds(state, {
		feeds: Object.keys(content),
		begin: 'now',
		now: () => noon,
		matches: () => true,
		isUsedUp: () => read.length >= maxFeeds,
		classifyError: (error) => (error as FeedError).classified,
		reader: (feed) => ({
			info: () => info,
			read: async (_page, _etag, address) => {
				read.push(address ?? feed);
				const events = content[feed]!;
				if (events instanceof FeedError) throw events;
				return await Promise.resolve({ events, hasNext: false });
			},
		}),
		...more,
	});
	return { ...result, read, ids: result.events.map(({ id }) => id) };
}

test.each([
	['now', ['3']],
	['window', ['1', '2', '3']],
] as const)(
	'the first poll with Begin With %s emits %j, and the next one emits the rest',
	async (begin, ids) => {
		const events = [event('3'), event('2', 1), event('1', 1)];
		const first = await poll({}, { a: events }, { begin });
		expect(first.ids).toEqual(ids);
		const second = await poll(first.state, { a: [event('4'), ...events] }, { begin });
		expect(second.ids).toEqual(['4']);
	},
);

test('an event from long before the activation, which reappears, is not emitted', async () => {
	const { state } = await poll({}, { a: [event('3')] });
	expect((await poll(state, { a: [event('3'), event('late', 1), event('old', 9)] })).ids).toEqual([
		'late',
	]);
});

test('an event is emitted once, also if it appears in another feed later or a feed is removed', async () => {
	const first = await poll({}, { a: [event('1')], b: [] });
	expect(first.ids).toEqual(['1']);
	const second = await poll(first.state, { b: [event('2'), event('1')] });
	expect(second.ids).toEqual(['2']);
	expect((await poll(second.state, { a: [event('2')] })).ids).toEqual([]);
});

test('an event that one feed skipped at its first read is not emitted by another feed, except by an older one', async () => {
	const { state } = await poll({}, { a: [event('1', 1)], b: [] });
	expect((await poll(state, { a: [event('1', 1)], b: [event('2'), event('1', 1)] })).ids).toEqual([
		'2',
	]);
	const later = { now: () => noon + hour };
	const { state: added, ids } = await poll(state, { b: [], c: [event('late')] }, later);
	expect(ids).toEqual([]);
	expect((await poll(added, { b: [event('late')], c: [event('late')] }, later)).ids).toEqual([
		'late',
	]);
});

test('the number of stored IDs is limited', async () => {
	let state: TriggerState = {};
	for (let round = 0; round < 30; round++)
		({ state } = await poll(
			state,
			{ a: [event(`${round}`)], b: [] },
			{ window: { pageSize: 2, pages: 2 } },
		));
	expect(state.emittedIds!.split(' ')).toHaveLength(16);
	expect(state.feeds!.a!.known!.split(' ').length).toBeLessThanOrEqual(8);
});

test('the feed that waited longest is read first, if the time is not enough for all', async () => {
	const feeds = { a: { known: '', notBefore: noon - 1 }, b: { known: '', notBefore: noon - 2 } };
	expect((await poll({ feeds }, { a: [], b: [] }, { maxFeeds: 1 })).read).toEqual(['b']);
});

test('a feed is not read before its time, unless that is further away than the maximum wait', async () => {
	const waiting = (ms: number) => ({ feeds: { a: { notBefore: noon + ms } } });
	expect((await poll(waiting(hour), { a: [] })).read).toEqual([]);
	expect((await poll(waiting(hour + 1), { a: [] })).read).toEqual(['a']);
	const info = { nextPollAt: noon + 2 * hour };
	const { state, shortenedWaits } = await poll({}, { a: [] }, { info });
	expect(state.feeds!.a!.notBefore).toBe(noon + hour);
	expect(shortenedWaits).toEqual([{ feed: 'a', requestedMs: 2 * hour }]);
});

test.each<[string, Classified, number, number, boolean]>([
	['the first temporary failure', { isTemporary: true }, 0, 60_000, false],
	['the fifth temporary failure', { isTemporary: true }, 4, 960_000, true],
	['many temporary failures', { isTemporary: true }, 20, hour, true],
	['a temporary failure with a wait', { isTemporary: true, waitMs: 90_000 }, 20, 90_000, false],
	['many rejections', { isTemporary: false }, 20, 600_000, true],
])('after %s, the feed waits', async (_, classified, failures, waitMs, mustReport) => {
	const before = { feeds: { a: { known: '1', failures } } };
	const { state, failures: reported } = await poll(before, { a: new FeedError(classified) });
	expect(state.feeds!.a).toMatchObject({
		known: '1',
		notBefore: noon + waitMs,
		failures: failures + 1,
	});
	expect(reported).toMatchObject([{ name: 'a', mustReport }]);
});

test('a rejected first poll is repeated at once, because n8n retries the activation', async () => {
	const { state } = await poll({}, { a: new FeedError({ isTemporary: false }) });
	expect(state.feeds!.a).not.toHaveProperty('notBefore');
});

test('a moved feed is read at its new path, until that is gone', async () => {
	const { state } = await poll({}, { a: [] }, { info: { address: '/new' } });
	const gone = new FeedError({ isTemporary: false, isGone: true });
	const { state: lost, read, failures } = await poll(state, { a: gone });
	expect(read).toEqual(['/new']);
	expect(failures).toMatchObject([{ mustReport: false }]);
	expect((await poll(lost, { a: [event('1')] })).read).toEqual(['a']);
});
