/**
 * Slows down all requests that share a rate limit. After a 429 response, all of them wait until the
 * limit resets. Then they start one at a time, at a slightly lower rate than the service accepted
 * before. The rate grows until the next 429.
 */
import type { Limiter } from '../describe';
import { cancellableSleep } from './sleep';

/** Margin that is added to every reset time, because services round the time and clocks differ. */
export const rateLimitMarginMs = 1000;

/** Wait after a 429 without a reset time. It doubles with each consecutive 429. */
const firstWaitMs = 500;
const maxWaitMs = 30_000;

/** After a 429, requests continue at this fraction of the accepted rate. */
const slowdown = 0.85;
const minRatePerSecond = 0.05;
/** Above this rate, requests are no longer delayed. */
const maxRatePerSecond = 500;

/** A known rate is held for this time and then grows slowly, so that 429 responses stay rare. */
const holdMs = 60_000;
const growthPerSecond = 1.05;
/** An unknown rate is only a guess, so it grows quickly. */
const unknownGrowthPerSecond = 2;

/**
 * How long accepted requests are remembered. Longer than a second, because n8n's event loop may be
 * blocked between the requests that reached the limit and the 429.
 */
const rememberedMs = 3000;

/** The rate is forgotten after this time without a 429. */
const forgetAfterMs = 120_000;

/**
 * After this time without requests, only a few requests start at once, so that only a few can
 * exceed a rate limit.
 */
const idleMs = 10_000;
const firstStarts = 5;
/** For each response, this many more requests may start, until enough were accepted. */
const startsPerResponse = 2;
const firstAccepted = 50;
/** In addition, one more request may start per interval. */
const firstStartIntervalMs = 100;
const firstStartPollMs = 10;

/** Timers may fire up to this many milliseconds too early. */
const timerResolutionMs = 1;

/** The first requests after an idle time or after a reset. */
interface FirstStarts {
	readonly since: number;
	started: number;
	accepted: number;
}

export class AdaptiveLimiter implements Limiter {
	/**
	 * No request starts before this time, because of a 429 or because the rate limit has no requests
	 * left.
	 */
	private blockedUntil = -Infinity;
	/** End of the wait after the last 429. */
	private limitedUntil = -Infinity;
	/** The earliest start of the next request, if `ratePerSecond` is limited. */
	private nextStart = -Infinity;
	private ratePerSecond = Infinity;
	/** Whether the rate was derived from accepted requests. If not, the rate is a guess. */
	private isRateKnown = false;
	private rateBeforeLimit = Infinity;
	/** The rate grows from this time on. */
	private growsFrom = -Infinity;
	private lastStart = -Infinity;
	private lastLimit = -Infinity;
	private lastUse = -Infinity;
	private first: FirstStarts | undefined;
	/** Time of the first 429 since the last accepted request. */
	private limitedSince: number | undefined;
	private consecutiveLimits = 0;
	/**
	 * Times of the requests that were accepted recently. After a 429 at a limited rate, the list starts
	 * one second before the 429.
	 */
	private readonly accepted: number[] = [];

	/** @param now a clock in milliseconds that is never set back */
	constructor(private readonly now: () => number = () => performance.now()) {}

	async wait(maxMs: number, limitedAt?: number, signal?: AbortSignal): Promise<number> {
		for (;;) {
			const now = this.now();
			const blockedMs = this.blockedUntil - now;
			if (blockedMs > 0) {
				if (this.lastsTooLong(maxMs, limitedAt))
					// A long reset time alone must not fail a request. Without a 429, the request starts.
					return this.limitedSince === undefined ? 0 : blockedMs;
				await cancellableSleep(blockedMs, signal);
				continue;
			}
			if (this.isStarting(now)) {
				await cancellableSleep(firstStartPollMs, signal);
				continue;
			}
			let delayMs = Math.max(this.reserveStart(now), this.untilSpaced(now));
			// If a 429 arrives during the delay, this request must reserve a new start.
			while (delayMs > 0 && this.blockedUntil <= now) {
				await cancellableSleep(delayMs, signal);
				delayMs = this.untilSpaced(this.now());
			}
			if (this.blockedUntil > now) continue;
			this.lastStart = this.now();
			return 0;
		}
	}

	isBlocked(maxMs: number, limitedAt?: number): boolean {
		const isIgnored = this.limitedSince === undefined && this.lastsTooLong(maxMs, limitedAt);
		return this.blockedUntil > this.now() && !isIgnored;
	}

