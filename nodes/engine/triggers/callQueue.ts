/** Limits the API calls that webhook requests without a signature can cause. */

interface Scope {
	inFlight: number;
	/** Start the waiting calls, the oldest first. */
	readonly waiting: Array<() => void>;
}

export class CallQueue {
	private readonly scopes = new Map<string, Scope>();

	/** The limits apply to each scope, such as a node. */
	constructor(
		private readonly maxInFlight: number,
		private readonly maxWaiting: number,
	) {}

	/**
	 * Runs a call, if necessary after others. Returns undefined without running it if too many calls
	 * are waiting.
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
			// The next call takes over the place of this one.
			const startNext = scope.waiting.shift();
			if (startNext) startNext();
			else if (--scope.inFlight === 0) this.scopes.delete(scopeName);
		}
	}
}
