import {
	afterPage,
	EmittedKeys,
	initialListState,
	pageQuery,
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
