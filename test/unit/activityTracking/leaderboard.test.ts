import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { notListed, readLeaderboard, splitPage } from '../../../nodes/ActivityTracking/leaderboard';
import { activityTracking } from '../../../nodes/ActivityTracking/service';
import type { Call } from '../../../nodes/engine/describe';
import { leaderboardResponse } from '../../services/activityTracking/leaderboard';
import type { Query } from '../../services/activityTracking/query';
import { createSeedData } from '../../services/activityTracking/seedData';

const getAll = activityTracking.resources.leaderboard!.operations.getAll!;

const board = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		athlete_name: `Athlete ${index}`,
		rank: index + 1,
		elapsed_time: 300 + index,
		start_date: '2026-01-01T00:00:00Z',
	}));

/**
 * A response as in rule 3 of the specification: a page, and those entries around the athlete's own
 * entry that are not on the page.
 */
const response = fc
	.record({
		count: fc.integer({ min: 1, max: 80 }),
		size: fc.integer({ min: 1, max: 20 }),
		page: fc.nat(10),
		own: fc.nat(79),
		around: fc.nat(15),
		order: fc.constantFrom('before', 'after', 'by rank'),
	})
	.map(({ count, size, page, own, around, order }) => {
		const all = board(count);
		const from = page * size;
		const entries = all.slice(from, from + size);
		const context =
			own < count
				? all
						.slice(Math.max(0, own - around), own + around + 1)
						.filter((entry) => !entries.includes(entry))
				: [];
		const returned =
			order === 'before'
				? [...context, ...entries]
				: order === 'after'
					? [...entries, ...context]
					: [...entries, ...context].sort((a, b) => Number(a.rank) - Number(b.rank));
		return { count, size, from, entries, context, returned };
	});

test('splitPage separates the page from the entries around the athlete’s own entry, in any order', () => {
	fc.assert(
		fc.property(response, ({ count, size, from, entries, context, returned }) => {
			const split = splitPage(returned, from + 1, Math.min(size, count - from));
			expect(split.page).toEqual(entries);
			expect(split.context.map(({ rank }) => rank).sort()).toEqual(
				context.map(({ rank }) => rank).sort(),
			);
		}),
		{ numRuns: 500 },
	);
});

test('notListed drops listed entries and duplicates, and sorts by rank', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(29)), fc.nat(30), (picks, length) => {
			const all = board(30);
			const listed = all.slice(0, length);
			const remaining = notListed(
				picks.map((index) => ({ ...all[index]! })),
				listed,
			);
			expect(remaining.map(({ rank }) => rank)).toEqual(
				[...new Set(picks.filter((index) => index >= length))]
					.sort((a, b) => a - b)
					.map((index) => index + 1),
			);
		}),
	);
});

test('splitPage keeps tied entries on the page', () => {
	const tied = board(10).map((entry) => ({ ...entry, rank: 1 }));
	expect(splitPage(tied, 1, 8).page).toEqual(tied.slice(0, 8));
});

const toText = (query: IDataObject): Query =>
	Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

test('readLeaderboard returns every entry once, for any limit, context size and order', async () => {
	const world = createSeedData();
	const own = world.athletes[0]!;
	// Three pages of the maximum size, each with the entries around the athlete's own entry.
	for (let index = world.athletes.length; index < 450; index++)
		world.athletes.push({
			...own,
			id: own.id + index,
			name: `Athlete ${index}`,
			gender: index % 2 ? 'F' : 'M',
		});
	const options = fc.record({
		maxRows: fc.option(
			fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 190, max: 460 })),
			{
				nil: undefined,
			},
		),
		contextEntries: fc.nat(15),
		contextFirst: fc.boolean(),
		gender: fc.constantFrom(undefined, 'M', 'F'),
	});
	await fc.assert(
		fc.asyncProperty(options, async ({ maxRows, contextEntries, contextFirst, gender }) => {
			const count = world.athletes.filter(
				(athlete) => gender === undefined || athlete.gender === gender,
			).length;
			const all = Array.from({ length: count }, (_, index) => index + 1);
			const call = {
				operation: getAll,
				connection: { credential: {} },
				input: { segmentId: '1', contextEntries, ...(gender ? { gender } : {}) },
				maxRows,
				request: async (_: string, { query = {} }: { query?: IDataObject }) =>
					await Promise.resolve({
						status: 200,
						headers: {},
						body: leaderboardResponse(world, own, true, toText(query), contextFirst),
					}),
			} as unknown as Call<object>;
			const rows = (await readLeaderboard(call)).map(({ json }) => json);
			const page = rows.filter(({ entry_type: type }) => type === 'page').map(({ rank }) => rank);
			const context = rows
				.filter(({ entry_type: type }) => type === 'context')
				.map(({ rank }) => rank);
			expect(page).toEqual(all.slice(0, maxRows));
			expect(new Set([...page, ...context]).size).toBe(rows.length);
			const at = ownIndex(world, gender);
			const around =
				at < 0 ? [] : all.slice(Math.max(0, at - contextEntries), at + contextEntries + 1);
			expect(context).toEqual(around.filter((rank) => !page.includes(rank)));
		}),
	);
});

/**
 * Index of the athlete in the filtered leaderboard: the 15th of all, and the 8th of their own
 * gender.
 */
function ownIndex({ athletes }: ReturnType<typeof createSeedData>, gender?: string): number {
	const [own, ...others] = athletes;
	const order = [...others.slice(0, 14), own!, ...others.slice(14)].filter(
		(athlete) => gender === undefined || athlete.gender === gender,
	);
	return order.indexOf(own!);
}
