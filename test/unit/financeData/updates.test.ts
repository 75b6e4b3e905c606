import fc from 'fast-check';
import {
	advanced,
	begun,
	Latest,
	LongOverlaps,
	queryOf,
	type ListState,
} from '../../../nodes/FinanceData/updates';

const minute = 60_000;
const at = (ms: number) => new Date(ms).toISOString();

describe('a window', () => {
	test('begins before what was read last, and never before the beginning of time', () => {
		expect(queryOf({ since: 100 * minute, floor: 0 }, 10 * minute)).toEqual({
			updated_at_min: 90 * minute,
		});
		expect(queryOf({ since: 5, floor: -9, cursor: 'c' }, 10)).toEqual({
			updated_at_min: 0,
			cursor: 'c',
		});
	});

	test('never begins before the beginning, but for the clocks of platforms', () => {
		expect(queryOf(begun(100 * minute), 60 * minute)).toEqual({ updated_at_min: 95 * minute });
		expect(queryOf(begun(100 * minute, 20 * minute), 60 * minute)).toEqual({
			updated_at_min: 20 * minute,
		});
		expect(queryOf({ since: 400 * minute, floor: 95 * minute }, 60 * minute)).toEqual({
			updated_at_min: 340 * minute,
		});
	});

	test('is interrupted before the next one begins later', () => {
		const first = advanced(
			{ since: 10, floor: 1 },
			{ rows: [{ updated_at: at(50) }, { updated_at: at(30) }], next: 'c' },
			1000,
		);
		expect(first).toEqual({ since: 10, floor: 1, cursor: 'c', highest: 50 });
		expect(advanced(first, { rows: [{ updated_at: at(40) }] }, 1000)).toEqual({
			since: 50,
			floor: 1,
		});
	});

	test('is not moved by records from the future, nor by ones without a time', () => {
		expect(
			advanced({ since: 10, floor: 1 }, { rows: [{ updated_at: at(9_999_999) }] }, 1000),
		).toEqual({ since: 1000, floor: 1 });
		expect(
			advanced(
				{ since: 10, floor: 1 },
				{ rows: [{}, { updated_at: 'soon' }, { updated_at: null }] },
				1000,
			),
		).toEqual({ since: 10, floor: 1 });
		expect(
			advanced({ since: 2000, floor: 1 }, { rows: [{ updated_at: at(9_999_999) }] }, 1000),
		).toEqual({ since: 2000, floor: 1 });
	});
});

test('what was handed on is remembered as the latest state of its record, and the oldest are forgotten first', () => {
	const latest = new Latest(2);
	latest.add('a', '1');
	expect(latest.isNew('a', '1')).toBe(false);
	expect(latest.isNew('a', '2')).toBe(true);
	latest.add('a', '2');
	// A change back is a change.
	expect(latest.isNew('a', '1')).toBe(true);
	latest.add('b', '1');
	latest.add('a', '2');
	latest.add('c', '1');
	expect([latest.isNew('a', '2'), latest.isNew('b', '1'), latest.isNew('c', '1')]).toEqual([
		false,
		true,
		false,
	]);
});

test('a long overlap is read again every tenth of its length, a short one at every poll', () => {
	const overlaps = new LongOverlaps();
	overlaps.whole('short', 4, 7, 0);
	expect(overlaps.newest('short', 60 * minute, 1)).toBeUndefined();
	overlaps.whole('long', 5, 7, 0);
	expect(overlaps.newest('long', 60 * minute, 6 * minute - 1)).toBe(7);
	overlaps.newer('long', 9);
	expect(overlaps.newest('long', 60 * minute, 6 * minute - 1)).toBe(9);
	expect(overlaps.newest('long', 60 * minute, 6 * minute)).toBeUndefined();
});

test('where what is newer was not interrupted, the whole is due', () => {
	const overlaps = new LongOverlaps();
	overlaps.whole('long', 5, 7, 0);
	overlaps.newer('long');
	expect(overlaps.newest('long', 60 * minute, 1)).toBeUndefined();
});

