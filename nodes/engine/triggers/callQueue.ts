interface Scope {
	inFlight: number;
	/** Functions that start the waiting calls, oldest call first. */
	readonly waiting: Array<() => void>;
}

/** Limits the API calls in flight that unsigned webhook requests cause, by scope, such as a node. */
export class CallQueue {
	private readonly scopes = new Map<string, Scope>();

	constructor(
		private readonly maxInFlight: number,
		private readonly maxWaiting: number,
	) {}

	/** Runs a call as soon as possible. Returns undefined if too many calls are waiting. */
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
