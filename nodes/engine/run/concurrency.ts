/** Runs work for many items with a concurrency limit. */
import { CanceledError } from '../describe';

/** How many items may be processed at the same time. */
export interface ConcurrencyLimits {
	/** Items that have started and do not wait for a job. */
	readonly starting: number;
	/** All items in progress, including those that wait. */
	readonly inProgress: number;
}

/**
 * Runs `work` for the items from `from` up to, but not including, `to`. Starts them in order, and
 * runs at most `limits` at a time. After a failure or cancellation, no further item is started.
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
	const failures = new Map<number, unknown>();
	const starting = new Set<number>();
	let next = from;
	let inProgress = 0;
	await new Promise<void>((resolve) => {
		const startItems = (): void => {
			while (
				next < to &&
				failures.size === 0 &&
				!signal?.aborted &&
				starting.size < maximum.starting &&
				inProgress < maximum.inProgress
			)
				void run(next++);
			if (inProgress === 0) resolve();
		};
		const run = async (item: number): Promise<void> => {
			const startNext = (): void => {
				starting.delete(item);
				startItems();
			};
			starting.add(item);
			inProgress++;
			try {
				await work(item, startNext);
			} catch (error) {
				failures.set(item, error);
			}
			inProgress--;
			startNext();
		};
		startItems();
	});
	const [lowest] = [...failures.keys()].sort((a, b) => a - b);
	if (lowest !== undefined) throw failures.get(lowest);
	if (signal?.aborted) throw new CanceledError();
}
