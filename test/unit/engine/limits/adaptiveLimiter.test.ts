import { AdaptiveLimiter } from '../../../../nodes/engine/limits/adaptiveLimiter';
import { rejectedError } from '../kit';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const maxMs = 120_000;

/** Starts requests at the same time. Returns the milliseconds until each of them may start. */
async function startTimes(brake: AdaptiveLimiter, count: number): Promise<number[]> {
	const begin = performance.now();
	const starts = Promise.all(
		Array.from({ length: count }, async () => {
			await brake.wait(maxMs);
			return performance.now() - begin;
		}),
	);
	await jest.advanceTimersByTimeAsync(maxMs);
	return await starts;
}

/**
 * Allows a difference of 3 ms: timers have a resolution of one millisecond, and a long wait
 * consists of several timers.
 */
function expectTimes(actual: readonly number[], expected: readonly number[]): void {
	expect(actual).toHaveLength(expected.length);
	for (const [index, time] of expected.entries())
		expect(Math.abs(actual[index]! - time)).toBeLessThanOrEqual(3);
}

const accept = (brake: AdaptiveLimiter, count: number): void => {
	for (let index = 0; index < count; index++) brake.accept();
};

const limit = (brake: AdaptiveLimiter, count: number, waitMs?: number): void => {
	for (let index = 0; index < count; index++) brake.limit(waitMs);
};

it('does not delay requests before the first 429', async () => {
	const brake = new AdaptiveLimiter();
	accept(brake, 1000);
	expect(await startTimes(brake, 5)).toEqual([0, 0, 0, 0, 0]);
});

it('after an idle period, starts five requests, then two more per accepted request and one every 100 ms', async () => {
	const brake = new AdaptiveLimiter();
	expectTimes(await startTimes(brake, 7), [0, 0, 0, 0, 0, 100, 200]);
	const starts = startTimes(brake, 7);
	setTimeout(() => brake.accept(), 30);
	expectTimes(await starts, [0, 0, 0, 0, 0, 30, 30]);
	setTimeout(() => accept(brake, 5), 50);
	setTimeout(() => accept(brake, 45), 60);
	const after = (ms: number, count: number) => Array<number>(count).fill(ms);
	expectTimes(await startTimes(brake, 40), [...after(0, 5), ...after(50, 10), ...after(60, 25)]);
});

it('after a reset that a response announced, only five requests start at the same time', async () => {
	const brake = new AdaptiveLimiter();
	brake.accept(2000);
	expectTimes(await startTimes(brake, 7), [3000, 3000, 3000, 3000, 3000, 3100, 3200]);
});

