/** A service with a rate limit, and clients that use it, on jest's fake clock. */
import type { RateLimits } from '../../../../nodes/engine/describe';
import { runConcurrently } from '../../../../nodes/engine/run/concurrency';

/** What the service returns: a 429 with an optional wait, or a success with an optional reset. */
export interface Reply {
	readonly isAccepted: boolean;
	readonly waitMs?: number;
	readonly resetMs?: number;
}

export interface SimulatedService {
	/** @param processing the number of other accepted requests without a response */
	receive(at: number, processing: number): Reply;
	readonly latencyMs: number | ((inFlight: number) => number);
}

/** Accepts at most `count` requests in any period of `perMs` milliseconds. */
export function slidingWindow(count: number, perMs: number, retryAfterMs?: number) {
	const accepted: number[] = [];
	return (at: number): Reply => {
		while (accepted.length > 0 && at - accepted[0]! >= perMs) accepted.shift();
		if (accepted.length >= count)
			return { isAccepted: false, waitMs: retryAfterMs ?? accepted[0]! + perMs - at };
		accepted.push(at);
		return { isAccepted: true };
	};
}

/** Accepts `count` requests in each period. Periods begin at multiples of their length. */
export function fixedWindow(count: number, perMs: number) {
	let window = -1;
	let used = 0;
	return (at: number): Reply => {
		if (Math.floor(at / perMs) !== window) used = 0;
		window = Math.floor(at / perMs);
		used++;
		return { isAccepted: used <= count, waitMs: (window + 1) * perMs - at };
	};
}

/** A bucket of `size` tokens. `rate` tokens are added per second. */
export function tokenBucket(size: number, rate: number) {
	let tokens = size;
	let last = 0;
	return (at: number): Reply => {
		tokens = Math.min(size, tokens + ((at - last) * rate) / 1000);
		last = at;
		if (tokens < 1) return { isAccepted: false, waitMs: Math.ceil((1 - tokens) / rate) * 1000 };
		tokens--;
		return { isAccepted: true };
	};
}

/** Accepts at most `count` requests at the same time. */
export const concurrencyLimit =
	(count: number, waitMs?: number) =>
	(_: number, processing: number): Reply => ({ isAccepted: processing < count, waitMs });

export interface Totals {
	accepted: number;
	rejected: number;
	/** Requests whose rate limit lasted too long. */
	failed: number;
	/** Time until all requests were accepted. */
	ms: number;
	maxInFlight: number;
	/** Times at which each client was done. */
	readonly doneAt: number[];
}

/** Sends `count` requests per client until all are accepted or the time is over. */
export async function simulate(
	clients: readonly RateLimits[],
	count: number,
	{ receive, latencyMs }: SimulatedService,
	{
		itemsAtOnce,
		maxMinutes = 60,
		rejectMs,
		maxWaitMs = 120_000,
	}: { itemsAtOnce?: number; maxMinutes?: number; rejectMs?: number; maxWaitMs?: number } = {},
): Promise<Totals> {
	const totals: Totals = { accepted: 0, rejected: 0, failed: 0, ms: 0, maxInFlight: 0, doneAt: [] };
	const begin = performance.now();
	const end = begin + maxMinutes * 60_000;
	let inFlight = 0;
	let processing = 0;
	const send = async (limits: RateLimits): Promise<void> => {
		let limitedAt: number | undefined;
		while (performance.now() < end) {
			const start = await limits.start(maxWaitMs, limitedAt);
			if (start.blockedMs !== undefined) {
				totals.failed++;
				return;
			}
			const { isAccepted, waitMs, resetMs } = receive(performance.now(), processing);
			inFlight++;
			if (isAccepted) processing++;
			totals.maxInFlight = Math.max(totals.maxInFlight, inFlight);
			const ms = typeof latencyMs === 'number' ? latencyMs : latencyMs(inFlight);
			await new Promise((resolve) => setTimeout(resolve, isAccepted ? ms : (rejectMs ?? ms)));
			inFlight--;
			if (isAccepted) {
				processing--;
				totals.accepted++;
				start.end('accepted', resetMs);
				return;
			}
			totals.rejected++;
			start.end('limited', waitMs);
			limitedAt ??= performance.now();
		}
	};
	let isDone = false;
	const all = Promise.all(
		clients.map(async (limits, client) => {
			const at = {
				get starting() {
					return itemsAtOnce ?? limits.concurrency;
				},
				get inProgress() {
					return itemsAtOnce ?? limits.concurrency;
				},
			};
			await runConcurrently(0, count, at, undefined, async () => await send(limits));
			totals.doneAt[client] = performance.now() - begin;
		}),
	).then(() => {
		totals.ms = performance.now() - begin;
		isDone = true;
	});
	while (!isDone) await jest.advanceTimersByTimeAsync(100);
	await all;
	return totals;
}
