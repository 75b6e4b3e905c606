/** Limits the number of requests per time window across all concurrent items of a run. */
import { cancellableSleep } from './sleep';

/** A number of requests per time window. */
export interface Window {
	readonly requests: number;
	readonly perMs: number;
}

/**
 * A request arrives some time between its start and its response. Counted from the response, a
 * window can never contain too many requests. If responses usually take longer than this fraction of
 * a window, that would cost too much time. Windows are then counted from the start, and are longer
 * than those of the service by this fraction, because some requests take longer to arrive than
 * others. Each request too many is rejected, which costs much more time than this margin.
 */
const margin = 0.05;

/** The mean response time is that of the requests in about this many windows. */
const meanWindows = 16;

/** A response time counts at most as this many margins, so that single slow requests cost little. */
const maxMargins = 4;

/**
 * Requests start at most this many times as fast as the window allows on average. If a whole window
 * of requests started at once, some of them would have to wait for the processor, and arrive too
 * late for the margin.
 */
const maxSpeed = 4;

interface Started {
	readonly at: number;
	/** Time of the response after the start. */
	responseMs?: number;
}

/** Delays requests so that no window contains more than the allowed number, and spreads them. */
export class RateLimiter {
	/** Length of a window in milliseconds that is counted from the start of a request. */
	readonly windowMs: number;
	private readonly marginMs: number;
	/** Shortest time between two starts, in milliseconds. */
	readonly distanceMs: number;
	/** The requests of the last window, oldest first. */
	private readonly started: Started[] = [];
	private meanResponseMs = 0;
	private turn: Promise<void> = Promise.resolve();

	constructor(
		private readonly window: Window,
		private readonly signal?: AbortSignal,
		/** A clock in milliseconds that is never set back, unlike Date.now(). */
		private readonly now: () => number = () => performance.now(),
	) {
		this.marginMs = window.perMs * margin;
		this.windowMs = Math.ceil(window.perMs + this.marginMs);
		this.distanceMs = Math.floor(this.windowMs / window.requests / maxSpeed);
	}

	/**
	 * Waits until another request may start. Callers are served in order.
	 * @returns a function to call when the request has its response
	 * @throws CanceledError
	 */
	async acquire(): Promise<() => void> {
		const mine = this.turn.then(async () => await this.start());
		this.turn = mine.then(
			() => undefined,
			() => undefined,
		);
		const request = await mine;
		return () => this.respond(request);
	}

	private async start(): Promise<Started> {
		const last = this.started.at(-1);
		if (last) await this.sleepUntil(last.at + this.distanceMs);
		if (this.started.length >= this.window.requests) {
			const oldest = this.started[0]!;
			await this.sleepUntil(oldest.at + this.window.perMs);
			// Usually, the response has arrived by now.
			await this.sleepUntil(this.endOfWindow(oldest));
			this.started.shift();
		}
		const request: Started = { at: this.now() };
		this.started.push(request);
		return request;
	}

	private async sleepUntil(time: number): Promise<void> {
		const waitMs = time - this.now();
		if (waitMs > 0) await cancellableSleep(waitMs, this.signal);
	}

	/** When a request no longer counts. */
	private endOfWindow({ at, responseMs }: Started): number {
		return this.meanResponseMs <= this.marginMs && responseMs !== undefined
			? at + responseMs + this.window.perMs
			: at + this.windowMs;
	}

	private respond(request: Started): void {
		const responseMs = Math.min(this.now() - request.at, maxMargins * this.marginMs);
		request.responseMs = responseMs;
		const weight = 1 / (meanWindows * this.window.requests);
		this.meanResponseMs += (responseMs - this.meanResponseMs) * weight;
	}
}

/** Converts requests per second to a window: 0.5 per second is one request in two seconds. */
export const perSecond = (rate: number): Window =>
	rate >= 1
		? { requests: Math.floor(rate), perMs: (1000 * Math.floor(rate)) / rate }
		: { requests: 1, perMs: 1000 / rate };