	accept(resetMs?: number): void {
		const now = this.now();
		this.consecutiveLimits = 0;
		this.limitedSince = undefined;
		const isBurst = now < this.limitedUntil && now - this.lastLimit < 1000;
		if (!isBurst) this.forgetAcceptedBefore(now - rememberedMs);
		this.accepted.push(now);
		this.lastUse = now;
		if (this.first && ++this.first.accepted >= firstAccepted) this.first = undefined;
		// The response to a request of the same burst can arrive after the 429. The current rate does not
		// include this request, so derive the rate again.
		if (isBurst) this.slowDown();
		else this.speedUp(now);
		if (resetMs === undefined) return;
		this.block(now + resetMs + rateLimitMarginMs);
		// All waiting requests become ready at the same time.
		this.first = { since: this.blockedUntil, started: 0, accepted: 0 };
	}

	limit(waitMs: number | undefined): number {
		const now = this.now();
		this.limitedSince ??= now;
		this.lastLimit = now;
		this.first = undefined;
		// Other requests that were in flight exceed the same limit, so only the first 429 counts.
		if (now >= this.limitedUntil) {
			this.consecutiveLimits++;
			this.rateBeforeLimit = this.ratePerSecond;
			if (this.rateBeforeLimit < Infinity) this.forgetAcceptedBefore(now - 1000);
		}
		const ownWaitMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (this.consecutiveLimits - 1));
		const until = now + (waitMs ? waitMs + rateLimitMarginMs : ownWaitMs);
		this.limitedUntil = Math.max(this.limitedUntil, until);
		this.block(until);
		this.slowDown();
		return now;
	}

	private lastsTooLong(maxMs: number, limitedAt = this.now()): boolean {
		const since = Math.min(limitedAt, this.limitedSince ?? limitedAt);
		return Math.floor(this.blockedUntil - since) > maxMs + rateLimitMarginMs;
	}

	/**
	 * Whether a request must wait, because the limit for the first requests after an idle time or a
	 * reset does not allow another start yet. If the request may start, counts it as started.
	 */
	private isStarting(now: number): boolean {
		if (now - this.lastUse >= idleMs) this.first = { since: now, started: 0, accepted: 0 };
		this.lastUse = now;
		if (!this.first) return false;
		const { since, started, accepted } = this.first;
		const perTime = Math.floor((now - since) / firstStartIntervalMs);
		if (started >= firstStarts + startsPerResponse * accepted + perTime) return true;
		this.first.started++;
		return false;
	}

	/** Reserves the next start. Returns the milliseconds until then. */
	private reserveStart(now: number): number {
		if (now - Math.max(this.lastLimit, this.blockedUntil) > forgetAfterMs) this.forgetRate();
		if (this.ratePerSecond === Infinity) return 0;
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + 1000 / this.ratePerSecond;
		return start - now;
	}

	/**
	 * Milliseconds to wait so that the time since the last start matches the rate. Usually 0 when a
	 * reserved start is due. If the event loop was blocked, however, several reserved starts are due
	 * at the same time.
	 */
	private untilSpaced(now: number): number {
		const delayMs = this.lastStart + 1000 / this.ratePerSecond - now;
		return delayMs > timerResolutionMs ? delayMs : 0;
	}

	private block(until: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, until);
		this.nextStart = this.blockedUntil;
		this.lastStart = -Infinity;
	}

	/**
	 * Derives the rate from the number of requests that were accepted in the second before the 429. If
	 * the rate was not limited before, from the largest number in any recent second.
	 */
	private slowDown(): void {
		const before = this.rateBeforeLimit;
		const count = before === Infinity ? this.mostPerSecond() : this.accepted.length;
		this.isRateKnown = before === Infinity ? count > 1 : this.isRateKnown || count > 0;
		// At a constant rate, a window of one second may contain one request fewer than the rate.
		// Therefore, add one.
		const rate = before === Infinity ? Math.max(1, count) : Math.min(before, count + 1);
		this.ratePerSecond = Math.max(minRatePerSecond, rate * slowdown);
		this.growsFrom = this.limitedUntil + (this.isRateKnown ? holdMs : 0);
	}

	/** The largest number of remembered requests that were accepted within one second. */
	private mostPerSecond(): number {
		let most = 0;
		let from = 0;
		for (const [to, time] of this.accepted.entries()) {
			while (time - this.accepted[from]! >= 1000) from++;
			most = Math.max(most, to - from + 1);
		}
		return most;
	}

	private speedUp(now: number): void {
		const seconds = (now - this.growsFrom) / 1000;
		if (this.ratePerSecond === Infinity || seconds < 1) return;
		this.growsFrom = now;
		this.ratePerSecond *= (this.isRateKnown ? growthPerSecond : unknownGrowthPerSecond) ** seconds;
		if (this.ratePerSecond > maxRatePerSecond) this.forgetRate();
	}

	private forgetRate(): void {
		this.ratePerSecond = Infinity;
		this.isRateKnown = false;
		this.consecutiveLimits = 0;
	}

	private forgetAcceptedBefore(time: number): void {
		while (this.accepted.length > 0 && this.accepted[0]! <= time) this.accepted.shift();
	}
}
