/** How many requests run at the same time, and how fast they follow one another. */
import type { Ended, RateLimits, RequestWindow, Start } from '../describe';
import { cancellableSleep } from './sleep';

/** Converts requests per second to a window: 0.5 per second is one request in two seconds. */
export function perSecond(rate: number): RequestWindow {
	const requests = Math.max(1, Math.floor(rate));
	return { requests, perMs: (1000 * requests) / rate };
}

/** A request may arrive late, so it counts longer than a window, by this fraction. */
const windowMargin = 0.1;

/** A known rate limit: that of the service, or the option Requests per Second. */
export class WindowLimit {
	/** When the last requests started, as many as a window may contain. A write may count as several. */
	private readonly started: number[] = [];

	constructor(private readonly window: RequestWindow) {}

	waitMs(now: number, isWrite: boolean): number {
		const { requests, perMs } = this.window;
		const oldest = this.started[this.started.length + costOf(this.window, isWrite) - requests - 1];
		return oldest === undefined ? 0 : oldest + perMs * (1 + windowMargin) - now;
	}

	add(startedAt: number, isWrite: boolean): void {
		for (let count = 0; count < costOf(this.window, isWrite); count++)
			if (this.started.push(startedAt) > this.window.requests) this.started.shift();
	}
}

const costOf = ({ writeCost = 1 }: RequestWindow, isWrite: boolean) => (isWrite ? writeCost : 1);

/** The concurrency at first. Each round of responses multiplies it. */
const firstConcurrency = 10;
const growth = 1.5;
/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api; others have none. */
const maxConcurrency = 100;
/** A round that takes longer adds nothing (default of Gradient2Limit in Netflix concurrency-limits). */
const latencyTolerance = 1.5;
/** What is older says nothing about the limits, as after an idle time in RFC 5681, 4.1. */
const recentMs = 3000;
/** Requests per second at first, and what each accepted request adds. More exceed unknown limits. */
const firstRate = 150;
const rateStep = 25;
/** After a 429, the rate starts at this fraction of the accepted rate. */
const slowdown = 0.96;
/** It returns to the accepted rate in this time, by addition, and then doubles 12 times. */
const recoveryMs = 35_000;
/** Slower limits take effect as waits: a slow rate may only show that few requests were needed. */
const minRate = 1;
/** Minimum wait after a 429. Further 429 responses in a row double the time since the first one. */
const firstWaitMs = 500;
const maxWaitMs = 30_000;
/** Timers that are late by up to this time do not lower the rate. */
const timerDelayMs = 20;

/**
 * Adapts to unknown limits. The concurrency grows until a 429, which halves it. All requests then wait
 * until the limit resets, and start at the rate that was accepted before, until it grows. Not a
 * library: bottleneck, p-ratelimit and p-throttle need fixed rates, and timers, which n8n forbids.
 */
export class AdaptiveLimiter {
	/** How many items may be processed at the same time. */
	concurrency = firstConcurrency;
	private inFlight = 0;
	/** The responses since the concurrency changed, and the sum of their times. */
	private round = { responses: 0, ms: 0 };
	private fastestMs = Infinity;
	/** When the limit resets. Requests start a little later, at `blockedUntil`. */
	private resetAt = -Infinity;
	private blockedUntil = -Infinity;
	/** Time of the first 429 since the last accepted request. */
	private rejectedSince: number | undefined;

	/** Requests accepted since this time. */
	private since = -Infinity;
	private accepted = 0;
	/** The rate per second that the service accepted before the last 429. Grows from `growsFrom`. */
	private acceptedRate = Infinity;
	private growsFrom = -Infinity;
	private nextStart = -Infinity;

	/** Milliseconds until the limit resets, if it has already lasted too long; otherwise 0. */
	blockedMs(now: number, maxMs: number, limitedAt = now): number {
		if (this.rejectedSince === undefined || this.resetAt <= now) return 0;
		const lastsMs = this.resetAt - Math.min(limitedAt, this.rejectedSince);
		return Math.floor(lastsMs) > maxMs ? this.resetAt - now : 0;
	}

	waitMs(now: number, maxMs: number): number {
		// Without a 429 (see blockedMs), a long reset time alone must not delay a request too long.
		const isIgnored = this.resetAt - now > maxMs;
		return Math.max(isIgnored ? 0 : this.blockedUntil, this.nextStart) - now;
	}

	start(now: number): void {
		if (this.inFlight === 0 && now - this.nextStart > recentMs) this.restart(now);
		this.inFlight++;
		const earliest = Math.max(now - timerDelayMs, Math.min(now, this.blockedUntil));
		this.nextStart = Math.max(this.nextStart, earliest) + 1000 / this.rate(now);
	}

