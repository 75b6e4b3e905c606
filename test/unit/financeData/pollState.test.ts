import { serialize } from 'node:v8';
import fc from 'fast-check';
import {
	afterPage,
	EmittedKeys,
	initialListState,
	pageQuery,
	type ListState,
} from '../../../nodes/FinanceData/triggers/pollState';

const minute = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

describe('a window', () => {
	test('overlaps the previous one and does not start before 1970', () => {
		expect(pageQuery({ since: 100 * minute, floor: 0 }, 10 * minute)).toEqual({
			updated_at_min: 90 * minute,
		});
		expect(pageQuery({ since: 5, floor: -9, cursor: 'c' }, 10)).toEqual({
			updated_at_min: 0,
			cursor: 'c',
		});
	});

	test('does not start before the start of the trigger, except for a clock skew allowance', () => {
		expect(pageQuery(initialListState(100 * minute), 60 * minute)).toEqual({
			updated_at_min: 95 * minute,
		});
		expect(pageQuery(initialListState(100 * minute, 20 * minute), 60 * minute)).toEqual({
			updated_at_min: 20 * minute,
		});
		expect(pageQuery({ since: 400 * minute, floor: 95 * minute }, 60 * minute)).toEqual({
			updated_at_min: 340 * minute,
		});
	});

	test('advances only after its last page', () => {
		const first = afterPage(
			{ since: 10, floor: 1 },
			{ rows: [{ updated_at: iso(50) }, { updated_at: iso(30) }], next: 'c' },
			1000,
		);
		expect(first).toEqual({ since: 10, floor: 1, cursor: 'c', highest: 50 });
		expect(afterPage(first, { rows: [{ updated_at: iso(40) }] }, 1000)).toEqual({
			since: 50,
			floor: 1,
		});
	});

	test('reads update times without an offset as UTC', () => {
		const rows = [{ updated_at: '2026-01-31T08:00:00' }];
		const at = Date.UTC(2026, 0, 31, 8);
		expect(afterPage({ since: 10, floor: 1 }, { rows }, at + 1).since).toBe(at);
	});

	test('does not advance because of update times that are in the future or missing', () => {
		expect(
			afterPage({ since: 10, floor: 1 }, { rows: [{ updated_at: iso(9_999_999) }] }, 1000),
		).toEqual({ since: 1000, floor: 1 });
		expect(
			afterPage(
				{ since: 10, floor: 1 },
				{ rows: [{}, { updated_at: 'soon' }, { updated_at: null }] },
				1000,
			),
		).toEqual({ since: 10, floor: 1 });
		expect(
			afterPage({ since: 2000, floor: 1 }, { rows: [{ updated_at: iso(9_999_999) }] }, 1000),
		).toEqual({ since: 1000, floor: 1 });
	});
});

describe('EmittedKeys', () => {
	const createKeys = (maxRecords: number) => {
		const keys = new EmittedKeys(maxRecords);
		let stored: string | undefined;
		return {
			add: (...emitted: Array<[string, string]>) => {
				stored = keys.add('node', stored, emitted);
				keys.load('node', stored);
				return stored;
			},
			isNew: (record: string, key: string) => keys.isNew('node', record, key),
			load: (pairs: string) => keys.load('node', pairs),
			keys,
		};
	};

	test('keeps the last key of each record and drops the oldest records', () => {
		const { add, isNew } = createKeys(2);
		add(['a', '1']);
		expect(isNew('a', '1')).toBe(false);
		expect(isNew('a', '2')).toBe(true);
		add(['a', '2']);
		// Changing a record back to an earlier state is a change.
		expect(isNew('a', '1')).toBe(true);
		add(['b', '1'], ['a', '2'], ['c', '1']);
		expect([isNew('a', '2'), isNew('b', '1'), isNew('c', '1')]).toEqual([false, true, false]);
	});

	test('does not keep long record IDs and keys', () => {
		const { add, isNew, keys } = createKeys(10);
		const long = 'x'.repeat(100_000);
		expect(add([long, `${long}1`]).length).toBeLessThan(30);
		expect([isNew(long, `${long}1`), isNew(long, `${long}2`)]).toEqual([false, true]);
		expect(serialize(keys).length).toBeLessThan(1000);
	});

	test('stores the latest 1,000 keys for a new process', () => {
		const numbers = Array.from({ length: 1200 }, (_, index) => String(index));
		const stored = createKeys(2000).add(
			...numbers.map((number): [string, string] => [number, number]),
			['0', 'changed'],
		);
		const { isNew, load } = createKeys(2000);
		load(stored);
		expect(numbers.filter((number) => isNew(number, number))).toEqual(numbers.slice(0, 201));
		expect([isNew('0', 'changed'), isNew('200', '200'), isNew('201', '201')]).toEqual([
			false,
			true,
			false,
		]);
	});
});