interface Step {
	kind: 'change' | 'poll' | 'restart' | 'lose';
	record: number;
	late: number;
	passes: number;
}

/** A list that shows a change some time after it happened, as a copy of another system does, and a poll that n8n may forget. */
test('whatever is polled, restarted and lost in between, the latest state of every record arrives, and once a state while n8n runs', () => {
	const step: fc.Arbitrary<Step> = fc.record({
		kind: fc.constantFrom('change', 'change', 'change', 'poll', 'poll', 'restart', 'lose'),
		record: fc.nat(9),
		late: fc.nat(20 * minute),
		passes: fc.nat(5 * minute),
	});
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 60 }),
			fc.integer({ min: 1, max: 2 }),
			(steps, pageSize) => {
				const overlap = 20 * minute;
				let now = 1_000 * minute;
				const changes: Array<{ id: number; state: number; updated: number; shown: number }> = [];
				let stored: ListState = begun(now);
				let state: ListState = begun(now);
				let latest = new Latest(1000);
				const arrived = new Map<number, number>();
				let overlaps = new LongOverlaps();
				/** One window, to its end. */
				const walk = (
					from: ListState,
					found: Array<{ id: number; state: number }>,
				): { state: ListState; pages: number } => {
					let state = from;
					let pages = 0;
					do {
						const { updated_at_min: least } = queryOf(state, overlap) as { updated_at_min: number };
						const visible = [
							...new Map(
								changes.filter(({ shown }) => shown <= now).map((one) => [one.id, one]),
							).values(),
						].filter(({ updated }) => updated >= least);
						const rows = visible.slice(pages * pageSize, (pages + 1) * pageSize);
						pages++;
						found.push(
							...rows.filter(({ id, state: key }) => latest.isNew(String(id), String(key))),
						);
						state = advanced(
							state,
							{
								rows: rows.map(({ updated }) => ({ updated_at: at(updated) })),
								...(pages * pageSize < visible.length ? { next: String(pages) } : {}),
							},
							now,
						);
					} while (state.cursor !== undefined);
					return { state, pages };
				};
				const poll = (isLost: boolean): void => {
					const found: Array<{ id: number; state: number }> = [];
					const newest = overlaps.newest('list', overlap, now);
					if (newest === undefined) {
						const walked = walk(state, found);
						state = walked.state;
						overlaps.whole('list', walked.pages, state.since, now);
					} else overlaps.newer('list', walk(begun(now, newest), found).state.since);
					// n8n was killed before the execution had begun: nothing arrived, and what it had stored before counts.
					if (isLost) return;
					for (const { id, state: key } of found) {
						latest.add(String(id), String(key));
						expect(key).toBeGreaterThanOrEqual(arrived.get(id) ?? -1);
						arrived.set(id, key);
					}
					if (found.length > 0) stored = structuredClone(state);
				};
				const restart = (): void => {
					state = structuredClone(stored);
					latest = new Latest(1000);
					overlaps = new LongOverlaps();
				};
				for (const [index, { kind, record, late, passes }] of steps.entries()) {
					now += passes;
					if (kind === 'change') {
						const before = changes.filter(({ id }) => id === record).at(-1);
						changes.push({
							id: record,
							state: index,
							updated: now,
							shown: Math.max(now + late, before?.shown ?? 0),
						});
					} else if (kind === 'poll') poll(false);
					else {
						if (kind === 'lose') poll(true);
						restart();
					}
				}
				now += overlap;
				poll(false);
				const wanted = new Map(changes.map(({ id, state: key }) => [id, key]));
				expect([...arrived].sort()).toEqual([...wanted].sort());
				const before = [...arrived];
				poll(false);
				expect([...arrived]).toEqual(before);
			},
		),
		{ numRuns: 3000 },
	);
});
