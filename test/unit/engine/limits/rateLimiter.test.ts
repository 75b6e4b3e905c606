import fc from 'fast-check';
import type { RequestWindow, Start } from '../../../../nodes/engine/describe';
import {
	AdaptiveLimiter,
	perSecond,
	RunLimits,
	WindowLimit,
} from '../../../../nodes/engine/limits/rateLimiter';
import {
	concurrencyLimit,
	fixedWindow,
	simulate,
	slidingWindow,
	tokenBucket,
} from './simulatedService';

beforeEach(() => {
	jest.useFakeTimers({ now: 1_000_000 });
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const maxMs = 120_000;

const newLimiter = (): AdaptiveLimiter => new AdaptiveLimiter();

const newRun = (service = newLimiter(), window?: RequestWindow): RunLimits =>
	new RunLimits(service, window ? [new WindowLimit(window)] : []);

/** Starts a request. Fails if the rate limit lasts too long. */
async function started(limits: RunLimits, limitedAt?: number, waitMs = maxMs) {
	const start = await limits.start(waitMs, limitedAt);
	if (start.blockedMs !== undefined) throw new Error(`blocked for ${start.blockedMs} ms`);
	return start;
}

/** Starts requests at the same time. Returns the milliseconds until each of them may start. */
async function startTimes(
	limits: RunLimits,
	count: number,
	onStart: (start: Extract<Start, { blockedMs?: undefined }>) => void = ({ end }) => {
		end('failed');
	},
): Promise<number[]> {
	const begin = performance.now();
	const starts = Promise.all(
		Array.from({ length: count }, async () => {
			onStart(await started(limits));
			return Math.round(performance.now() - begin);
		}),
	);
	await jest.advanceTimersByTimeAsync(maxMs);
	return await starts;
}

/** Allows a difference of 3 ms, because timers have a resolution of one millisecond. */
function expectTimes(actual: readonly number[], expected: readonly number[]): void {
	expect(actual).toHaveLength(expected.length);
	for (const [index, time] of expected.entries())
		expect(Math.abs(actual[index]! - time)).toBeLessThanOrEqual(3);
}

/** Sends requests one after another that are accepted at once. */
async function accept(limits: RunLimits, count: number): Promise<void> {
	for (let request = 0; request < count; request++) {
		const start = started(limits);
		await jest.advanceTimersByTimeAsync(8);
		(await start).end('accepted');
	}
}

/** A request that the service rejects at once. */
async function limit(limits: RunLimits, waitMs?: number): Promise<number> {
	const start = started(limits);
	await jest.advanceTimersByTimeAsync(8);
	(await start).end('limited', waitMs);
	return performance.now();
}

describe('without a 429', () => {
	it('requests start one at a time at first, faster with each accepted request', async () => {
		expectTimes(await startTimes(newRun(), 6), [0, 7, 13, 20, 27, 33]);
		const limits = newRun();
		await accept(limits, 180);
		expectTimes(await startTimes(limits, 5), [0, 0, 1, 1, 2]);
	});

	it('each round of responses multiplies the concurrency, up to the maximum', async () => {
		const { ms, maxInFlight, rejected } = await simulate([newRun()], 1000, {
			receive: () => ({ isAccepted: true }),
			latencyMs: 200,
		});
		expect([maxInFlight, rejected]).toEqual([100, 0]);
		// Six rounds until the maximum, then 100 requests at the same time.
		expect(ms).toBeLessThan(3000);
	});

	it('the concurrency does not grow if the latency grows with it', async () => {
		const limits = newRun();
		const { maxInFlight } = await simulate([limits], 500, {
			receive: () => ({ isAccepted: true }),
			latencyMs: (inFlight) => 10 * inFlight,
		});
		expect(maxInFlight).toBeLessThanOrEqual(20);
	});

	it('a 503 halves the concurrency, and delays no request', async () => {
		const limits = newRun();
		(await started(limits)).end('overloaded');
		expect(limits.concurrency).toBe(5);
		expectTimes(await startTimes(limits, 4), [7, 13, 20, 27]);
	});

	it('after an idle time, requests start like at first', async () => {
		const limits = newRun();
		const isAccepted = { receive: () => ({ isAccepted: true }) };
		await simulate([limits], 500, { ...isAccepted, latencyMs: 50 });
		expect(limits.concurrency).toBe(100);
		await jest.advanceTimersByTimeAsync(3100);
		expectTimes(await startTimes(limits, 5), [0, 7, 13, 20, 27]);
		expect(limits.concurrency).toBe(10);
		await jest.advanceTimersByTimeAsync(3100);
		// Slower responses than before the idle time are no reason to stay at 10.
		await simulate([limits], 500, { ...isAccepted, latencyMs: 200 });
		expect(limits.concurrency).toBe(100);
	});
});

describe('after a 429', () => {
	it('all requests of all runs wait until a little after the reset, and then start at 96% of the accepted rate', async () => {
		const service = newLimiter();
		const limits = newRun(service);
		await accept(limits, 20);
		await limit(limits, 2000);
		// 20 requests in 2 seconds are 10 per second, and 96% of it is one in 104 ms.
		expectTimes(await startTimes(newRun(service), 3), [2300, 2404, 2508]);
	});

	it('simultaneous 429 responses count as one', async () => {
		const service = newLimiter();
		const limits = newRun(service);
		const starts = [started(limits), started(limits), started(limits), started(limits)];
		await jest.advanceTimersByTimeAsync(20);
		const [first, second, third, fourth] = await Promise.all(starts);
		first!.end('accepted');
		second!.end('accepted');
		third!.end('limited', 1000);
		fourth!.end('limited', 1000);
		expect(limits.concurrency).toBe(5);
		expectTimes(await startTimes(limits, 2), [1150, 1671]);
	});

	it.each([undefined, 0, 1])(
		'if the service reports a wait of %s ms, waits half a second, and then doubles the time since the first 429, with waits of up to 30 seconds',
		async (waitMs) => {
			const times = await startTimes(newRun(), 10, ({ end }) => {
				end('limited', waitMs);
			});
			const waits = times.slice(1).map((time, index) => time - times[index]!);
			// Each wait has a margin of 15%, at most 750 ms.
			const expected = [575, 661, 1421, 3057, 6464, 12_929, 25_858, 30_750, 30_750];
			for (const [index, wait] of waits.entries())
				expect(wait / expected[index]!).toBeCloseTo(1, 2);
		},
	);

	it('the accepted rate is reached after 35 seconds, and then doubles every three seconds', async () => {
		const limits = newRun();
		await accept(limits, 20);
		await limit(limits, 2000);
		await jest.advanceTimersByTimeAsync(2300 + 35_000);
		expectTimes(await startTimes(limits, 2), [0, 100]);
		const later = newRun();
		await accept(later, 20);
		await limit(later, 2000);
		await jest.advanceTimersByTimeAsync(2300 + 41_000);
		expectTimes(await startTimes(later, 2), [0, 25]);
	});

	it('a late 429 lowers a growing rate', async () => {
		const limits = newRun();
		await accept(limits, 20);
		await limit(limits, 1000);
		await jest.advanceTimersByTimeAsync(40_000);
		const slow = await started(limits);
		await jest.advanceTimersByTimeAsync(5000);
		await accept(limits, 2);
		slow.end('limited', 1000);
		const [first, second] = await startTimes(limits, 2);
		expect(second! - first!).toBeGreaterThan(1000);
	});

	it('a 429 of a request that started before the last reset only delays requests', async () => {
		const limits = newRun();
		const late = await started(limits);
		await accept(limits, 20);
		await limit(limits, 1000);
		const start = started(limits);
		await jest.advanceTimersByTimeAsync(1200);
		(await start).end('accepted');
		late.end('limited', 1000);
		// The rate is still 96% of 20 per second.
		expectTimes(await startTimes(limits, 2), [1150, 1150 + 52]);
	});

	it('processes pause for different times', async () => {
		for (const random of [0, 1]) {
			jest.mocked(Math.random).mockReturnValue(random);
			const limits = newRun();
			await limit(limits, 1000);
			expectTimes(await startTimes(limits, 1), [1100 + 100 * random]);
		}
	});

	it('the rate is forgotten in a few idle minutes', async () => {
		const limits = newRun();
		await accept(limits, 2);
		await limit(limits, 1000);
		await jest.advanceTimersByTimeAsync(600_000);
		expectTimes(await startTimes(limits, 5), [0, 7, 13, 20, 27]);
	});

	it('a long wait does not make the rate low, because others may have used up the limit', async () => {
		const limits = newRun();
		await accept(limits, 5);
		await limit(limits, 100_000);
		expectTimes(await startTimes(limits, 2), [101_000 - 250, 101_000 - 250 + 625]);
	});
});

describe('a limit that lasts too long', () => {
	it('fails requests that allow only a shorter wait, whether or not they were sent before', async () => {
		const limits = newRun();
		const limitedAt = await limit(limits, 60_000);
		expect(await limits.start(30_000)).toEqual({ blockedMs: 60_000 });
		expect(await limits.start(30_000, limitedAt)).toEqual({ blockedMs: 60_000 });
		const patient = limits.start(60_000);
		await jest.advanceTimersByTimeAsync(61_500);
		expect((await patient).blockedMs).toBeUndefined();
	});

	it('fails requests if no request was accepted during the maximum wait', async () => {
		const limits = newRun();
		for (let round = 0; round < 2; round++) {
			await limit(limits, 50_000);
			await jest.advanceTimersByTimeAsync(51_000);
		}
		await limit(limits, 50_000);
		expect(await limits.start(maxMs)).toEqual({ blockedMs: 50_000 });
	});

	it('fails a request that keeps reaching the limit while others are accepted', async () => {
		const limits = newRun();
		const limitedAt = await limit(limits, 1000);
		await jest.advanceTimersByTimeAsync(119_000);
		await accept(limits, 1);
		await limit(limits, 5000);
		expect(await limits.start(maxMs, limitedAt)).toEqual({ blockedMs: 5000 });
		const other = limits.start(maxMs);
		await jest.advanceTimersByTimeAsync(6500);
		expect((await other).blockedMs).toBeUndefined();
	});
});

describe('whatever happened before', () => {
	/** Requests that overlap and are accepted, and how often a 429 with a wait comes in between. */
	const histories = fc.array(
		fc.record({
			atOnce: fc.integer({ min: 1, max: 12 }),
			rounds: fc.integer({ min: 1, max: 40 }),
			requestMs: fc.integer({ min: 1, max: 300_000 }),
			waitMs: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }),
			idleMs: fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 0, max: 3_600_000 })),
		}),
		{ minLength: 1, maxLength: 4 },
	);

	async function replay(
		limits: RunLimits,
		history: typeof histories extends fc.Arbitrary<infer T> ? T : never,
	): Promise<void> {
		for (const { atOnce, rounds, requestMs, waitMs, idleMs } of history) {
			const lanes = Array.from({ length: atOnce }, async (_, lane) => {
				for (let round = 0; round < rounds; round++) {
					const { end } = await started(limits, undefined, 3_600_000);
					const isRejected = lane === 0 && round === rounds - 1;
					await new Promise((resolve) => setTimeout(resolve, isRejected ? 100 : requestMs));
					end(isRejected ? 'limited' : 'accepted', isRejected ? waitMs : undefined);
				}
			});
			await jest.runAllTimersAsync();
			await Promise.all(lanes);
			await jest.advanceTimersByTimeAsync(idleMs);
		}
	}

	// The wait that a 429 asks for has a margin of 15%, at most 750 ms.
	it('no request waits longer than the service asked, and requests start at least once a second', async () => {
		await fc.assert(
			fc.asyncProperty(histories, async (history) => {
				const limits = newRun();
				await replay(limits, history);
				const { waitMs = 0, idleMs } = history.at(-1)!;
				const times = await startTimes(limits, 5, ({ end }) => {
					end('accepted');
				});
				expect(times[0]).toBeLessThanOrEqual(Math.max(0, waitMs + 750 - idleMs) + 31_000);
				for (const [index, time] of times.slice(1).entries())
					expect(time - times[index]!).toBeLessThanOrEqual(1050);
			}),
			{ numRuns: 100 },
		);
	});

	it('ten minutes after the last wait, a 429 with a short wait does not fail the run', async () => {
		await fc.assert(
			fc.asyncProperty(histories, fc.integer({ min: 1, max: 2000 }), async (history, waitMs) => {
				const limits = newRun();
				await replay(limits, history);
				await jest.advanceTimersByTimeAsync(600_000);
				const limitedAt = await limit(limits, waitMs);
				const next = limits.start(maxMs, limitedAt);
				await jest.advanceTimersByTimeAsync(waitMs + 1000);
				expect((await next).blockedMs).toBeUndefined();
			}),
			{ numRuns: 100 },
		);
	});
});