describe('after a 429', () => {
	it('requests start one at a time even if the event loop was blocked', async () => {
		let now = 0;
		const brake = new AdaptiveLimiter(() => now);
		accept(brake, 2);
		limit(brake, 1, 1000);
		now = 2000;
		const starts: number[] = [];
		for (let index = 0; index < 4; index++)
			void brake.wait(maxMs).then(() => {
				starts.push(now);
			});
		await jest.advanceTimersByTimeAsync(0);
		// All timers fire in the same turn, as after a blocked event loop.
		now = 5000;
		jest.advanceTimersByTime(3000);
		await jest.advanceTimersByTimeAsync(0);
		expect(starts).toEqual([2000, 5000]);
	});

	it('all requests wait until one second after the reset, and then start at 85% of the accepted rate', async () => {
		const brake = new AdaptiveLimiter();
		accept(brake, 2);
		limit(brake, 8, 3000);
		expectTimes(await startTimes(brake, 4), [4000, 4588, 5176, 5765]);
	});

	it('the rate is that of the busiest recent second, even if the event loop was blocked before the 429', async () => {
		const brake = new AdaptiveLimiter();
		accept(brake, 18);
		await jest.advanceTimersByTimeAsync(400);
		accept(brake, 2);
		await jest.advanceTimersByTimeAsync(900);
		brake.limit(1000);
		const interval = 1000 / (20 * 0.85);
		expectTimes(await startTimes(brake, 3), [2000, 2000 + interval, 2000 + 2 * interval]);
	});

	it('the order of accepted and rejected requests within a second does not matter', async () => {
		const brake = new AdaptiveLimiter();
		limit(brake, 3, 3000);
		accept(brake, 2);
		limit(brake, 5, 3000);
		expectTimes(await startTimes(brake, 3), [4000, 4588, 5176]);
	});

	it('simultaneous 429 responses count as one 429, even if an accepted response announced a reset before them', async () => {
		const brake = new AdaptiveLimiter();
		accept(brake, 3);
		brake.accept(1000);
		limit(brake, 6);
		expectTimes(await startTimes(brake, 2), [2000, 2294]);
	});

	it('another 429 delays every waiting request', async () => {
		const brake = new AdaptiveLimiter();
		accept(brake, 2);
		brake.limit(1000);
		setTimeout(() => brake.limit(5000), 2100);
		const starts = await startTimes(brake, 3);
		const [first, second, third] = starts.sort((a, b) => a - b) as [number, number, number];
		// The first request starts before the second 429.
		expectTimes([first], [2000]);
		expectTimes([second], [2100 + 6000]);
		expect(third - second).toBeGreaterThanOrEqual(550);
	});

	it('the wait doubles from half a second up to 30 seconds if the service reports no reset', async () => {
		const brake = new AdaptiveLimiter();
		const waits: number[] = [];
		for (let index = 0; index < 8; index++) {
			brake.limit(undefined);
			const begin = performance.now();
			const wait = brake.wait(1e9).then(() => waits.push(performance.now() - begin));
			while (waits.length === index) await jest.advanceTimersByTimeAsync(10);
			await wait;
		}
		for (const [index, expected] of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000].entries())
			expect(Math.abs(waits[index]! - expected)).toBeLessThanOrEqual(20);
	});

	it('a Retry-After of 0 is treated like a missing Retry-After', async () => {
		const brake = new AdaptiveLimiter();
		brake.limit(0);
		expectTimes(await startTimes(brake, 1), [500]);
	});

	it('the rate is forgotten after two minutes', async () => {
		const brake = new AdaptiveLimiter();
		accept(brake, 2);
		brake.limit(1000);
		await jest.advanceTimersByTimeAsync(123_000);
		expect(await startTimes(brake, 3)).toEqual([0, 0, 0]);
	});

	it('a cancel ends the wait', async () => {
		const brake = new AdaptiveLimiter();
		brake.limit(60_000);
		const controller = new AbortController();
		const error = rejectedError(brake.wait(maxMs, undefined, controller.signal));
		controller.abort();
		await jest.advanceTimersByTimeAsync(500);
		expect((await error).message).toBe('The execution was canceled');
	});
});

describe('a limit that lasts too long', () => {
	it('fails requests that allow only a shorter wait, whether or not they were sent before', async () => {
		const brake = new AdaptiveLimiter();
		const limitedAt = brake.limit(60_000);
		expect(await brake.wait(30_000)).toBe(61_000);
		expect(await brake.wait(30_000, limitedAt)).toBe(61_000);
		const patient = brake.wait(60_000);
		await jest.advanceTimersByTimeAsync(61_500);
		expect(await patient).toBe(0);
	});

	it('fails requests if no request was accepted during the maximum wait', async () => {
		const brake = new AdaptiveLimiter();
		for (let round = 0; round < 3; round++) {
			expect(await Promise.race([brake.wait(maxMs), Promise.resolve('waits')])).not.toBeGreaterThan(
				0,
			);
			brake.limit(49_000);
			await jest.advanceTimersByTimeAsync(50_000);
		}
		brake.limit(49_000);
		expect(await brake.wait(maxMs)).toBe(50_000);
	});

	it('fails a request that keeps reaching the limit while others are accepted', async () => {
		const brake = new AdaptiveLimiter();
		const limitedAt = brake.limit(1000);
		await jest.advanceTimersByTimeAsync(119_000);
		brake.accept();
		brake.limit(5000);
		expect(await brake.wait(maxMs, limitedAt)).toBe(6000);
		const other = brake.wait(maxMs);
		await jest.advanceTimersByTimeAsync(6500);
		expect(await other).toBe(0);
	});
});

