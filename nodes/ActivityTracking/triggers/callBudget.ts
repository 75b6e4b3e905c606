/** Limits the API calls that unsigned events can cause over time. */
import type { RequestWindow } from '../../engine/describe';

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