describe('a reset that is reported with an accepted request', () => {
	it('is awaited, and requests then start at the accepted rate', async () => {
		const limits = newRun();
		await accept(limits, 3);
		(await started(limits)).end('accepted', 2000);
		expectTimes(await startTimes(limits, 2), [2300, 2821]);
	});

	it('neither fails nor delays a request that allows only a shorter wait', async () => {
		const limits = newRun();
		(await started(limits)).end('accepted', 60_000);
		await jest.advanceTimersByTimeAsync(10);
		expect((await limits.start(2000)).blockedMs).toBeUndefined();
	});
});

describe('a known limit', () => {
	const windows = fc.record({
		requests: fc.integer({ min: 1, max: 5 }),
		perMs: fc.integer({ min: 1000, max: 3000 }),
	});

	it('allows no more requests to arrive in any window, in the order of the calls', async () => {
		await fc.assert(
			fc.asyncProperty(
				windows,
				fc.array(fc.nat(100), { minLength: 12, maxLength: 20 }),
				async (window, responseMs) => {
					const limits = newRun(newLimiter(), window);
					const starts: number[] = [];
					const all = responseMs.map(async (ms) => {
						const { end } = await started(limits);
						starts.push(performance.now());
						setTimeout(() => end('accepted'), ms);
					});
					await jest.runAllTimersAsync();
					await Promise.all(all);
					// A request arrives just before its response.
					const arrivals = starts.map((start, index) => start + responseMs[index]!);
					arrivals.sort((a, b) => a - b);
					for (let index = window.requests; index < arrivals.length; index++)
						expect(arrivals[index]! - arrivals[index - window.requests]!).toBeGreaterThanOrEqual(
							window.perMs,
						);
				},
			),
			{ numRuns: 50 },
		);
	});

	it('counts a write as several requests', async () => {
		const limits = newRun(newLimiter(), { requests: 5, perMs: 1000, writeCost: 3 });
		const times = Promise.all(
			[true, false, false, true, false].map(async (isWrite) => {
				const start = await limits.start(maxMs, undefined, isWrite);
				if (start.blockedMs === undefined) start.end('accepted');
				return Math.round(performance.now() / 10) * 10;
			}),
		);
		const begin = Math.round(performance.now() / 10) * 10;
		await jest.advanceTimersByTimeAsync(maxMs);
		// The first write and the two reads use the first second, and the next two the second one.
		expect((await times).map((time) => Math.floor((time - begin) / 1000))).toEqual([0, 0, 0, 1, 1]);
	});

	it('counts a request for a tenth longer than the window, because it may arrive late', async () => {
		const limits = newRun(newLimiter(), { requests: 1, perMs: 1000 });
		const times = await startTimes(limits, 3, ({ end }) => {
			setTimeout(() => end('accepted'), 5000);
		});
		expect(times).toEqual([0, 1100, 2200]);
	});

	it.each([
		[50, 1000],
		[2, 300],
	])('of %d requests per second is used by %d requests without a 429', async (rate, count) => {
		const { ms, rejected } = await simulate([newRun(newLimiter(), perSecond(rate))], count, {
			receive: slidingWindow(rate, 1000, 1000),
			latencyMs: 5,
		});
		expect(rejected).toBe(0);
		expect(ms).toBeLessThanOrEqual(1.11 * 1000 * (Math.ceil(count / rate) - 1));
	});
});

