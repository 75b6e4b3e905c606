import { CanceledError } from '../describe';

/** How many items may be processed at the same time. The numbers may change during the run. */
export interface ConcurrencyLimits {
	/** Items that have started and do not wait for a job. */
	readonly starting: number;
	/** All items in progress, including those that wait. */
	readonly inProgress: number;
}

/**
 * Runs `work` for the items from `from` up to, but not including, `to`. Starts at most `limits` at
 * a time. After a failure or cancellation, no further item is started.
 * @param work may call `startNext` when its item only waits, so that the next item can start
 * @throws the error of the failed item with the lowest index, once all running items have ended
 */
export async function runConcurrently(
	from: number,
	to: number,
	limits: ConcurrencyLimits | number,
	signal: AbortSignal | undefined,
	work: (item: number, startNext: () => void) => Promise<void>,
): Promise<void> {
	const maximum = typeof limits === 'number' ? { starting: limits, inProgress: limits } : limits;
	const maxStarting = (): number => Math.max(1, maximum.starting || 1);
	const maxInProgress = (): number => Math.max(maxStarting(), maximum.inProgress || 1);
	const failures: { item: number; error: unknown }[] = [];
	let next = from;
	let starting = 0;
	let inProgress = 0;
	/** Continues the loop below when an item has ended, or only waits. */
	let wake = (): void => undefined;
	const start = async (item: number): Promise<void> => {
		let isStarting = true;
		const leaveStart = (): void => {
			if (isStarting) starting--;
			isStarting = false;
			wake();
		};
		starting++;
		inProgress++;
		try {
			await work(item, leaveStart);
		} catch (error) {
			failures.push({ item, error });
		}
		inProgress--;
		leaveStart();
	};
	const isStopped = (): boolean => next >= to || failures.length > 0 || signal?.aborted === true;
	const canStart = (): boolean =>
		!isStopped() && starting < maxStarting() && inProgress < maxInProgress();
	while (!isStopped() || inProgress > 0) {
		while (canStart()) void start(next++);
		if (inProgress > 0)
			await new Promise<void>((resolve) => {
				wake = resolve;
			});
	}
	const [lowest] = failures.sort((a, b) => a.item - b.item);
	if (lowest) throw lowest.error;
	if (signal?.aborted) throw new CanceledError();
}
