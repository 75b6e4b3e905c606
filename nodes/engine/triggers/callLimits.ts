/** Limits the API calls that unsigned webhook requests can cause. */
import type { RequestWindow } from '../describe';

/** Limits the number of calls over time. */
export class CallBudget {
	private readonly counts = new Map<string, Array<{ window: number; calls: number }>>();

	/**
	 * The limits apply to each scope, such as a node. Windows begin at multiples of their length, in
	 * UTC: those of 15 minutes begin at a quarter of an hour, those of a day at midnight.
	 */
	constructor(
		private readonly windows: readonly RequestWindow[],
		private readonly now: () => number = () => Date.now(),
	) {}

	/** Counts a call. Returns false without counting it if a window allows no more calls. */
	spend(scope: string): boolean {
		const earlier = this.counts.get(scope);
		const counts = this.windows.map(({ perMs }, index) => {
			const window = Math.floor(this.now() / perMs);
			return earlier?.[index]?.window === window ? earlier[index] : { window, calls: 0 };
		});
		if (counts.some(({ calls }, index) => calls >= this.windows[index]!.requests)) return false;
		for (const count of counts) count.calls++;
		this.counts.set(scope, counts);
		return true;
	}
}

interface Scope {
	inFlight: number;
	/** Functions that start the waiting calls, oldest call first. */
	readonly waiting: Array<() => void>;
}

/** Limits the number of calls in flight. */
export class CallQueue {
	private readonly scopes = new Map<string, Scope>();

	/** The limits apply to each scope, such as a node. */
	constructor(
		private readonly maxInFlight: number,
		private readonly maxWaiting: number,
	) {}

	/**
	 * Runs a call as soon as fewer than `maxInFlight` calls are in flight. Returns undefined without
	 * running the call if too many calls are waiting.
	 */
	async run<T>(scopeName: string, call: () => Promise<T>): Promise<T | undefined> {
		const scope = this.scopes.get(scopeName) ?? { inFlight: 0, waiting: [] };
		this.scopes.set(scopeName, scope);
		if (scope.inFlight < this.maxInFlight) scope.inFlight++;
		else if (scope.waiting.length < this.maxWaiting)
			await new Promise<void>((start) => scope.waiting.push(start));
		else return undefined;
		try {
			return await call();
		} finally {
			// The next call replaces this call, so `inFlight` does not change.
			const startNext = scope.waiting.shift();
			if (startNext) startNext();
			else if (--scope.inFlight === 0) this.scopes.delete(scopeName);
		}
	}
}
