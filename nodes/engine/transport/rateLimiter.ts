/** Limits the number of requests per time window across all concurrent items of a run. */
import { cancellableSleep } from './sleep';

/** A number of requests per time window. */
export interface Window {
	readonly requests: number;
	readonly perMs: number;
}

/**
 * How much longer the windows are than those of the service. Some requests take longer to arrive
 * than others, so more of them than were started can arrive in a window of the same length. Each
 * request too many is rejected and costs much more time than the margin.
 */
const margin = 1.05;

/** Delays requests so that no window contains more than the allowed number. */
export class RateLimiter {
	/** Length of a window in milliseconds, with a margin. */
	readonly windowMs: number;
	private readonly starts: number[] = [];
	private turn: Promise<void> = Promise.resolve();

	constructor(
		private readonly window: Window,
		private readonly signal?: AbortSignal,
		/** A clock in milliseconds that is never set back, unlike Date.now(). */
		private readonly now: () => number = () => performance.now(),
	) {
		this.windowMs = Math.ceil(window.perMs * margin);
	}

	/** Resolves when another request may start. Callers are served in order. */
	async acquire(): Promise<void> {
		const mine = this.turn.then(async () => await this.slot());
		this.turn = mine.catch(() => undefined);
		await mine;
	}

	private async slot(): Promise<void> {
		if (this.starts.length >= this.window.requests) {
			const waitMs = this.starts[0]! + this.windowMs - this.now();
			if (waitMs > 0) await cancellableSleep(waitMs, this.signal);
			this.starts.shift();
		}
		this.starts.push(this.now());
	}
}

/** Converts requests per second to a window: 0.5 per second is one request in two seconds. */
export const perSecond = (rate: number): Window =>
	rate >= 1
		? { requests: Math.floor(rate), perMs: (1000 * Math.floor(rate)) / rate }
		: { requests: 1, perMs: 1000 / rate };
