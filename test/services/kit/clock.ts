// The clock of a local test service: real time by default, or virtual time that tests can advance.

export interface ClockOptions {
	/** Speed relative to real time. Default: 1. With 0, only `advance` moves the clock. */
	scale?: number;
	/** Initial time in epoch milliseconds. Default: now. */
	start?: number;
}

export interface Timer {
	cancel(): void;
}

type Task = () => void | Promise<void>;
interface Entry {
	due: number;
	order: number;
	task: Task;
}

// setTimeout fires immediately if the delay is longer than this.
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Virtual time with timers. `advance` fires due timers in order and awaits each task, so that
 * timers started by a task (the next retry, for example) fire in the same call.
 */
export class Clock {
	private readonly scale: number;
	private readonly realStart = performance.now();
	private readonly start: number;
	/** Milliseconds added by `advance`. */
	private offset = 0;
	private entries: Entry[] = [];
	private nextOrder = 0;
	private timeout: NodeJS.Timeout | undefined;

	constructor({ scale = 1, start = Date.now() }: ClockOptions = {}) {
		this.scale = scale;
		this.start = start;
	}

	/** The current time in epoch milliseconds. */
	now(): number {
		return Math.round(this.start + (performance.now() - this.realStart) * this.scale + this.offset);
	}

	/** The current time as an ISO 8601 date-time. */
	iso(): string {
		return new Date(this.now()).toISOString();
	}

	/** Runs the task after `ms` milliseconds of virtual time. */
	after(ms: number, task: Task): Timer {
		const entry: Entry = { due: this.now() + Math.max(0, ms), order: this.nextOrder++, task };
		this.entries.push(entry);
		this.entries.sort((a, b) => a.due - b.due || a.order - b.order);
		this.schedule();
		return { cancel: () => this.remove(entry) };
	}

	/** Resolves after `ms` milliseconds of virtual time. */
	async sleep(ms: number): Promise<void> {
		if (ms > 0) await new Promise<void>((resolve) => this.after(ms, resolve));
	}

	/**
	 * Advances the time by `ms` and fires due timers in order. Resolves when the timers' tasks have
	 * completed.
	 */
	async advance(ms: number): Promise<void> {
		const target = this.now() + ms;
		for (let next = this.entries[0]; next && next.due <= target; next = this.entries[0]) {
			this.offset += Math.max(0, next.due - this.now());
			this.remove(next);
			await next.task();
		}
		this.offset += Math.max(0, target - this.now());
		this.schedule();
	}

	/** Cancels all timers. */
	stop(): void {
		this.entries = [];
		clearTimeout(this.timeout);
	}

	private remove(entry: Entry): void {
		this.entries = this.entries.filter((other) => other !== entry);
		this.schedule();
	}

	private schedule(): void {
		clearTimeout(this.timeout);
		const next = this.entries[0];
		if (!next || this.scale === 0) return;
		const delay = Math.max(0, next.due - this.now()) / this.scale;
		this.timeout = setTimeout(() => this.fireNext(), Math.min(delay, MAX_TIMEOUT_MS));
		// Timers must not keep the process running. The listening socket keeps it running.
		this.timeout.unref();
	}

	private fireNext(): void {
		const next = this.entries[0];
		if (next && next.due <= this.now()) {
			this.remove(next);
			void Promise.resolve(next.task()).catch((error: unknown) => console.error(error));
		} else {
			this.schedule();
		}
	}
}

/** A clock that only `advance` moves. */
export const frozenClock = (start?: number): Clock =>
	new Clock({ scale: 0, ...(start !== undefined && { start }) });
