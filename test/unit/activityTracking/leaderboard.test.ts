import type { IDataObject } from 'n8n-workflow';
import { readLeaderboard } from '../../../nodes/ActivityTracking/leaderboard';
import { activityTracking } from '../../../nodes/ActivityTracking/service';
import type { Call } from '../../../nodes/engine/describe';

const getAll = activityTracking.resources.leaderboard!.operations.getAll!;

/** A leaderboard with its context entries (nodes/ActivityTracking/README.md, Leaderboards). */
interface Board {
	readonly ranks: readonly number[];
	/** Index of the athlete's own entry. -1 if the athlete has no entry. */
	readonly own: number;
	/** Maximum number of entries per page. */
	readonly maxPage: number;
	/** Indexes of entries that are counted, but not returned. */
	readonly hidden: readonly number[];
	readonly contextFirst: boolean;
}

const entryAt = (rank: number, index: number): IDataObject => ({
	athlete_name: `Athlete ${index}`,
	rank,
	elapsed_time: 300 + rank,
});

const boardResponse = (
	{ ranks, own, maxPage, hidden, contextFirst }: Board,
	{ page = 1, per_page = 10, context_entries = 2 }: Record<string, number>,
): IDataObject => {
	const size = Math.min(per_page, maxPage);
	const start = (page - 1) * size;
	const indexes = ranks.map((_, index) => index);
	const onPage = indexes.slice(start, start + size);
	const context =
		own < 0
			? []
			: indexes
					.slice(Math.max(0, own - context_entries), own + context_entries + 1)
					.filter((index) => !onPage.includes(index));
	return {
		entry_count: ranks.length,
		entries: (contextFirst ? [...context, ...onPage] : [...onPage, ...context])
			.filter((index) => !hidden.includes(index))
			.map((index) => entryAt(ranks[index]!, index)),
	};
};

const read = async (board: Partial<Board>, input: object = {}, maxRows?: number) => {
	const complete = { ranks: [], own: -1, maxPage: 200, hidden: [], contextFirst: false, ...board };
	let requests = 0;
	const call = {
		operation: getAll,
		connection: { credential: {} },
		input: { segmentId: '1', ...input },
		maxRows,
		request: async (_: string, { query = {} }: { query?: Record<string, number> }) => {
			if (++requests > 100) throw new Error('Too many requests');
			return await Promise.resolve({
				status: 200,
				headers: {},
				body: boardResponse(complete, query),
			});
		},
	} as unknown as Call<object>;
	const rows = (await readLeaderboard(call)).map(({ json }) => json);
	const ofType = (type: string) =>
		rows
			.filter(({ entry_type }) => entry_type === type)
			.map(({ athlete_name }) => Number(String(athlete_name).slice('Athlete '.length)));
	return { page: ofType('page'), context: ofType('context'), requests };
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const indexesFrom = (from: number, to: number): number[] =>
	upTo(to - from).map((number) => from + number - 1);

test('all entries of the page have the type page, even if they are tied or near the athlete’s own entry', async () => {
	expect(await read({ ranks: [1, 2, 2, 2, 2, 6], own: 5 }, {}, 5)).toEqual({
		page: [0, 1, 2, 3, 4],
		context: [5],
		requests: 1,
	});
});

test('the athlete’s own entry is a context entry if it is tied with the last entry of the page', async () => {
	expect(await read({ ranks: [1, 1, 1, 1], own: 3 }, {}, 3)).toEqual({
		page: [0, 1, 2],
		context: [3],
		requests: 1,
	});
});

test.each([
	['returns smaller pages than requested', { maxPage: 100 }, indexesFrom(0, 450)],
	['omits an entry', { hidden: [7] }, indexesFrom(0, 450).filter((index) => index !== 7)],
])('Return All reads to the end of the leaderboard if the service %s', async (_, board, page) => {
	const result = await read({ ranks: upTo(450), own: 149, ...board });
	expect(result).toMatchObject({ page, context: [] });
	expect(result.requests).toBeLessThanOrEqual(5);
});

test('Return All continues after a page on which every entry is already known as a context entry', async () => {
	expect(
		(await read({ ranks: upTo(60), own: 19, maxPage: 10 }, { contextEntries: 15 })).page,
	).toEqual(indexesFrom(0, 60));
});

test('with From Rank, the entries start at this rank, and only pages with these entries are requested', async () => {
	const ranks = upTo(1000);
	expect(await read({ ranks, own: 499 }, { fromRank: 301 }, 20)).toEqual({
		page: indexesFrom(300, 320),
		context: indexesFrom(497, 502),
		requests: 1,
	});
	expect(await read({ ranks, own: 4 }, { fromRank: 795 })).toEqual({
		page: indexesFrom(794, 1000),
		context: indexesFrom(2, 7),
		requests: 3,
	});
	expect(await read({ ranks }, { fromRank: 1001 })).toEqual({ page: [], context: [], requests: 1 });
});

test.each([
	['complete if the own entry is on the first page that is read', { own: 4 }, indexesFrom(2, 7)],
	[
		'complete if the own entry is on another page, and pages are smaller than requested',
		{ own: 900, maxPage: 7 },
		indexesFrom(898, 903),
	],
	['empty if the athlete has no entry', { own: -1 }, []],
])('with From Rank, the context is %s', async (_, board, context) => {
	expect(await read({ ranks: upTo(1000), ...board }, { fromRank: 15 }, 20)).toMatchObject({
		page: indexesFrom(14, 34),
		context,
	});
	expect(
		(await read({ ranks: upTo(1000), ...board }, { fromRank: 15, includeContext: false }, 20))
			.context,
	).toEqual([]);
});