describe('a service with an unknown limit', () => {
	it.each([
		[50, 5, 1000, 1],
		[50, 200, 1000, 4],
		[2, 5, 300, 2],
		[2, 200, 300, 5],
	])(
		'of %d requests per second and %d ms latency is used by %d requests, at most %d%% of them rejected',
		async (rate, latencyMs, count, percent) => {
			const { ms, accepted, rejected } = await simulate([newRun()], count, {
				receive: slidingWindow(rate, 1000, 1000),
				latencyMs,
			});
			expect(rejected).toBeLessThanOrEqual(((accepted + rejected) * percent) / 100);
			expect(ms).toBeLessThanOrEqual(1.16 * 1000 * (Math.ceil(count / rate) - 1));
		},
	);

	it('that three processes share is used fairly, with few rejected', async () => {
		const processes = Array.from({ length: 3 }, () => newRun());
		const { accepted, rejected, doneAt } = await simulate(processes, 200, {
			receive: slidingWindow(10, 1000, 1000),
			latencyMs: 5,
		});
		expect(rejected).toBeLessThanOrEqual(0.05 * (accepted + rejected));
		expect(Math.max(...doneAt)).toBeLessThanOrEqual(1.5 * 59_000);
	});

	const rates = fc.integer({ min: 1, max: 100 });
	const latencies = fc.integer({ min: 1, max: 300 });
	/** Wrong waits: rounded up or down, or from a clock that differs by a second; or no wait. */
	const lies = fc.constantFrom<(ms: number) => number | undefined>(
		(ms) => ms,
		(ms) => Math.ceil(ms / 1000) * 1000,
		(ms) => Math.floor(ms / 1000) * 1000,
		(ms) => ms + 1000,
		(ms) => Math.max(0, ms - 1000),
		() => 1,
		() => undefined,
	);
	const services = fc.oneof(
		rates.map((rate) => ({ rate, create: () => slidingWindow(rate, 1000) })),
		rates.map((rate) => ({ rate, create: () => fixedWindow(rate, 1000) })),
		fc
			.integer({ min: 60, max: 200 })
			.map((rate) => ({ rate: rate / 60, create: () => fixedWindow(rate, 60_000) })),
		fc.tuple(rates, rates).map(([size, rate]) => ({ rate, create: () => tokenBucket(size, rate) })),
	);

	it('accepts all requests, soon, and rejects few after the first', async () => {
		await fc.assert(
			fc.asyncProperty(services, latencies, lies, async ({ rate, create }, latencyMs, lie) => {
				const receive = create();
				const count = 300;
				const { accepted, failed, rejected, ms } = await simulate(
					[newRun()],
					count,
					{
						receive: (at) => {
							const reply = receive(at);
							return reply.isAccepted ? reply : { ...reply, waitMs: lie(reply.waitMs ?? 0) };
						},
						latencyMs,
					},
					{ maxWaitMs: 600_000, maxMinutes: 1000 },
				);
				expect([accepted, failed]).toEqual([count, 0]);
				expect(rejected).toBeLessThanOrEqual(50 + count / 3);
				expect(ms).toBeLessThanOrEqual(
					3 * ((1000 * count) / Math.min(rate, 1000 / latencyMs)) + 120_000,
				);
			}),
			{ numRuns: 60 },
		);
	});

	it('of requests at the same time accepts all requests', async () => {
		await fc.assert(
			fc.asyncProperty(fc.integer({ min: 1, max: 40 }), latencies, async (count, latencyMs) => {
				const { accepted, rejected } = await simulate(
					[newRun()],
					1000,
					{ receive: concurrencyLimit(count, 1000), latencyMs },
					{ maxWaitMs: 600_000 },
				);
				expect(accepted).toBe(1000);
				expect(rejected).toBeLessThanOrEqual(100);
			}),
			{ numRuns: 20 },
		);
	});

	it.each([
		[5, 190_000],
		[30, 65_000],
	])(
		'of %d requests at the same time receives 10,000 requests in %d ms',
		async (count, maximum) => {
			const { ms } = await simulate([newRun()], 10_000, {
				receive: concurrencyLimit(count, 1000),
				latencyMs: 50,
			});
			expect(ms).toBeLessThanOrEqual(maximum);
		},
	);

	it('that was overloaded for a moment is then used up to its rate, whatever it accepted while the rate grew', async () => {
		let responses = 0;
		const receive = slidingWindow(200, 1000, 1000);
		const { ms } = await simulate([newRun()], 20_000, {
			receive: (at) => (++responses > 10 ? receive(at) : { isAccepted: false, waitMs: 1000 }),
			latencyMs: 20,
		});
		expect(ms).toBeLessThan(170_000);
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
