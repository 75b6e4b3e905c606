// The clock of a local service: real time by default, and one that tests can push ahead.

export interface ClockOptions {
	/** How fast the clock runs against real time: 1 by default, 0 for one that only `advance` moves. */
	scale?: number;
	/** Epoch milliseconds at which it starts; now by default. */
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

// setTimeout treats a longer wait as none at all.
const LONGEST_TIMEOUT = 2 ** 31 - 1;

/**
 * Virtual time with timers. `advance` fires what falls due in order and awaits each task, so that
 * whatever a task schedules (the next retry, say) is fired in its turn by the same call.
 */
export class Clock {
	private readonly scale: number;
	private readonly realStart = performance.now();
	private readonly start: number;
	private ahead = 0;
	private entries: Entry[] = [];
	private scheduled = 0;
	private alarm: NodeJS.Timeout | undefined;

	constructor({ scale = 1, start = Date.now() }: ClockOptions = {}) {
		this.scale = scale;
		this.start = start;
	}

	/** Epoch milliseconds of the virtual time. */
	now(): number {
		return Math.round(this.start + (performance.now() - this.realStart) * this.scale + this.ahead);
	}

	/** ISO 8601 date-time of the virtual time. */
	iso(): string {
		return new Date(this.now()).toISOString();
	}

	/** Runs the task once `ms` of virtual time have passed. */
	after(ms: number, task: Task): Timer {
		const entry: Entry = { due: this.now() + Math.max(0, ms), order: this.scheduled++, task };
		this.entries.push(entry);
		this.entries.sort((one, other) => one.due - other.due || one.order - other.order);
		this.arm();
		return { cancel: () => this.remove(entry) };
	}

	/** Resolves once `ms` of virtual time have passed; at once for 0. */
	async sleep(ms: number): Promise<void> {
		if (ms > 0) await new Promise<void>((resolve) => this.after(ms, resolve));
	}

	/** Moves the time ahead by `ms`, firing due timers in order; resolves when their tasks are done. */
	async advance(ms: number): Promise<void> {
		const target = this.now() + ms;
		for (let next = this.entries[0]; next && next.due <= target; next = this.entries[0]) {
			this.ahead += Math.max(0, next.due - this.now());
			this.remove(next);
			await next.task();
		}
		this.ahead += Math.max(0, target - this.now());
		this.arm();
	}

	/** Forgets all timers. */
	stop(): void {
		this.entries = [];
		clearTimeout(this.alarm);
	}

	private remove(entry: Entry): void {
		this.entries = this.entries.filter((other) => other !== entry);
		this.arm();
	}

	private arm(): void {
		clearTimeout(this.alarm);
		const next = this.entries[0];
		if (!next || this.scale === 0) return;
		const wait = Math.max(0, next.due - this.now()) / this.scale;
		this.alarm = setTimeout(() => this.ring(), Math.min(wait, LONGEST_TIMEOUT));
		// A pending job alone is no reason to keep a process alive; the listening socket is.
		this.alarm.unref();
	}

	private ring(): void {
		const next = this.entries[0];
		if (next && next.due <= this.now()) {
			this.remove(next);
			void Promise.resolve(next.task()).catch((error: unknown) => console.error(error));
		} else {
			this.arm();
		}
	}
}

/** A clock that stands still until it is advanced. */
export const frozenClock = (start?: number): Clock =>
	new Clock({ scale: 0, ...(start !== undefined && { start }) });
