import fc from 'fast-check';
import { readError, openAgain } from '../../../nodes/ActivityTracking/errors';

const headers = (limit: string, usage: string, kind = 'ratelimit') => ({
	[`x-${kind}-limit`]: limit,
	[`x-${kind}-usage`]: usage,
});
const noon = Date.UTC(2026, 0, 31, 12, 7, 30);

test('a used-up quarter of an hour opens at the next quarter, a used-up day at midnight', () => {
	expect(openAgain(headers('100,1000', '100,500'), noon)).toBe(7.5 * 60_000);
	expect(openAgain(headers('100,1000', '99,1001'), noon)).toBe((11 * 60 + 52.5) * 60_000);
	expect(openAgain(headers('100,1000', '7,50', 'readratelimit'), noon)).toBeUndefined();
	expect(
		openAgain(
			{ ...headers('200,2000', '7,50'), ...headers('100,1000', '101,50', 'readratelimit') },
			noon,
		),
	).toBe(7.5 * 60_000);
});

test('headers that are missing or say nothing ask for no wait', () => {
	expect(openAgain({}, noon)).toBeUndefined();
	fc.assert(
		fc.property(fc.string(), fc.string(), (limit, usage) =>
			expect(openAgain(headers(limit, usage), noon) ?? 0).toBeGreaterThanOrEqual(0),
		),
	);
});

test('a wait ends with its window, and lasts no longer than it', () => {
	const past2020 = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2100, 0, 1) });
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 500 }),
			fc.integer({ min: 1, max: 5000 }),
			fc.nat(1000),
			fc.nat(10_000),
			past2020,
			(quarter, day, usedQuarter, usedDay, now) => {
				const wait = openAgain(headers(`${quarter},${day}`, `${usedQuarter},${usedDay}`), now);
				const window =
					usedDay >= day ? 24 * 60 * 60_000 : usedQuarter >= quarter ? 15 * 60_000 : undefined;
				if (window === undefined) return expect(wait).toBeUndefined();
				expect((now + wait!) % (15 * 60_000)).toBe(0);
				expect(wait).toBeGreaterThan(0);
				return expect(wait).toBeLessThanOrEqual(24 * 60 * 60_000);
			},
		),
	);
});

test('an error tells its message and what is wrong with which field', () => {
	expect(
		readError({
			message: 'Bad Request',
			errors: [{ resource: 'Segment', field: 'bounds', code: 'invalid' }, {}],
		}),
	).toEqual({ text: 'Bad Request (Segment bounds invalid)' });
	expect(readError({ message: 'Bad Request', errors: [] })).toEqual({ text: 'Bad Request' });
	expect(readError({ errors: 'none' })).toEqual({});
	expect(readError('<html>')).toEqual({});
	expect(readError(null)).toEqual({});
});
