/** Limits the number of requests per time window across all concurrent items of a run. */
import { cancellableSleep } from './sleep';

export interface Window {
	readonly requests: number;
	readonly perMs: number;
}

export class RateLimiter {
	private readonly starts: number[] = [];
	private turn: Promise<void> = Promise.resolve();

	constructor(
		private readonly window: Window,
		private readonly signal?: AbortSignal,
		private readonly now: () => number = Date.now,
	) {}

	/** Resolves when one more request may start; callers are served in order. */
	async acquire(): Promise<void> {
		const mine = this.turn.then(async () => await this.slot());
		this.turn = mine.catch(() => undefined);
		await mine;
	}

	private async slot(): Promise<void> {
		const { requests, perMs } = this.window;
		if (this.starts.length >= requests) {
			const free = this.starts[0]! + perMs - this.now();
			if (free > 0) await cancellableSleep(free, this.signal);
			this.starts.shift();
		}
		this.starts.push(this.now());
	}
}

/** A rate in requests a second as a window: 0.5 a second is one in two seconds. */
export const perSecond = (rate: number): Window =>
	rate >= 1
		? { requests: Math.floor(rate), perMs: (1000 * Math.floor(rate)) / rate }
		: { requests: 1, perMs: 1000 / rate };
