/** The rate limits of a connection: that of the service, which adapts, and those that are known. */
import type { RateLimits, Start } from '../describe';
import type { AdaptiveLimiter } from './adaptiveLimiter';
import type { RateLimiter } from './rateLimiter';

export class SharedRateLimits implements RateLimits {
	/**
	 * @param service shared by all runs of this process with the same credential and address
	 * @param known the documented limit of the service, and the option Requests per Second
	 * @param signal aborted when the execution is canceled
	 */
	constructor(
		private readonly service: AdaptiveLimiter,
		private readonly known: readonly RateLimiter[],
		private readonly signal?: AbortSignal,
	) {}

	/**
	 * The limit of the service comes first, so that requests that it delayed do not exceed the option
	 * Requests per Second together.
	 */
	async start(maxMs: number, limitedAt?: number): Promise<Start> {
		for (;;) {
			const blockedMs = await this.service.wait(maxMs, limitedAt, this.signal);
			if (blockedMs > 0) return { blockedMs };
			const responded: Array<() => void> = [];
			for (const limiter of this.known) responded.push(await limiter.acquire());
			if (!this.service.isBlocked(maxMs, limitedAt))
				return {
					respond() {
						for (const respond of responded) respond();
					},
				};
		}
	}

	accept(resetMs?: number): void {
		this.service.accept(resetMs);
	}

	limit(waitMs: number | undefined): number {
		return this.service.limit(waitMs);
	}
}
