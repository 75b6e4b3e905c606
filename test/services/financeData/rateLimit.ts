// 500 requests in a window of 10 seconds (specification part B, Limits).

import type { Clock } from '../kit/clock';
import { refusal } from './errors';
import type { Settings } from './settings';

const WINDOW_MS = 10_000;

export class RateWindow {
	private starts: number[] = [];

	constructor(
		private readonly clock: Clock,
		private readonly settings: Settings,
	) {}

	/** @throws Refusal 429 */
	take(): void {
		const now = this.clock.now();
		this.starts = this.starts.filter((start) => start > now - WINDOW_MS);
		if (this.starts.length >= this.settings.requestsPerWindow)
			throw refusal(429, 'More than 500 requests in 10 seconds.');
		this.starts.push(now);
	}
}
