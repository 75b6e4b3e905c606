import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { splitPage, unseen } from '../../../nodes/ActivityTracking/leaderboard';

const board = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		athlete_name: `Athlete ${index}`,
		rank: index + 1,
		elapsed_time: 300 + index,
		start_date: '2026-01-01T00:00:00Z',
	}));

/** An answer as rule 3 describes it: a page, and the entries around one athlete's own that are not on it. */
const answer = fc
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
		const given =
			order === 'before'
				? [...context, ...entries]
				: order === 'after'
					? [...entries, ...context]
					: [...entries, ...context].sort((a, b) => Number(a.rank) - Number(b.rank));
		return { count, size, from, entries, context, given };
	});

test('the page is told from the entries around the athlete’s own, wherever these stand', () => {
	fc.assert(
		fc.property(answer, ({ count, size, from, entries, context, given }) => {
			const split = splitPage(given, from + 1, Math.min(size, count - from));
			expect(split.entries).toEqual(entries);
			expect(split.context.map(({ rank }) => rank).sort()).toEqual(
				context.map(({ rank }) => rank).sort(),
			);
		}),
		{ numRuns: 500 },
	);
});

test('an entry that was on a page does not come again, and each of the others comes once, by rank', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(29)), fc.nat(30), (picks, length) => {
			const all = board(30);
			const rows = all.slice(0, length);
			const fresh = unseen(
				picks.map((index) => ({ ...all[index]! })),
				rows,
			);
			expect(fresh.map(({ rank }) => rank)).toEqual(
				[...new Set(picks.filter((index) => index >= length))]
					.sort((a, b) => a - b)
					.map((index) => index + 1),
			);
		}),
	);
});

test('ties keep a page whole', () => {
	const tied = board(10).map((entry) => ({ ...entry, rank: 1 }));
	expect(splitPage(tied, 1, 8).entries).toEqual(tied.slice(0, 8));
});
