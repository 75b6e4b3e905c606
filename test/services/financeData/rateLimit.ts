// Rate limit: 500 requests in a sliding window of 10 seconds (nodes/FinanceData/README.md, Limits).

import type { Clock } from '../kit/clock';
import { apiError } from './errors';
import type { Settings } from './settings';

const WINDOW_MS = 10_000;

export class RateLimiter {
	private times: number[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** @throws HttpError 429 */
	countRequest(): void {
		const now = this.clock.now();
		this.times = this.times.filter((time) => time > now - WINDOW_MS);
		if (this.times.length >= this.settings.requestsPerWindow)
			throw apiError(429, 'More than 500 requests in 10 seconds.');
		this.times.push(now);
	}
}
