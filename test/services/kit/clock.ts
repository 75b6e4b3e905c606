// The clock of a local test service, which tests can advance.

type Task = () => void | Promise<void>;

interface Timer {
	due: number;
	/** Runs the task, unless it has run or the clock was stopped. */
	fire(): Promise<void>;
}

/** Real time, to which `advance` adds. */
export class Clock {
	private readonly realStart = performance.now();
	private readonly timers = new Set<Timer>();
	/** Milliseconds added by `advance`. */
	private offset = 0;

	/** @param start initial time in epoch milliseconds @param isFrozen whether only `advance` moves it */
	constructor(
		private readonly start = Date.now(),
		private readonly isFrozen = false,
	) {}

	/** The current time in epoch milliseconds. */
	now(): number {
		const passed = this.isFrozen ? 0 : performance.now() - this.realStart;
		return Math.round(this.start + passed + this.offset);
	}

	/** The current time as an ISO 8601 date-time. */
	iso(): string {
		return new Date(this.now()).toISOString();
	}

	/**
	 * Runs the task when `advance` reaches its time. A clock that is not frozen also runs it after `ms`
	 * real milliseconds, if that is earlier.
	 */
	after(ms: number, task: Task): void {
		const timer: Timer = {
			due: this.now() + ms,
			fire: async () => {
				if (this.timers.delete(timer)) await task();
			},
		};
		this.timers.add(timer);
		if (this.isFrozen) return;
		const fire = () => void timer.fire().catch((error: unknown) => console.error(error));
		// Timers must not keep the process running. The listening socket keeps it running.
		setTimeout(fire, ms).unref();
	}

	/** Resolves when a task of `after` would run. */
	async sleep(ms: number): Promise<void> {
		await new Promise<void>((resolve) => this.after(ms, resolve));
	}

	/** Advances the time, and resolves when the tasks of all due timers have completed. */
	async advance(ms: number): Promise<void> {
		this.offset += ms;
		const next = (): Timer | undefined =>
			[...this.timers].sort((a, b) => a.due - b.due).find(({ due }) => due <= this.now());
		for (let timer = next(); timer; timer = next()) await timer.fire();
	}

	/** Cancels all timers. */
	stop(): void {
		this.timers.clear();
	}
}

/** A clock that only `advance` moves. */
export const frozenClock = (start?: number): Clock => new Clock(start, true);
