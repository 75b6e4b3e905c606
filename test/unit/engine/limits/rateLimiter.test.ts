import fc from 'fast-check';
import { perSecond, RateLimiter, type Window } from '../../../../nodes/engine/limits/rateLimiter';
import { rejectedError } from '../kit';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

/** Start times on the fake clock. `arrivals` contains the time at which each request is made. */
async function startTimes(window: Window, arrivals: readonly number[]): Promise<number[]> {
	const limiter = new RateLimiter(window);
	const starts: number[] = [];
	const begin = Date.now();
	const done = arrivals.map(
		async (after, index) =>
			await new Promise<void>((resolve) => {
				setTimeout(
					() =>
						void limiter.acquire().then(() => ((starts[index] = Date.now() - begin), resolve())),
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

describe('RateLimiter', () => {
	it('starts no more requests in any window than allowed, and starts them in order', async () => {
		await fc.assert(
			fc.asyncProperty(windows, arrivals, async (window, arrivedAt) => {
				const starts = await startTimes(window, arrivedAt);
				expect(starts).toEqual([...starts].sort((a, b) => a - b));
				for (let index = window.requests; index < starts.length; index++) {
					expect(starts[index]! - starts[index - window.requests]!).toBeGreaterThan(window.perMs);
				}
			}),
			{ numRuns: 50 },
		);
	});

	it('starts each request as soon as the window and the distance allow it', async () => {
		await fc.assert(
			fc.asyncProperty(windows, arrivals, async (window, arrivedAt) => {
				const starts = await startTimes(window, arrivedAt);
				const { windowMs, distanceMs } = new RateLimiter(window);
				starts.forEach((start, index) => {
					const allowedAt =
						index < window.requests ? 0 : starts[index - window.requests]! + windowMs;
					const distantAt = index === 0 ? 0 : starts[index - 1]! + distanceMs;
					expect(start).toBe(Math.max(arrivedAt[index]!, distantAt, allowedAt));
				});
			}),
			{ numRuns: 50 },
		);
	});

	it('spreads the requests of a window over at least a quarter of it', async () => {
		const starts = await startTimes({ requests: 50, perMs: 1000 }, Array<number>(60).fill(0));
		expect(starts.slice(0, 3)).toEqual([0, 5, 10]);
		expect(starts[49]).toBe(245);
		expect(starts[50]).toBe(1050);
	});

	/**
	 * Starts requests as soon as possible.
	 * @param responseMs time of each response after the start
	 * @returns start times
	 */
	async function startsWithResponses(
		window: Window,
		responseMs: readonly number[],
	): Promise<number[]> {
		const limiter = new RateLimiter(window);
		const begin = Date.now();
		const starts = responseMs.map(async (ms) => {
			const respond = await limiter.acquire();
			setTimeout(respond, ms);
			return Date.now() - begin;
		});
		await jest.runAllTimersAsync();
		return await Promise.all(starts);
	}

	it('allows no more requests to arrive in any window, even if some take much longer to arrive', async () => {
		const delays = fc.array(fc.nat(45), { minLength: 12, maxLength: 20 });
		await fc.assert(
			fc.asyncProperty(delays, fc.nat(11), async (arrivalMs, stalled) => {
				// One request waits for the processor. The others arrive soon.
				const all = arrivalMs.map((ms, index) => (index === stalled ? 200 : ms));
				const window = { requests: 3, perMs: 1000 };
				const starts = await startsWithResponses(window, all);
				const arrivals = starts.map((start, index) => start + all[index]!).sort((a, b) => a - b);
				for (let index = 3; index < arrivals.length; index++)
					expect(arrivals[index]! - arrivals[index - 3]!).toBeGreaterThanOrEqual(1000);
			}),
			{ numRuns: 50 },
		);
	});

	it('counts windows from the responses if that costs less than the margin', async () => {
		const starts = await startsWithResponses({ requests: 1, perMs: 1000 }, [20, 20, 20, 20]);
		expect(starts).toEqual([0, 1020, 2040, 3060]);
	});

	it('counts windows from the starts, with a margin, if responses take longer', async () => {
		const slow = Array<number>(8).fill(700);
		const starts = await startsWithResponses({ requests: 1, perMs: 1000 }, [5000, ...slow]);
		const distances = starts.slice(1).map((start, index) => start - starts[index]!);
		// The first responses show how long they take.
		expect(distances).toEqual([1050, 1200, 1200, 1200, 1050, 1050, 1050, 1050]);
	});

	it('waits no longer if the system clock is set back', async () => {
		const limiter = new RateLimiter({ requests: 1, perMs: 1000 });
		await limiter.acquire();
		jest.setSystemTime(Date.now() - 3_600_000);
		let isStarted = false;
		void limiter.acquire().then(() => (isStarted = true));
		await jest.advanceTimersByTimeAsync(1050);
		expect(isStarted).toBe(true);
	});

	it('rejects all waiting requests on cancel', async () => {
		const controller = new AbortController();
		const limiter = new RateLimiter({ requests: 1, perMs: 600_000 }, controller.signal);
		await limiter.acquire();
		const waiting = [limiter.acquire(), limiter.acquire()].map(
			async (request) => (await rejectedError(request)).message,
		);
		controller.abort();
		await jest.advanceTimersByTimeAsync(500);
		expect(await Promise.all(waiting)).toEqual([
			'The execution was canceled',
			'The execution was canceled',
		]);
	});
});

it('perSecond converts a rate to a window with a whole number of requests', () => {
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
