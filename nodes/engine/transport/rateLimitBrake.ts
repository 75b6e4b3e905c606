/**
 * Slows down all requests to a service when one of them reaches its rate limit. Everyone waits until the limit resets. Then
 * requests start one at a time, at the rate that the service accepted before, and the rate grows while the service accepts it.
 */
import type { Brake } from '../describe';
import { cancellableSleep } from './sleep';

/** The reset that a service reports is rounded, and clocks differ. */
export const rateLimitMarginMs = 1000;

/** Wait after a 429 that does not say how long to wait. It doubles while the limit continues. */
const defaultWaitMs = 500;

const maxDefaultWaitMs = 30_000;

/** Share of the accepted rate to start again with. */
const restartShare = 0.9;

/** Time after a limit during which the rate does not grow. */
const holdMs = 30_000;

/** Growth of the rate for every second after that. */
const growthPerSecond = 1.05;

/** A brake that was not needed for this long is released. */
const releaseAfterMs = 60_000;

/** Requests above this rate are not delayed, as the delay would be shorter than a timer can measure. */
const maxRatePerSecond = 500;

export class RateLimitBrake implements Brake {
	/** Time in milliseconds until which no request may start. */
	private blockedUntil = 0;
	/** Time at which the next request may start while the brake is on. */
	private nextStart = 0;
	private ratePerSecond = Infinity;
	private limitedAt = 0;
	private grownAt = 0;
	private consecutiveLimits = 0;
	/** Times of accepted requests in the last second. */
	private readonly accepted: number[] = [];

	constructor(private readonly now: () => number = Date.now) {}

	/** Milliseconds until a request may start. The start is reserved for the caller. */
	reserve(): number {
		const now = this.now();
		if (now - this.limitedAt > releaseAfterMs && now >= this.blockedUntil) this.release();
		const start = Math.max(now, this.blockedUntil, this.nextStart);
		if (Number.isFinite(this.ratePerSecond)) this.nextStart = start + 1000 / this.ratePerSecond;
		return start - now;
	}

	/**
	 * Waits until a request may start.
	 * @throws CanceledError
	 */
	async wait(signal?: AbortSignal): Promise<void> {
		for (;;) {
			const blockedUntil = this.blockedUntil;
			const delay = this.reserve();
			if (delay <= 0) return;
			await cancellableSleep(delay, signal);
			// Another request reached the limit in the meantime, so the reserved start is no longer valid.
			if (this.blockedUntil === blockedUntil) return;
		}
	}

	/** Reports a request that the service accepted. */
	accept(): void {
		const now = this.now();
		this.consecutiveLimits = 0;
		this.accepted.push(now);
		this.forgetOld(now);
		if (!Number.isFinite(this.ratePerSecond)) return;
		const seconds = Math.floor((now - Math.max(this.grownAt, this.limitedAt + holdMs)) / 1000);
		if (seconds < 1) return;
		this.grownAt = now;
		this.ratePerSecond *= growthPerSecond ** seconds;
		if (this.ratePerSecond > maxRatePerSecond) this.release();
	}

	/**
	 * Reports a request that the service rejected because of its rate limit.
	 * @param waitMs wait that the service asks for
	 * @returns milliseconds until requests may start again
	 */
	limit(waitMs: number | undefined): number {
		const now = this.now();
		this.forgetOld(now);
		// Requests that were already in flight reach the same limit. They do not slow down the rate again.
		if (now >= this.blockedUntil) {
			this.consecutiveLimits++;
			const observed = Math.max(1, this.accepted.length);
			const previous = Math.min(this.ratePerSecond, observed);
			this.ratePerSecond = Math.max(0.05, previous * restartShare);
		}
		const ownMs = Math.min(maxDefaultWaitMs, defaultWaitMs * 2 ** (this.consecutiveLimits - 1));
		this.pause(waitMs === undefined || waitMs === 0 ? ownMs : waitMs + rateLimitMarginMs);
		this.limitedAt = now;
		this.nextStart = this.blockedUntil;
		return this.blockedUntil - now;
	}

	/** Blocks all requests for a time, for example because the service reported that no requests are left. */
	pause(ms: number): void {
		this.blockedUntil = Math.max(this.blockedUntil, this.now() + ms);
	}

	private release(): void {
		this.ratePerSecond = Infinity;
		this.nextStart = 0;
		this.consecutiveLimits = 0;
	}

	private forgetOld(now: number): void {
		while (this.accepted.length > 0 && now - this.accepted[0]! >= 1000) this.accepted.shift();
	}
}