describe('a reset that is reported with an accepted request', () => {
	it('is awaited', async () => {
		const brake = new AdaptiveLimiter();
		brake.accept(2000);
		expectTimes(await startTimes(brake, 2), [3000, 3000]);
	});

	it('does not fail a request that allows only a shorter wait', async () => {
		const brake = new AdaptiveLimiter();
		brake.accept(60_000);
		expect(brake.isBlocked(60_000)).toBe(true);
		expect(brake.isBlocked(2000)).toBe(false);
		expect(await brake.wait(2000)).toBe(0);
	});
});

describe('a simulated service', () => {
	/** Sends requests with a concurrency of ten, until all are accepted or the time is over. */
	async function simulate(
		requests: number,
		minutes: number,
		service: (at: number) => { accepted: boolean; waitMs?: number },
	) {
		const brake = new AdaptiveLimiter();
		let left = requests;
		const counts = { accepted: 0, limited: 0 };
		const end = performance.now() + minutes * 60_000;
		const sendRequests = async (): Promise<void> => {
			while (left > 0 && performance.now() < end) {
				left--;
				for (let isAccepted = false; !isAccepted && performance.now() < end;) {
					await brake.wait(1e9);
					const { accepted, waitMs } = service(performance.now());
					// Services reject a request faster than they process an accepted one.
					await new Promise((resolve) => setTimeout(resolve, accepted ? 20 : 10));
					isAccepted = accepted;
					if (accepted) brake.accept();
					else brake.limit(waitMs);
					counts[accepted ? 'accepted' : 'limited']++;
				}
			}
		};
		const senders = Promise.all(Array.from({ length: 10 }, sendRequests));
		while (performance.now() < end && counts.accepted < requests)
			await jest.advanceTimersByTimeAsync(500);
		await jest.advanceTimersByTimeAsync(120_000);
		await senders;
		return counts;
	}

	/** A service that accepts at most `count` requests in any period of `perMs` milliseconds. */
	const slidingWindow = (count: number, perMs: number, retryAfterMs?: number) => {
		const accepted: number[] = [];
		return (at: number) => {
			while (accepted.length > 0 && at - accepted[0]! >= perMs) accepted.shift();
			if (accepted.length >= count)
				return {
					accepted: false,
					waitMs: retryAfterMs === undefined ? accepted[0]! + perMs - at : retryAfterMs,
				};
			accepted.push(at);
			return { accepted: true };
		};
	};

	it('that allows 2 requests per second rejects fewer than 10 of 60 requests', async () => {
		const { accepted, limited } = await simulate(60, 2, slidingWindow(2, 1000, 1000));
		expect(accepted).toBe(60);
		expect(limited).toBeLessThan(10);
	});

	it('that allows 2 requests per second is used near its limit for ten minutes, with few 429 responses', async () => {
		const { accepted, limited } = await simulate(100_000, 10, slidingWindow(2, 1000, 1000));
		expect(accepted).toBeGreaterThan(10 * 60 * 2 * 0.75);
		expect(limited).toBeLessThan(accepted / 20);
	});

	it('that allows 60 requests per minute and reports exact resets is used near its limit', async () => {
		const { accepted, limited } = await simulate(100_000, 10, slidingWindow(60, 60_000));
		expect(accepted).toBeGreaterThan(60 * 10 * 0.8);
		expect(limited).toBeLessThan(accepted / 4);
	});

	it('that was overloaded only for a moment soon receives requests without delay again', async () => {
		let responses = 0;
		const { accepted, limited } = await simulate(20_000, 2, () => ({
			accepted: ++responses > 10,
			waitMs: 1000,
		}));
		expect(limited).toBe(10);
		// 10 concurrent requests of 20 ms each are 500 requests per second.
		expect(accepted).toBe(20_000);
	});
});