	end(startedAt: number, outcome: Ended, now: number, waitMs = 0): void {
		this.inFlight--;
		let pauseMs = waitMs;
		if (outcome === 'overloaded') this.startRound(this.concurrency / 2);
		else if (outcome === 'accepted') this.accept(startedAt, now);
		else if (outcome === 'limited') {
			// After a long pause, the next 429 is not one in a row.
			if (startedAt > this.resetAt + recentMs) this.rejectedSince = undefined;
			this.rejectedSince ??= now;
			pauseMs = Math.max(waitMs, firstWaitMs, Math.min(now - this.rejectedSince, maxWaitMs));
		}
		if (pauseMs <= 0) return;
		// Pause a little longer, as clocks differ, and at random, so that n8n's processes start apart.
		const marginMs = Math.min(pauseMs / 10, 500) * (1 + Math.random());
		this.resetAt = Math.max(this.resetAt, now + pauseMs);
		this.blockedUntil = Math.max(this.blockedUntil, now + pauseMs + marginMs);
		// Other requests that were in flight exceed the same limit, so only the first response counts.
		if (startedAt >= this.growsFrom) this.slowDown(now, pauseMs);
		this.growsFrom = this.blockedUntil;
		this.begin(this.blockedUntil);
	}

	private accept(startedAt: number, now: number): void {
		this.rejectedSince = undefined;
		// While the rate grows, only the last seconds show what the service accepts.
		if (this.rate(now) > this.acceptedRate && now - this.since > recentMs) {
			this.since = (this.since + now) / 2;
			this.accepted /= 2;
		}
		this.accepted++;
		this.round.ms += now - startedAt;
		if (++this.round.responses < this.concurrency) return;
		const meanMs = this.round.ms / this.round.responses;
		this.fastestMs = Math.min(this.fastestMs, meanMs);
		const isFast = meanMs <= latencyTolerance * this.fastestMs;
		const isUsed = this.inFlight >= Math.floor(this.concurrency / 2);
		this.startRound(this.concurrency * (isFast && isUsed ? growth : 1));
	}

	/** Derives the rate from what was accepted. Only a short wait counts: others may cause a long one. */
	private slowDown(now: number, waitMs: number): void {
		const ms = Math.max(now - this.since, Math.min(waitMs, recentMs));
		const rate = this.accepted > 0 ? (1000 * this.accepted) / ms : this.acceptedRate / 2;
		this.acceptedRate = Math.max(rate, minRate);
		this.startRound(this.concurrency / 2);
	}

	/** After an idle time, starts like at first. A limited rate grows on, until it is forgotten. */
	private restart(now: number): void {
		if (this.rate(now) > 50 * firstRate) this.acceptedRate = Infinity;
		this.startRound(Math.min(this.concurrency, firstConcurrency));
		this.fastestMs = Infinity;
		this.nextStart = now;
		this.begin(now);
	}

	private begin(now: number): void {
		this.since = now;
		this.accepted = 0;
	}

	private rate(now: number): number {
		if (this.acceptedRate === Infinity) return firstRate + rateStep * this.accepted;
		const left = Math.min(1, 1 - (now - this.growsFrom) / recoveryMs);
		return this.acceptedRate * (left > 0 ? 1 - (1 - slowdown) * left : 2 ** (-12 * left));
	}

	private startRound(concurrency: number): void {
		this.concurrency = Math.min(maxConcurrency, Math.max(1, Math.ceil(concurrency)));
		this.round = { responses: 0, ms: 0 };
	}
}

/** The limits of one run. It shares them with the other runs of its credential and address. */
export class RunLimits implements RateLimits {
	private turn: Promise<unknown> = Promise.resolve();

	/** @param signal aborted when the execution is canceled */
	constructor(
		private readonly service: AdaptiveLimiter,
		private readonly known: readonly WindowLimit[],
		private readonly signal?: AbortSignal,
	) {}

	get concurrency(): number {
		return this.service.concurrency;
	}

	/** Requests of the run start in the order of the calls. */
	async start(maxMs: number, limitedAt?: number, isWrite = false): Promise<Start> {
		const start = this.turn.then(async (): Promise<Start> => {
			for (;;) {
				const now = performance.now();
				const blockedMs = this.service.blockedMs(now, maxMs, limitedAt);
				if (blockedMs > 0) return { blockedMs };
				let waitMs = this.service.waitMs(now, maxMs);
				for (const limit of this.known) waitMs = Math.max(waitMs, limit.waitMs(now, isWrite));
				if (waitMs <= 0) return this.startNow(now, isWrite);
				await cancellableSleep(Math.ceil(waitMs), this.signal);
			}
		});
		this.turn = start.catch(() => undefined);
		return await start;
	}

	private startNow(now: number, isWrite: boolean): Start {
		this.service.start(now);
		for (const limit of this.known) limit.add(now, isWrite);
		return {
			end: (outcome, waitMs) => {
				this.service.end(now, outcome, performance.now(), waitMs);
			},
		};
	}
}