interface Step {
	kind: 'change' | 'poll' | 'restart' | 'crash';
	record: number;
	/** Milliseconds until the change appears in the list. */
	delay: number;
	/** Milliseconds since the previous step. */
	elapsed: number;
}

// Simulates a list in which changes appear with a delay, and polls whose results n8n may lose in a
// crash.
test('every latest state is emitted despite delays, restarts and crashes, and twice only after a restart', () => {
	const step: fc.Arbitrary<Step> = fc.record({
		kind: fc.constantFrom('change', 'change', 'change', 'poll', 'poll', 'restart', 'crash'),
		record: fc.nat(9),
		delay: fc.nat(20 * minute),
		elapsed: fc.nat(5 * minute),
	});
	fc.assert(
		fc.property(
			fc.array(step, { maxLength: 60 }),
			fc.integer({ min: 1, max: 2 }),
			(steps, pageSize) => {
				const overlap = 20 * minute;
				let now = 1_000 * minute;
				const changes: Array<{ id: number; state: number; updated: number; visibleAt: number }> =
					[];
				let stored: ListState = initialListState(now);
				let state: ListState = initialListState(now);
				let emittedKeys = new EmittedKeys(1000);
				let storedKeys: string | undefined;
				const emitted = new Map<number, number>();
				/** Reads one window to its end. */
				const readWindow = (
					start: ListState,
					events: Array<{ id: number; state: number }>,
				): { state: ListState } => {
					let state = start;
					let pages = 0;
					do {
						const { updated_at_min: updatedMin } = pageQuery(state, overlap) as {
							updated_at_min: number;
						};
						const visible = [
							...new Map(
								changes
									.filter(({ visibleAt }) => visibleAt <= now)
									.map((change) => [change.id, change]),
							).values(),
						].filter(({ updated }) => updated >= updatedMin);
						const rows = visible.slice(pages * pageSize, (pages + 1) * pageSize);
						pages++;
						events.push(
							...rows.filter(({ id, state: key }) =>
								emittedKeys.isNew('node', String(id), String(key)),
							),
						);
						state = afterPage(
							state,
							{
								rows: rows.map(({ updated }) => ({ updated_at: iso(updated) })),
								...(pages * pageSize < visible.length ? { next: String(pages) } : {}),
							},
							now,
						);
					} while (state.cursor !== undefined);
					return { state };
				};
				const poll = (isLost: boolean): void => {
					const events: Array<{ id: number; state: number }> = [];
					emittedKeys.load('node', storedKeys);
					({ state } = readWindow(state, events));
					// n8n crashed before the execution started: nothing was emitted, and the previously
					// stored state applies.
					if (isLost) return;
					for (const { id, state: key } of events) {
						expect(key).toBeGreaterThanOrEqual(emitted.get(id) ?? -1);
						emitted.set(id, key);
					}
					storedKeys = emittedKeys.add(
						'node',
						storedKeys,
						events.map(({ id, state: key }) => [String(id), String(key)]),
					);
					if (events.length > 0) stored = structuredClone(state);
				};
				const restart = (): void => {
					state = structuredClone(stored);
					emittedKeys = new EmittedKeys(1000);
					storedKeys = undefined;
				};
				for (const [index, { kind, record, delay, elapsed }] of steps.entries()) {
					now += elapsed;
					if (kind === 'change') {
						const previous = changes.filter(({ id }) => id === record).at(-1);
						changes.push({
							id: record,
							state: index,
							updated: now,
							visibleAt: Math.max(now + delay, previous?.visibleAt ?? 0),
						});
					} else if (kind === 'poll') poll(false);
					else {
						if (kind === 'crash') poll(true);
						restart();
					}
				}
				now += overlap;
				poll(false);
				const expected = new Map(changes.map(({ id, state: key }) => [id, key]));
				expect([...emitted].sort()).toEqual([...expected].sort());
				const before = [...emitted];
				poll(false);
				expect([...emitted]).toEqual(before);
			},
		),
		{ numRuns: 3000 },
	);
});
