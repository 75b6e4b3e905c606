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

/**
 * Requests start at most this many times as fast as the window allows on average. If a whole window
 * of requests started at once, some of them would have to wait for the processor, and arrive too
 * late for the margin.
 */
const maxSpeed = 4;

/** Delays requests so that no window contains more than the allowed number, and spreads them. */
export class RateLimiter {
	/** Length of a window in milliseconds, with a margin. */
	readonly windowMs: number;
	/** Shortest time between two starts, in milliseconds. */
	readonly distanceMs: number;
	/** Start times of the last window, oldest first. */
	private readonly starts: number[] = [];
	private turn: Promise<void> = Promise.resolve();

	constructor(
		private readonly window: Window,
		private readonly signal?: AbortSignal,
		/** A clock in milliseconds that is never set back, unlike Date.now(). */
		private readonly now: () => number = () => performance.now(),
	) {
		this.windowMs = Math.ceil(window.perMs * margin);
		this.distanceMs = Math.floor(this.windowMs / window.requests / maxSpeed);
	}

	/** Resolves when another request may start. Callers are served in order. */
	async acquire(): Promise<void> {
		const mine = this.turn.then(async () => await this.slot());
		this.turn = mine.catch(() => undefined);
		await mine;
	}

	private async slot(): Promise<void> {
		const isFull = this.starts.length >= this.window.requests;
		const fromWindow = isFull ? this.starts[0]! + this.windowMs : -Infinity;
		const fromDistance = (this.starts.at(-1) ?? -Infinity) + this.distanceMs;
		const waitMs = Math.max(fromWindow, fromDistance) - this.now();
		if (waitMs > 0) await cancellableSleep(waitMs, this.signal);
		if (isFull) this.starts.shift();
		this.starts.push(this.now());
	}
}

/** Converts requests per second to a window: 0.5 per second is one request in two seconds. */
export const perSecond = (rate: number): Window =>
	rate >= 1
		? { requests: Math.floor(rate), perMs: (1000 * Math.floor(rate)) / rate }
		: { requests: 1, perMs: 1000 / rate };
