import fc from 'fast-check';
import {
	perSecond,
	RateLimiter,
	type Window,
} from '../../../../nodes/engine/transport/rateLimiter';
import { cancellableSleep } from '../../../../nodes/engine/transport/sleep';
import { refusalOf } from '../kit';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

/** Moments at which callers were let through, by the fake clock, in the order of asking. */
async function startsOf(window: Window, arrivals: readonly number[]): Promise<number[]> {
	const limiter = new RateLimiter(window);
	const starts: number[] = [];
	const begun = Date.now();
	const done = arrivals.map(
		async (after, index) =>
			await new Promise<void>((resolve) => {
				setTimeout(
					() =>
						void limiter.acquire().then(() => ((starts[index] = Date.now() - begun), resolve())),
					after,
				);
			}),
	);
	await jest.runAllTimersAsync();
	await Promise.all(done);
	return starts;
}

const windows = fc.record({
	requests: fc.integer({ min: 1, max: 5 }),
	perMs: fc.integer({ min: 1, max: 3000 }),
});
const arrivals = fc
	.array(fc.nat(4000), { minLength: 1, maxLength: 15 })
	.map((all) => [...all].sort((a, b) => a - b));

describe('requests under a limit', () => {
	it('never start more than so many in any window, and in the order in which they asked', async () => {
		await fc.assert(
			fc.asyncProperty(windows, arrivals, async (window, asked) => {
				const starts = await startsOf(window, asked);
				expect(starts).toEqual([...starts].sort((a, b) => a - b));
				for (let index = window.requests; index < starts.length; index++) {
					expect(starts[index]! - starts[index - window.requests]!).toBeGreaterThanOrEqual(
						window.perMs,
					);
				}
			}),
			{ numRuns: 50 },
		);
	});

	it('start as soon as the window allows it, and at once where it has room', async () => {
		await fc.assert(
			fc.asyncProperty(windows, arrivals, async (window, asked) => {
				const starts = await startsOf(window, asked);
				starts.forEach((start, index) => {
					const free =
						index < window.requests ? 0 : starts[index - window.requests]! + window.perMs;
					expect(start).toBe(Math.max(asked[index]!, starts[index - 1] ?? 0, free));
				});
			}),
			{ numRuns: 50 },
		);
	});

	it('stop waiting on a cancel, and nobody behind them starts either', async () => {
		const cancel = new AbortController();
		const limiter = new RateLimiter({ requests: 1, perMs: 600_000 }, cancel.signal);
		await limiter.acquire();
		const waiting = [limiter.acquire(), limiter.acquire()].map(
			async (one) => (await refusalOf(one)).message,
		);
		cancel.abort();
		await jest.advanceTimersByTimeAsync(500);
		expect(await Promise.all(waiting)).toEqual([
			'The execution was canceled',
			'The execution was canceled',
		]);
	});
});

it('a rate a second is the same rate as a window, with whole requests in it', () => {
	fc.assert(
		fc.property(fc.double({ min: 0.01, max: 10_000, noNaN: true }), (rate) => {
			const { requests, perMs } = perSecond(rate);
			expect(requests).toBe(Math.max(1, Math.floor(rate)));
			expect((requests / perMs) * 1000).toBeCloseTo(rate, 6);
		}),
	);
	expect([perSecond(10), perSecond(0.5), perSecond(2.5)]).toEqual([
		{ requests: 10, perMs: 1000 },
		{ requests: 1, perMs: 2000 },
		{ requests: 2, perMs: 800 },
	]);
});

describe('a pause', () => {
	it('lasts as long as it should', async () => {
		const done = jest.fn();
		void cancellableSleep(1700).then(done);
		await jest.advanceTimersByTimeAsync(1699);
		expect(done).not.toHaveBeenCalled();
		await jest.advanceTimersByTimeAsync(1);
		expect(done).toHaveBeenCalledTimes(1);
	});

	it('is over within half a second of a cancel, and is not begun after one', async () => {
		const cancel = new AbortController();
		const waiting = refusalOf(cancellableSleep(3_600_000, cancel.signal));
		await jest.advanceTimersByTimeAsync(1100);
		cancel.abort();
		await jest.advanceTimersByTimeAsync(500);
		expect((await waiting).message).toBe('The execution was canceled');
		expect((await refusalOf(cancellableSleep(0, cancel.signal))).message).toBe(
			'The execution was canceled',
		);
	});
});
